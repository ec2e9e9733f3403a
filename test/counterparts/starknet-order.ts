/** Typed data of revision 1, as a shop asks a Starknet wallet to sign it. */
export const STARKNET_ORDER = {
  types: {
    StarknetDomain: [
      { name: 'name', type: 'shortstring' },
      { name: 'version', type: 'shortstring' },
      { name: 'chainId', type: 'shortstring' },
      { name: 'revision', type: 'shortstring' },
    ],
    Order: [{ name: 'item', type: 'shortstring' }],
  },
  primaryType: 'Order',
  domain: { name: 'Shop', version: '1', chainId: 'SN_MAIN', revision: '1' },
  message: { item: 'tea' },
}
