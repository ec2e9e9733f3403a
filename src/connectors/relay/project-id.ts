import { WalletError } from '../../errors/wallet-error.js'

/** The publisher's own project id, set when the package is built (`WCB_PROJECT_ID`); empty otherwise. */
declare const __WCB_PROJECT_ID__: string | undefined

const BUILT = typeof __WCB_PROJECT_ID__ === 'string' ? __WCB_PROJECT_ID__ : ''

let told = false

/** Whether the relay could be asked at all. */
export const hasProjectId = (own: string | undefined): boolean => !!(own?.trim() || BUILT)

/**
 * The project id the relay is asked with: the page's, else the build's, with one notice on the console.
 *
 * @throws WalletError `config_invalid` where there is neither, before anything is asked of anybody
 */
export function readProjectId(own: string | undefined): string {
  const id = own?.trim()
  if (id) return id
  if (!BUILT) {
    throw new WalletError('config_invalid', {
      message:
        'WalletConnect needs a project id. Set the attribute project-id (or projectId in the configuration) to one from dashboard.reown.com.',
    })
  }
  if (!told) {
    told = true
    console.info(
      'wallet-connect-button: using the default WalletConnect project id. Set project-id to one of your own, from dashboard.reown.com.',
    )
  }
  return BUILT
}
