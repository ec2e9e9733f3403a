import { type Attack, createProve, type Scene } from './attack.js'
import { type DoorName, openDoor } from './doors.js'
import { MESSAGES } from './messages.js'
import { REQUESTS } from './requests.js'
import { STORIES } from './stories.js'

/** Every attack that is tried over each transport. */
export const ATTACKS: readonly Attack[] = [...STORIES, ...MESSAGES, ...REQUESTS]

export const DOORS: readonly DoorName[] = ['tRPC', 'plain HTTP', 'form']

/** A server for one attack. */
export function setScene(doorName: DoorName, { options }: Attack): Scene {
  const clock = { time: Date.now() }
  const { door, signIn } = openDoor(doorName, {
    ...options,
    signIn: { ...options?.signIn, now: () => clock.time },
  })
  return { door, doorName, signIn, clock, prove: createProve({ door, clock }) }
}

export const codeFor = ({ code }: Attack, door: DoorName): string =>
  typeof code === 'string' ? code : (code[door] ?? code['plain HTTP'])
