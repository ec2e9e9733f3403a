import type { WalletState } from '../../client/state.js'
import { loadChunk } from '../../platform/chunks.js'
import type { PairingCode } from '../qr/pairing.js'
import { type Part, usePart } from '../use-part.js'
import type { ViewProps } from './view-props.js'
import { Waiting } from './waiting.js'

const CODE: Part<typeof PairingCode> = {
  load: async () => (await loadChunk('view/qr/pairing', () => import('../qr/pairing.js'))).PairingCode,
}

/** Fetches the view of codes as soon as a wallet is chosen that will want one. */
export function usePairingCode({ choices, attempt }: WalletState): void {
  usePart(
    CODE,
    choices.some(({ id, canConnectViaQrCode }) => canConnectViaQrCode && id === attempt?.walletId),
  )
}

/** The code of an attempt, once there is one; the waiting view until then. */
export function Pairing(props: ViewProps) {
  const { uri, uriExpiresAt } = props.state.attempt ?? {}
  const View = CODE.value
  return uri && View ? <View {...props} uri={uri} expiresAt={uriExpiresAt ?? 0} /> : <Waiting {...props} />
}
