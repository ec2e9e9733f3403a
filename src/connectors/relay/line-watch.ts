import type { SignClient } from '@walletconnect/sign-client'
import { setLineDown } from './line.js'

type Relayer = InstanceType<typeof SignClient>['core']['relayer']

/** Follows the socket. */
export interface LineWatch {
  /** Nothing depends on the line any more. */
  rest(): void
}

/** Creates a {@link LineWatch}. @param matters whether somebody waits for the line */
export function createLineWatch(relayer: Relayer, matters: () => boolean): LineWatch {
  relayer.on('relayer_connect', () => setLineDown(false))
  relayer.on('relayer_disconnect', () => {
    if (matters()) setLineDown(true)
  })
  return { rest: () => setLineDown(false) }
}
