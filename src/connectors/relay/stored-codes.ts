import type { SignClient } from '@walletconnect/sign-client'
import type { ProposalTypes } from '@walletconnect/types'
import { SECOND } from '../../constants.js'
import { readField } from '../../errors/normalise.js'
import { findLocks } from '../../platform/locks.js'
import { NativePromise, now } from '../../platform/natives.js'
import type { StorageLike } from '../../platform/storage.js'
import { codesKey } from '../../platform/stored-names.js'
import { type ConnectorConfig, storageOf } from '../config.js'
import { prefixOf, type RelayName, type RelayPrefix, readList, writeRecord } from './stored-sessions.js'

type Client = InstanceType<typeof SignClient>

/** A request to sign in that goes with a code. Its answer belongs to the page that has asked. */
export interface StoredSignIn {
  id: number
  /** The topic of its answer. */
  topic: string
  /** The page's key for it. */
  own: string
}

/** A code that a page has shown, until the attempt is over: a wallet may answer it when the page is gone. */
export interface StoredCode {
  prefix: RelayPrefix
  /** The topic of its pairing. */
  topic: string
  /** Epoch seconds; nobody can answer it from then on. */
  expiry: number
  proposal: ProposalTypes.Struct
  signIn?: StoredSignIn
  /** The key of the wallet that has answered, if its session has not come yet. */
  wallet?: string
  /** What the client needs to read the answer: topic or public key → hex, and its own seed. */
  keys: Record<string, string>
}

/** More codes than tabs in which a visitor connects a phone at once; the oldest is dropped. */
const MAX_CODES = 4

const SEED = 'client_ed25519_seed'

const isHex = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

function isCode(value: unknown): value is StoredCode {
  const proposal = readField(value, 'proposal')
  const keys = readField(value, 'keys')
  return (
    isHex(readField(value, 'topic')) &&
    Number(readField(value, 'expiry')) * SECOND > now() &&
    typeof readField(proposal, 'id') === 'number' &&
    isHex(readField(readField(proposal, 'proposer'), 'publicKey')) &&
    typeof keys === 'object' &&
    keys !== null &&
    Object.values(keys).every(isHex)
  )
}

/** The codes of a store that may still be answered, of both families. */
const readAll = (storage: StorageLike, store: string): StoredCode[] =>
  readList(storage, codesKey(store), isCode)

/** The codes of a prefix that may still be answered. */
export const readCodes = (storage: StorageLike, store: string, prefix: RelayPrefix): StoredCode[] =>
  readAll(storage, store).filter((code) => code.prefix === prefix)

/** Whether an earlier page has shown a code that may still be answered. */
export const hasCode = (name: RelayName, config: ConnectorConfig): boolean =>
  readCodes(storageOf(config), config.store, prefixOf(name, config.store)).length > 0

const lockOf = (topic: string): string => `wcb.1:code:${topic}`

/**
 * Waits until no other page has a code on screen, and locks it for this page. The browser releases the lock when the page is gone.
 *
 * @param signal ends the wait
 */
export function lockCode(topic: string, signal?: AbortSignal): { locked: Promise<void>; release(): void } {
  let release = () => {}
  const released = new NativePromise<void>((resolve) => {
    release = resolve
  })
  const locked = new NativePromise<void>((resolve) => {
    const asking = findLocks()?.request(lockOf(topic), signal ? { signal } : {}, () => {
      resolve()
      return released
    })
    // Without the browser's locks this page counts as the only one.
    if (asking) asking.catch(() => resolve())
    else resolve()
  })
  return { locked, release }
}

/** Whether no page has a code on screen, nor waits for its answer. Without the browser's locks this page counts as the only one. */
export const isUnlocked = async (topic: string): Promise<boolean> => {
  const asking = findLocks()?.request(lockOf(topic), { ifAvailable: true }, (lock) => !!lock)
  return (await asking?.catch(() => true)) ?? true
}

/** Replaces the stored code of a topic. */
function putCode(storage: StorageLike, store: string, topic: string, code: StoredCode | null): void {
  const others = readAll(storage, store).filter((one) => one.topic !== topic)
  writeRecord(storage, codesKey(store), [...others, ...(code ? [code] : [])].slice(-MAX_CODES))
}

/** Deletes a code: its attempt is over. */
export const dropCode = (storage: StorageLike, store: string, topic: string): void =>
  putCode(storage, store, topic, null)

/** Where the codes of a relay are stored. */
export interface CodePlace {
  storage: StorageLike
  store: string
  prefix: RelayPrefix
}

/** Stores the code of a pairing that a client has proposed. */
export function keepCode(
  { core, proposal: proposals }: Client,
  { storage, store, prefix }: CodePlace,
  topic: string,
  signIn: StoredSignIn | undefined,
): void {
  const proposal = proposals.getAll().find(({ pairingTopic }) => pairingTopic === topic)
  if (!proposal) return
  const names = [topic, proposal.proposer.publicKey, SEED, ...(signIn ? [signIn.own] : [])]
  const { keychain } = core.crypto
  const keys = Object.fromEntries(
    names.filter((name) => keychain.has(name)).map((name) => [name, keychain.get(name)]),
  )
  const { expiryTimestamp: expiry } = proposal
  putCode(storage, store, topic, { prefix, topic, expiry, proposal, ...(signIn && { signIn }), keys })
}

/** Stores which wallet has answered a code: the relay does not repeat the answer. */
export function keepAnswer({ storage, store, prefix }: CodePlace, id: number, wallet: unknown): void {
  const code = readCodes(storage, store, prefix).find(({ proposal }) => proposal.id === id)
  if (code && typeof wallet === 'string') putCode(storage, store, code.topic, { ...code, wallet })
}
