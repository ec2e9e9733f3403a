import { createRpcError, RPC_CODES } from './error.js'
import { ask, type EvmContext, type EvmMethods, invalidParams, readHexChain, readObject } from './methods.js'
import { toHexChain } from './options.js'

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

function parseUrl(value: unknown): URL | null {
  try {
    return new URL(String(value))
  } catch {
    return null
  }
}

/** Reads a node that wallets accept: https, or http on this machine (EIP-3085). */
function readNode(rpcUrls: unknown): string {
  const urls = Array.isArray(rpcUrls) ? rpcUrls : []
  const usable = urls.find((value) => {
    const url = parseUrl(value)
    return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
  })
  if (typeof usable !== 'string') throw invalidParams('rpcUrls needs an https address')
  return usable
}

function checkCurrency(value: unknown): void {
  const { name, symbol, decimals } = (value ?? {}) as Record<string, unknown>
  const good =
    typeof name === 'string' &&
    name !== '' &&
    typeof symbol === 'string' &&
    /^.{1,6}$/.test(symbol) &&
    decimals === 18
  if (!good)
    throw invalidParams('nativeCurrency needs a name, a symbol of up to 6 characters, and 18 decimals')
}

/** The methods to read, switch (EIP-3326) and add (EIP-3085) a chain, as strict as MetaMask's. */
export function createChainMethods(context: EvmContext): EvmMethods {
  const { state, faults } = context

  const land = (chainId: string) => {
    state.moveTo(faults.switchLandsOn === undefined ? chainId : toHexChain(faults.switchLandsOn))
  }

  return {
    eth_chainId: async () => state.chainId,
    net_version: async () => String(Number(state.chainId)),
    async wallet_switchEthereumChain(params) {
      const { chainId: wanted, ...others } = readObject(params)
      const chainId = readHexChain(wanted)
      if (Object.keys(others).length > 0) throw invalidParams('Only chainId is expected')
      if (!state.knows(chainId)) {
        throw createRpcError(
          RPC_CODES.unknownChain,
          `Chain ${chainId} is not known; add it with wallet_addEthereumChain`,
        )
      }
      if (chainId === state.chainId) return null
      await ask(context, 'switch', 'wallet_switchEthereumChain', params)
      land(chainId)
      return null
    },
    async wallet_addEthereumChain(params) {
      const chain = readObject(params)
      const chainId = readHexChain(chain.chainId)
      if (typeof chain.chainName !== 'string' || chain.chainName === '')
        throw invalidParams('chainName is missing')
      const url = readNode(chain.rpcUrls)
      checkCurrency(chain.nativeCurrency)
      const explorers = chain.blockExplorerUrls ?? []
      if (!Array.isArray(explorers) || explorers.some((value) => parseUrl(value)?.protocol !== 'https:')) {
        throw invalidParams('blockExplorerUrls has to be a list of https addresses')
      }
      const known = state.knows(chainId)
      if (!known) {
        const answered = await state.askAt(url, { method: 'eth_chainId' })
        if (answered !== chainId)
          throw invalidParams(`The node is on chain ${String(answered)}, not ${chainId}`)
      }
      // The wallet shows one window, because a visitor who adds a network agrees to switch to it.
      if (chainId !== state.chainId)
        await ask(context, known ? 'switch' : 'add', 'wallet_addEthereumChain', params)
      if (!known) state.addChain(chainId, url)
      if (!faults.addWithoutSwitch) land(chainId)
      return null
    },
  }
}
