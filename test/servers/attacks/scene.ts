import { type Attack, createProve, type Scene } from './attack.js'
import { MESSAGES } from './messages.js'
import { REQUESTS } from './requests.js'
import { STORIES } from './stories.js'
import { openTransport, type TransportName } from './transports.js'

/** Every attack that is tried over each transport. */
export const ATTACKS: readonly Attack[] = [...STORIES, ...MESSAGES, ...REQUESTS]

export const TRANSPORTS: readonly TransportName[] = ['tRPC', 'plain HTTP', 'form']

/** Starts a server for one attack. */
export function setScene(transportName: TransportName, { options }: Attack): Scene {
  const clock = { time: Date.now() }
  const { transport, signIn } = openTransport(transportName, {
    ...options,
    signIn: { ...options?.signIn, now: () => clock.time },
  })
  return { transport, transportName, signIn, clock, prove: createProve({ transport, clock }) }
}

export const codeFor = ({ code }: Attack, transport: TransportName): string =>
  typeof code === 'string' ? code : (code[transport] ?? code['plain HTTP'])
