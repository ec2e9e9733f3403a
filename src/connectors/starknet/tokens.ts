/** The two fee tokens, at the same addresses on every Starknet network. */
export const ETH = {
  symbol: 'ETH',
  decimals: 18,
  address: '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7',
}
export const STRK = {
  symbol: 'STRK',
  decimals: 18,
  address: '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
}
