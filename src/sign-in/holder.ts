import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { browserStorage } from '../platform/environment.js'
import { setTimer } from '../platform/natives.js'
import { createSafeStorage } from '../platform/storage.js'
import { SIGNED_KEY } from '../platform/stored-names.js'
import type { SignInConfig } from './adapter.js'
import { type Ledger, sessionOf } from './ledger.js'
import type { SignInMachine } from './machine.js'
import type { NamedServer } from './named-server.js'
import type { OwnHolder } from './parts.js'
import { toFailure } from './run.js'
import { isSameAccount, isSession } from './server-call.js'

/** Tells the other pages of the origin that the server's session has changed. Nothing stays stored. */
function tellOthers({ getConfig }: WalletClient): void {
  const storage = createSafeStorage(() => getConfig().storage ?? browserStorage())
  storage.setItem(SIGNED_KEY, '1')
  storage.removeItem(SIGNED_KEY)
}

/** How long the modal shows that the sign-in has succeeded, in ms. */
const SIGNED_IN_SHOWN = 900

/** Closes the modal a little later, unless something else has begun. */
function closeLater(client: WalletClient): void {
  const { auth } = client.getState()
  setTimer(() => {
    const now = client.getState()
    if (now.auth === auth && now.phase === 'ready') client.setAuth(auth, false)
  }, SIGNED_IN_SHOWN)
}

/** What a page hears of a session that has ended. */
export const toSignedOut = ({ address, chainId, namespace }: SignInDetail): SignInDetail => ({
  ...{ address, chainId, namespace, verified: false },
})

/** Creates the {@link OwnHolder} of a store. @param onMove called when it follows another server, after its session has ended */
export function createHolder(
  client: WalletClient,
  machine: SignInMachine,
  server: NamedServer,
  getConfig: () => SignInConfig,
  onMove: () => void,
): OwnHolder {
  let ledger: Ledger | null = null
  /** Follows another ledger. A session at the one before ends. */
  function join(next: Ledger | null) {
    if (next !== ledger && holder.signed) holder.leave()
    // The end of its session may have brought the store here already.
    if (next === ledger) return
    ledger?.leave(holder)
    ledger = next
    ledger?.holders.add(holder)
  }

  const holder: OwnHolder = {
    get ledger() {
      return ledger
    },
    get signed() {
      return ledger && sessionOf(ledger.known, holder)
    },
    move() {
      const named = getConfig().isLeft ? null : server.find()
      if (named === ledger || holder.signed) return false
      join(named)
      return !!named
    },
    leave: (isDoubted) =>
      void ledger?.release(holder, isDoubted).catch((caught) => machine.report(toFailure(caught))),
    isSigningIn: () => !!machine.run,
    uses: (wanted) => client.getState().connections.some(({ namespace }) => namespace === wanted),
    find(session) {
      const { connections } = client.getState()
      const own = connections.find(({ namespace, account }) =>
        isSession(session, { namespace, address: account }),
      )
      return own ? ({ ...session, address: own.account } as SignInDetail) : null
    },
    follow(from, before, now) {
      const was = sessionOf(before, holder)
      const is = sessionOf(now, holder)
      // The server may have issued the nonce to the session that ends here, and take it from nobody else.
      if (before.is === 'somebody') server.dropNonce()
      // The page has named another server before the session at this one has begun.
      if (is) join(from)
      showSession(client, machine, was, is)
      // A listener of the page may have ended it.
      if (is && is !== was && sessionOf(from.known, holder) === is) client.tell('signed_in', is)
      if (was && !is && holder.move()) onMove()
    },
    tellOthers: () => tellOthers(client),
  }
  followClient(client, machine, holder)
  // A sign-in is over, or an account has come: the session may be this store's.
  client.subscribe(() => ledger?.claim())
  return holder
}

/** Shows whose session the store has now, and tells the page of the one that has ended. */
function showSession(
  client: WalletClient,
  machine: SignInMachine,
  was: SignInDetail | null,
  is: SignInDetail | null,
): void {
  const hasBegun = !!is && is !== was
  const isSigningIn = !!machine.run
  machine.show(hasBegun)
  if (hasBegun && isSigningIn) closeLater(client)
  if (was && !(is && isSession(was, is))) client.tell('signed_out', toSignedOut(was))
}

/** Ends a sign-in, or the server's session, when its account is no longer connected. */
function followClient(client: WalletClient, machine: SignInMachine, holder: OwnHolder): void {
  client.on('changed', ({ namespace }) => {
    // The event names no account on a network that nobody knows.
    const account = client.getState().connections.find((each) => each.namespace === namespace)?.account
    if (!account) return
    const { run } = machine
    const { signed } = holder
    const isBound = run && run.stage !== 'moving' && run.connection.namespace === namespace
    if (isBound && run.connection.account !== account) machine.cancel(createSignInError('account_mismatch'))
    if (signed?.namespace === namespace && !isSameAccount(namespace, signed.address, account)) holder.leave()
  })
  client.on('disconnected', ({ namespace, reason }) => {
    // The wallet that has replaced it may have signed in already, on the page where the visitor has chosen it.
    if (holder.signed?.namespace === namespace) holder.leave(reason === 'replaced')
  })
}
