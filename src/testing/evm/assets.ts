import { ask, type EvmContext, type EvmMethods, invalidParams, readObject } from './methods.js'

/**
 * The method by which a page asks the wallet to show a token (EIP-747). Only ERC20, as in MetaMask's stable interface.
 */
export function createAssetMethods(context: EvmContext): EvmMethods {
  return {
    async wallet_watchAsset(params) {
      const { type, options } = readObject(params, true)
      if (type !== 'ERC20') throw invalidParams(`Tokens of type ${String(type)} are not supported`)
      const { address, symbol, decimals } = (options ?? {}) as Record<string, unknown>
      if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address)) {
        throw invalidParams('The token needs an address')
      }
      if (symbol !== undefined && (typeof symbol !== 'string' || !/^.{1,11}$/.test(symbol))) {
        throw invalidParams('The symbol has 1 to 11 characters')
      }
      const places = Number(decimals ?? 18)
      if (!Number.isInteger(places) || places < 0 || places > 36)
        throw invalidParams('decimals is between 0 and 36')
      await ask(context, 'watch', 'wallet_watchAsset', params)
      return true
    },
  }
}
