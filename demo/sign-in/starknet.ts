/** The demo's Starknet chain, and the path of its node on the demo's own origin. */
export const STARKNET_CHAIN = 'starknet:SN_SEPOLIA'
export const STARKNET_PATH = '/starknet'

/** Keys of the demo wallet's accounts, without value anywhere. */
export const STARKNET_KEYS = ['0x51a7e', '0x51a7f'] as const
