import { expect } from 'vitest'
import type { Attack, Scene } from './attack.js'
import type { TransportName } from './transports.js'

/**
 * The most that one request of an attack may cost, in sign-ins: the CPU time of a sign-in that succeeds, which recovers one
 * signature. A sign-in costs about 1.4 ms on a usual machine.
 */
const LIMIT = 3

/**
 * How often each attack is repeated. Its cost is that of the fourth cheapest round, because garbage collection disturbs
 * some rounds.
 */
const ROUNDS = 12

/** Attacks that send more than one request. */
const REQUESTS: Record<string, number> = { race: 20, cookie: 2, batch: 8 }

/** A visitor signs in. */
const SIGN_IN: Pick<Attack, 'prepare'> = {
  async prepare(scene) {
    const proof = await scene.prove()
    return async () => (await scene.transport.verify(proof)).code
  },
}

/** The CPU time of what a visitor or an attacker sends to a new scene, in ms. */
async function time({ prepare }: Pick<Attack, 'prepare'>, scene: Scene): Promise<number> {
  const send = await prepare(scene)
  const before = process.cpuUsage()
  await send()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const fourth = (costs: number[]) => costs.sort((a, b) => a - b)[3] as number

/** Checks the cost of an attack beside that of a sign-in, in turns: both meet the same machine. `COSTS=1` prints it. */
export async function measureCost(
  transport: TransportName,
  attack: Attack,
  setScene: () => Scene | Promise<Scene>,
): Promise<void> {
  const attacks: number[] = []
  const signIns: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    signIns.push(await time(SIGN_IN, await setScene()))
    attacks.push((await time(attack, await setScene())) / (REQUESTS[attack.kind] ?? 1))
  }
  const [cost, signIn] = [fourth(attacks), fourth(signIns)]
  if (process.env.COSTS)
    console.log(
      `${(cost / signIn).toFixed(2)} sign-ins of ${signIn.toFixed(2)} ms · ${transport} · ${attack.kind}: ${attack.name}`,
    )
  expect(cost / signIn).toBeLessThan(LIMIT)
}
