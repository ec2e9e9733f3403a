import { formatSignInMessage, type SignInMessage } from '../../protocol/siwe/message.js'
import { createRpcError, RPC_CODES } from './error.js'
import { ask, type EvmContext, type EvmMethods, invalidParams, readObject } from './methods.js'

const toHex = (text: string): string =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/**
 * The method that connects and signs in with one prompt (ERC-7846), and the capability by which a wallet announces it
 * (EIP-5792), on every chain and to every page.
 *
 * @param batches the methods for batches, which name the wallet's other capabilities to a page that is allowed to see them
 */
export function createAtOnceMethods(context: EvmContext, batches: EvmMethods): EvmMethods {
  const { state } = context

  function readWish(params: unknown): Omit<SignInMessage, 'address'> | null {
    const { version, capabilities } = readObject(params)
    if (version !== '1') throw invalidParams('The version is 1')
    const wish = (capabilities as { signInWithEthereum?: Partial<SignInMessage> } | undefined)
      ?.signInWithEthereum
    if (!wish) return null
    const { location } = globalThis
    const { chainId, ...given } = wish
    const { nonce } = given
    if (!nonce || !state.knows(String(chainId))) throw invalidParams('The nonce or the chain is wrong')
    return {
      domain: location?.host ?? '',
      uri: location?.origin ?? '',
      issuedAt: new Date().toISOString(),
      ...given,
      nonce,
      version: '1',
      chainId: Number(chainId),
    }
  }

  return {
    async wallet_getCapabilities(params) {
      const hasOthers = !['none', 'unsupported'].includes(state.batches) && state.granted.length > 0
      const others = hasOthers ? await batches.wallet_getCapabilities?.(params) : {}
      return { ...(others as object), '0x0': { signInWithEthereum: { supported: true } } }
    },
    async wallet_connect(params) {
      const wish = readWish(params)
      const approval = await ask(context, 'connect', 'wallet_connect', params)
      state.grant(approval.accounts ?? (await state.accounts()))
      const [address] = state.granted
      if (!address) throw createRpcError(RPC_CODES.unauthorized, 'No account is shared')
      const capabilities: Record<string, unknown> = {}
      if (wish) {
        const message = formatSignInMessage({ ...wish, address })
        const signature = await state.ask({ method: 'personal_sign', params: [toHex(message), address] })
        capabilities.signInWithEthereum = { message, signature }
      }
      const others = state.granted.slice(1).map((other) => ({ address: other, capabilities: {} }))
      return { accounts: [{ address, capabilities }, ...others] }
    },
  }
}
