import { afterAll, beforeAll } from 'vitest'
import { createSignIn, type SignIn } from '../../../src/server/sign-in.js'
import { type Anvil, startAnvil } from '../../counterparts/anvil.js'

/** The chain of these tests. */
export const CHAIN = 31_337

/** A site with anvil as its node, for the tests of a file. */
export function useChainSite() {
  const asked = new Set<string>()
  const site = {} as { anvil: Anvil; signIn: SignIn; readonly asked: Set<string> }
  beforeAll(async () => {
    const anvil = await startAnvil({ chainId: CHAIN })
    const chain = `eip155:${CHAIN}`
    const ask = (method: string, params: unknown) => {
      asked.add(method)
      return anvil.request(method, params as unknown[])
    }
    const signIn = createSignIn({ domain: 'shop.example', chains: [chain], rpc: { [chain]: ask } })
    Object.assign(site, { anvil, signIn, asked })
  })
  afterAll(() => site.anvil?.stop())
  return site
}
