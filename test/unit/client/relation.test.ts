import { expect, test } from 'vitest'
import type { Now } from '../../../src/client/core.js'
import { relation } from '../../../src/client/relation.js'

const asked = (id: string, namespace: string) => ({
  connector: { id, aliases: [`alias of ${id}`], namespace },
})
const waits = (walletId?: string, chainId?: string) => ({ options: { walletId }, chainId })

/** Every kind of now: its phase, the call that waits, and the attempt. */
const NOW = {
  idle: { phase: 'ready', call: null, attempt: null },
  finding: { phase: 'ready', call: waits(), attempt: null },
  'finding one': { phase: 'restoring', call: waits('one'), attempt: null },
  'finding on EVM': { phase: 'ready', call: waits(undefined, 'eip155:1'), attempt: null },
  opened: { phase: 'choosing', call: null, attempt: null },
  choosing: { phase: 'choosing', call: waits(), attempt: null },
  'asking one': { phase: 'awaiting', call: waits(), attempt: asked('one', 'eip155') },
  'asking by a click': { phase: 'opening', call: null, attempt: asked('one', 'eip155') },
  failed: { phase: 'failed', call: null, attempt: asked('one', 'eip155') },
  'failed, and finding': { phase: 'failed', call: waits('two'), attempt: asked('one', 'eip155') },
} as unknown as Record<string, Now>

/** What each new call is to each kind of now, in their order: joins, replaces, is served separately. */
const ROWS: [call: string, options: object, relations: string, mode?: string][] = [
  ['no wallet', {}, 'r j j j r j j j r j'],
  ['the same wallet', { walletId: 'one' }, 'r r j r r r j j r r'],
  ['its alias', { walletId: 'alias of one' }, 'r r r r r r j j r r'],
  ['another wallet', { walletId: 'two' }, 'r r r r r r r r r j'],
  ['another chain of the family', { chainId: 'eip155:5' }, 'r j j j r j j j r j'],
  ['another family', { chainId: 'starknet:SN_MAIN' }, 'r j j r r j r r r j'],
  ['the wallet, in another family', { walletId: 'one', chainId: 'starknet:SN_MAIN' }, 'r r j r r r r r r r'],
  ['neverAsk', { mode: 'neverAsk' }, 's s s s s s s s s s'],
  ['neverAsk for a wallet', { mode: 'neverAsk', walletId: 'one' }, 's s s s s s s s s s'],
  ['a page that never asks', {}, 's s s s s s s s s s', 'neverAsk'],
  ['a wallet on a page that never asks', { walletId: 'one' }, 'r r j r r r j j r r', 'neverAsk'],
  ['alwaysAsk on such a page', { mode: 'alwaysAsk' }, 'r j j j r j j j r j', 'neverAsk'],
]

test.each(ROWS)(
  'a call for %s',
  (_, { chainId, ...options }: { chainId?: string }, relations, mode = 'canAsk') => {
    const wanted = { options, chainId, config: { mode } } as never
    const found = Object.values(NOW).map((now) => relation(wanted, now)[0])
    expect(found.join(' ')).toBe(relations)
  },
)
