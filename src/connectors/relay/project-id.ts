import { DEFAULT_PROJECT_ID } from '../../constants.js'
import { WalletError } from '../../errors/wallet-error.js'
import type { ConnectorConfig } from '../config.js'

let isNoticed = false

/**
 * The project id for the relay. If it is the build's own id, the console says so once.
 *
 * @throws WalletError `config_invalid` when there is none, before any request leaves the page
 */
export function requireProjectId({ projectId }: Pick<ConnectorConfig, 'projectId'>): string {
  if (!projectId) {
    throw new WalletError('config_invalid', {
      message:
        'WalletConnect needs a project id. Set the attribute project-id (or projectId in the configuration) to one from dashboard.reown.com.',
    })
  }
  if (projectId === DEFAULT_PROJECT_ID && !isNoticed) {
    isNoticed = true
    console.info(
      'wallet-connect-button: using the default WalletConnect project id. Set project-id to one of your own, from dashboard.reown.com.',
    )
  }
  return projectId
}
