/*
 * The numbers that wallets, nodes and pages put on errors: EIP-1193 (4001 to 4901), EIP-3326 (4902), EIP-5792 (57xx), and JSON-RPC 2.0 with
 * EIP-1474 (-32xxx).
 */

/** The visitor refused the request. */
export const USER_REJECTED = 4001
/** The page may not ask for this method or account. */
export const UNAUTHORIZED = 4100
/** The wallet does not have the method. */
export const UNSUPPORTED_METHOD = 4200
/** The provider is connected to no chain. */
export const DISCONNECTED = 4900
/** The provider is not connected to the chain that was asked for. */
export const CHAIN_DISCONNECTED = 4901
/** The wallet does not know the chain. */
export const UNKNOWN_CHAIN = 4902
/** The wallet does not have a capability that a batch needs (EIP-5792). */
export const UNSUPPORTED_CAPABILITY = 5700
/** The wallet cannot send a batch on this chain (EIP-5792). */
export const UNSUPPORTED_CHAIN = 5710
/** There is a batch with this id already (EIP-5792). */
export const DUPLICATE_BATCH = 5720
/** The wallet does not know the batch with this id (EIP-5792). */
export const UNKNOWN_BATCH = 5730
/** The visitor refused to make the account one that can send a batch (EIP-5792). */
export const UPGRADE_REJECTED = 5750
/** The wallet cannot send several calls as one (EIP-5792). */
export const NOT_ATOMIC = 5760
/** The wallet has lost its node for a while: the close code of a socket that says “try again later”. */
export const TRY_AGAIN_LATER = 1013
/** The wallet already shows a prompt for such a request. */
export const REQUEST_PENDING = -32002
/** The message is not a request. */
export const INVALID_REQUEST = -32600
/** There is no such method. */
export const METHOD_NOT_FOUND = -32601
/** The parameters are not valid. */
export const INVALID_PARAMS = -32602
/** Something failed; the number says nothing more. */
export const INTERNAL_ERROR = -32603
