import { describe, expect, it } from 'vitest'
import { ANONYMOUS } from '../../../../src/client/sign-in-state.js'
import type { WalletState } from '../../../../src/client/state.js'
import type { WalletClient } from '../../../../src/client/wallet-client.js'
import { tellNews } from '../../../../src/view/button/news.js'
import { english } from '../../../../src/view/i18n/texts.js'

const alpha = { namespace: 'eip155', walletId: 'alpha', wallet: { name: 'Alpha' }, chainId: 'eip155:1' }

function createBench() {
  const listeners = new Set<() => void>()
  let state = { open: false, connections: [], auth: ANONYMOUS } as unknown as WalletState
  const client = {
    getState: () => state,
    on: () => () => {},
    getConfig: () => ({ networks: [] }),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as unknown as WalletClient
  const said: string[] = []
  const start = state
  const join = (name: string, hasFocus = false) =>
    tellNews(client, start, {
      element: { matches: () => hasFocus } as unknown as HTMLElement,
      texts: english,
      say: (text) => said.push(`${name}: ${text}`),
    })
  return {
    said,
    join,
    listeners,
    set(patch: object) {
      state = { ...state, ...patch }
      for (const listener of [...listeners]) listener()
    },
  }
}

describe('the announcement of a change (U10)', () => {
  it('is made once, through one of a client’s buttons', () => {
    const { said, join, set } = createBench()
    join('one')
    join('two', true)
    set({ connections: [alpha] })
    set({ open: false })
    set({ connections: [{ ...alpha, chainId: 'eip155:8453' }] })
    set({ connections: [] })
    expect(said).toEqual([
      'two: Alpha is connected',
      'two: The network is now Base',
      'two: Alpha is disconnected',
    ])
  })

  it('waits until the dialog has closed, because nothing outside of it is read out', () => {
    const { said, join, set } = createBench()
    join('one')
    set({ open: true })
    set({ connections: [alpha] })
    expect(said).toEqual([])
    set({ open: false })
    expect(said).toEqual(['one: Alpha is connected'])
  })

  it('names the end of a sign-in without a dialog, and leaves the others to the dialog', () => {
    const { said, join, set } = createBench()
    join('one')
    set({ auth: { ...ANONYMOUS, status: 'verifying' } })
    set({ auth: { ...ANONYMOUS, status: 'signed-in' } })
    expect(said).toEqual(['one: Signed in'])
    set({ auth: { ...ANONYMOUS, status: 'verifying' }, open: true })
    set({ auth: { ...ANONYMOUS, status: 'signed-in' } })
    set({ open: false })
    expect(said).toHaveLength(1)
  })

  it('names what happened while the button was loading, and nothing earlier', async () => {
    const { said, join, set } = createBench()
    set({ connections: [alpha] })
    join('late')
    await Promise.resolve()
    expect(said).toEqual(['late: Alpha is connected'])
    join('another')
    await Promise.resolve()
    expect(said).toHaveLength(1)
  })

  it('leaves nothing behind when the last button is gone', () => {
    const { join, listeners } = createBench()
    const [one, two] = [join('one'), join('two')]
    one()
    expect(listeners.size).toBe(1)
    two()
    expect(listeners.size).toBe(0)
  })
})
