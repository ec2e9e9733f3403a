import type { Connection } from '../client/state.js'
import type { WalletClient } from '../client/wallet-client.js'
import { createPart } from '../platform/chunks.js'
import { readAddress } from '../platform/environment.js'
import { watchPage } from '../platform/page.js'
import { SIGNED_KEY } from '../platform/stored-names.js'
import type { SignInConfig } from './adapter.js'
import { createHolder, toSignedOut } from './holder.js'
import type { SignInMachine } from './machine.js'
import { createNamedServer } from './named-server.js'
import type { OwnPrompt, SignInParts } from './parts.js'
import { fetchAhead, runSignIn, toFailure } from './run.js'
import { isSession } from './server-call.js'
import type { LateSignIn } from './store-sign-in.js'

const ONE_PROMPT = createPart(() => import('./one-prompt.js'))

/**
 * Asks the server who is signed in, when the wallets of this page are back: another tab, or the page after this one, may have
 * signed in or out. A session of an account that was connected when the server was asked, and is not any more, ends. Where no wallet of
 * its namespace is connected, the wallet may still be locked or slow: the session stays. Without an answer nothing changes.
 *
 * @param endsOthers a session of another account of the same namespace ends, unless it may be that of a store without a wallet
 */
async function look({ client, holder }: SignInParts, endsOthers = false): Promise<void> {
  await client.restore()
  const before = client.getState().connections
  const { ledger } = holder
  if (!ledger || !(await ledger.ask())) return
  const { known } = ledger
  if (known.is !== 'somebody' || known.of || [...ledger.holders].some((each) => each.isSigningIn())) return
  const { session } = known
  const { namespace } = session
  const isTheirs = (each: Connection) =>
    isSession(session, { namespace: each.namespace, address: each.account })
  const isOver = holder.uses(namespace)
    ? endsOthers && [...ledger.holders].every((each) => each.uses(namespace))
    : before.some(isTheirs)
  // The store may have left, or follow another server by now.
  if (!isOver || !ledger.holders.has(holder)) return
  // The event tells the page whose session ends.
  client.tell('signed_out', toSignedOut(session))
  holder.leave()
}

/** Creates the effects of the sign-in of a store. @param getConfig returns the page's current configuration */
export function createLateSignIn(
  machine: SignInMachine,
  client: WalletClient,
  getConfig: () => SignInConfig,
): LateSignIn {
  const server = createNamedServer(getConfig)
  const holder = createHolder(client, machine, server, getConfig, () => void look(parts, true))
  const { host, origin } = readAddress()
  const page = {
    ...{ host, origin },
    get statement() {
      return getConfig().statement
    },
  }
  let prompt: OwnPrompt | null = null
  const parts: SignInParts = {
    ...{ client, machine, server, holder, page },
    get prompt() {
      return prompt
    },
    opensWindow: (walletId) =>
      client.getConnectors().some((each) => each.id === walletId && each.opensWindow),
  }
  const lookAgain = () => {
    if (holder.signed || client.getState().account) void look(parts)
  }
  watchPage({ onShow: lookAgain, onStorage: (key, _, value) => key === SIGNED_KEY && value && lookAgain() })
  holder.move()

  return {
    get signed() {
      return holder.signed
    },
    get isUnknown() {
      return holder.ledger?.known.is === 'unknown'
    },
    run: (run) => runSignIn(parts, run),
    async look(walletId) {
      holder.move()
      const { account } = client.getState()
      if (walletId !== undefined && parts.opensWindow(walletId)) void fetchAhead(parts)
      if (account && !machine.run && !holder.signed) await look(parts, true)
    },
    async signOut() {
      holder.move()
      const { signed } = holder
      const ledger = holder.ledger ?? server.get()
      server.dropNonce()
      try {
        await ledger.signOut(holder)
      } catch (error) {
        throw machine.report(toFailure(error))
      }
      return signed && toSignedOut(signed)
    },
    update() {
      if (server.updateProof()) holder.ledger?.hear(true)
      if (holder.move() && client.getState().account) void look(parts, true)
    },
    async prepare() {
      if (getConfig().signIn !== 'off') await fetchAhead(parts)
    },
    async onePrompt() {
      const { createOnePrompt } = await ONE_PROMPT.load()
      // What an earlier attempt has signed is dropped.
      prompt = createOnePrompt(parts)
      return prompt
    },
  }
}
