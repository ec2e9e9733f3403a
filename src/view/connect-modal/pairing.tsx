import { useEffect, useState } from 'react'
import type { WalletState } from '../../client/state.js'
import { loadChunk } from '../../platform/chunks.js'
import type { PairingCode } from '../qr/pairing.js'
import type { ViewProps } from './view-props.js'
import { Waiting } from './waiting.js'

let View: typeof PairingCode | undefined

/** Fetches the view of codes as soon as a wallet is chosen that will want one. */
export function usePairingCode({ choices, attempt }: WalletState): void {
  const [, redraw] = useState(0)
  const wanted = choices.some(
    ({ id, canConnectViaQrCode }) => canConnectViaQrCode && id === attempt?.walletId,
  )
  useEffect(() => {
    if (!wanted || View) return
    let here = true
    loadChunk('view/qr/pairing', () => import('../qr/pairing.js')).then(
      ({ PairingCode }) => {
        View = PairingCode
        if (here) redraw(1)
      },
      () => {},
    )
    return () => {
      here = false
    }
  }, [wanted])
}

/** The code of an attempt, once there is one; the waiting view until then. */
export function Pairing(props: ViewProps) {
  const { uri, uriExpiresAt } = props.state.attempt ?? {}
  return uri && View ? <View {...props} uri={uri} expiresAt={uriExpiresAt ?? 0} /> : <Waiting {...props} />
}
