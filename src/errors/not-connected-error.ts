import { WalletError } from './wallet-error.js'

/** A wallet was asked for something before it was connected. */
export class ConnectorNotConnectedError extends WalletError {
  constructor() {
    super('not_connected')
    this.name = 'ConnectorNotConnectedError'
  }
}
