import { describe, expect, it, vi } from 'vitest'
import type { SignInDetail } from '../../../src/client/wallet-client.js'
import { WalletError } from '../../../src/errors/wallet-error.js'
import type { SignInProof } from '../../../src/protocol/sign-in-proof.js'
import type { SignInAdapter } from '../../../src/sign-in/adapter.js'
import { type Holder, Ledger, sessionOf } from '../../../src/sign-in/ledger.js'
import { ALICE, BOB } from '../client/fixture.js'
import { settle } from './shop.js'

/** A store whose wallet has this account. */
function createHolder(account: string): Holder {
  return {
    isSigningIn: () => false,
    find: (found) => (found.address === account ? ({ ...found } as SignInDetail) : null),
    uses: () => true,
    follow() {},
    tellOthers() {},
  }
}

/** A server's own adapter, whose calls the test answers. */
function createServer(change: Partial<SignInAdapter> = {}) {
  const signOut = vi.fn<SignInAdapter['signOut']>(async () => {})
  const verify = vi.fn<SignInAdapter['verify']>(async () => true)
  const adapter: SignInAdapter = { getNonce: async () => 'nonce', verify, signOut, ...change }
  const ledger = new Ledger(async () => adapter, false)
  const prove = (holder: Holder, address: string) => {
    const [proof, detail] = [{ namespace: 'eip155', address } as SignInProof, { address } as SignInDetail]
    const { signal } = new AbortController()
    return ledger.prove({ adapter, proof, detail, signal, isWanted: () => true }, holder)
  }
  return { ledger, prove, signOut, verify }
}

const session = (address: string) => ({ address, chainId: 'eip155:1' })

describe('the ledger of a server', () => {
  it('ends whatever session there is when the visitor signs out, and one account’s when it leaves', async () => {
    const { ledger, prove, signOut } = createServer()
    const holder = createHolder(ALICE)
    ledger.holders.add(holder)
    await prove(holder, ALICE)
    await ledger.release(holder)
    await prove(holder, ALICE)
    await ledger.signOut(holder)
    expect(signOut.mock.calls).toEqual([[{ namespace: undefined, address: ALICE }], [undefined]])
    expect(ledger.known.is).toBe('nobody')
  })

  it('leaves the session of a newer sign-in alone when an older proof arrives late', async () => {
    const { ledger, prove, signOut, verify } = createServer()
    const [alice, bob] = [createHolder(ALICE), createHolder(BOB)]
    for (const holder of [alice, bob]) ledger.holders.add(holder)
    verify.mockRejectedValueOnce(new WalletError('api_failed'))
    const lost = prove(alice, ALICE)
    const newer = prove(bob, BOB)
    await expect(lost).rejects.toMatchObject({ code: 'api_failed' })
    await newer
    await ledger.untilFree()
    expect([sessionOf(ledger.known, bob)?.address, signOut.mock.calls]).toEqual([BOB, []])
  })

  it('ends the session of a proof whose answer was lost', async () => {
    const getSession = async () => session(ALICE)
    const { ledger, prove, signOut, verify } = createServer({ getSession })
    const holder = createHolder(BOB)
    ledger.holders.add(holder)
    verify.mockRejectedValueOnce(new WalletError('api_failed'))
    await expect(prove(holder, ALICE)).rejects.toMatchObject({ code: 'api_failed' })
    await ledger.untilFree()
    expect(signOut.mock.calls).toHaveLength(1)
  })

  it('gives a session that another page has begun to the store whose account it is', async () => {
    const { ledger, prove, signOut } = createServer({ getSession: async () => session(BOB) })
    const [alice, bob] = [createHolder(ALICE), createHolder(BOB)]
    for (const holder of [alice, bob]) ledger.holders.add(holder)
    await prove(alice, ALICE)
    await ledger.release(alice, true)
    expect([sessionOf(ledger.known, bob)?.address, signOut.mock.calls]).toEqual([BOB, []])
  })

  it('believes the newest question, whichever is answered last', async () => {
    const answers: ((answer: ReturnType<typeof session> | null) => void)[] = []
    const getSession = () => new Promise<ReturnType<typeof session> | null>((give) => void answers.push(give))
    const { ledger } = createServer({ getSession })
    ledger.holders.add(createHolder(ALICE))
    const asked = [ledger.ask(), ledger.ask()]
    await settle()
    answers[1]?.(session(ALICE))
    await settle()
    answers[0]?.(null)
    await Promise.all(asked)
    expect(ledger.known.is).toBe('somebody')
  })

  it('asks when the changes before the question are over', async () => {
    const getSession = vi.fn(async () => session(ALICE))
    const { ledger, prove, verify } = createServer({ getSession })
    const holder = createHolder(ALICE)
    ledger.holders.add(holder)
    const answers: ((isGood: true) => void)[] = []
    verify.mockReturnValueOnce(new Promise((give) => void answers.push(give)))
    const proving = prove(holder, ALICE)
    const asked = ledger.ask()
    await settle()
    expect(getSession).not.toHaveBeenCalled()
    answers[0]?.(true)
    await Promise.all([proving, asked])
    expect(getSession).toHaveBeenCalledTimes(1)
  })

  it('asks no more where a sign-in that came after the question has decided', async () => {
    const [said, checked] = [[], []] as [((who: null) => void)[], ((isGood: true) => void)[]]
    const getSession = vi.fn(() => new Promise<null>((give) => void said.push(give)))
    const { ledger, prove, verify } = createServer({ getSession })
    const holder = createHolder(ALICE)
    ledger.holders.add(holder)
    const asked = ledger.ask()
    await settle()
    verify.mockReturnValueOnce(new Promise((give) => void checked.push(give)))
    const proving = prove(holder, ALICE)
    said[0]?.(null)
    await settle()
    checked[0]?.(true)
    await Promise.all([proving, asked])
    expect([sessionOf(ledger.known, holder)?.address, getSession.mock.calls.length]).toEqual([ALICE, 1])
  })

  it('is unknown again when its last store has left, whatever is answered then', async () => {
    const answers: ((answer: null) => void)[] = []
    const { ledger } = createServer({ getSession: () => new Promise((give) => void answers.push(give)) })
    const holder = createHolder(ALICE)
    ledger.holders.add(holder)
    const asked = ledger.ask()
    await settle()
    ledger.leave(holder)
    answers[0]?.(null)
    await asked
    expect(ledger.known.is).toBe('unknown')
  })
})
