import type { FeltCall } from '../../../src/protocol/starknet-transaction.js'
import type { StarknetTypedData } from '../../../src/protocol/starknet-typed-data.js'
import { createScriptedAccount, type ScriptedAccount } from '../../../src/testing/starknet/account.js'
import { createSender } from '../../../src/testing/starknet/execution.js'
import { toFelt, toHex } from '../../../src/testing/starknet/hash.js'
import { hashTypedData } from '../../../src/testing/starknet/typed-data-hash.js'
import type { HostSettings } from './settings.js'

/** The visitor who is logged in: an e-mail address and its account. */
export interface Visitor {
  readonly email: string
  readonly address: string
  sign(typedData: StarknetTypedData): string[]
  /** Sends a transaction to the node. @returns its hash */
  execute(calls: readonly FeltCall[]): Promise<string>
  /** The data that the account's contract will be deployed with. */
  readonly deployment: {
    address: string
    class_hash: string
    salt: string
    calldata: string[]
    version: 0 | 1
  }
}

const EMAIL = 'email'
const ALLOWED = 'allowed'

/** A test key derived from the address; such an account has no value. */
async function deriveKey(email: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`demo:${email}`))
  const hex = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `00${hex.slice(2)}`
}

async function openVisitor(email: string, { chain, node }: HostSettings): Promise<Visitor> {
  const account: ScriptedAccount = createScriptedAccount(await deriveKey(email))
  // The host deploys accounts and pays for it.
  await fetch('/deploy', { method: 'POST', body: JSON.stringify({ ...account, sign: undefined }) })
  const send = createSender({ account, chain, nodes: { [chain]: node } })
  return {
    email,
    address: toHex(BigInt(account.address)),
    sign: (typedData) => account.sign(hashTypedData(typedData, account.address)),
    execute: send,
    deployment: {
      address: toHex(BigInt(account.address)),
      class_hash: account.classHash,
      salt: account.publicKey,
      calldata: [account.publicKey],
      version: 1,
    },
  }
}

/** The host's memory of the visitor, stored by this browser. */
export interface Visits {
  current(): Promise<Visitor | null>
  logIn(email: string): Promise<Visitor>
  logOut(): void
  isAllowed(site: string): boolean
  allow(site: string): void
}

/** Opens the {@link Visits} of a host. */
export function openVisits(settings: HostSettings): Visits {
  const readAllowed = (): string[] => JSON.parse(localStorage.getItem(ALLOWED) ?? '[]')
  return {
    async current() {
      const email = localStorage.getItem(EMAIL)
      return email ? openVisitor(email, settings) : null
    },
    logIn(email) {
      localStorage.setItem(EMAIL, email)
      return openVisitor(email, settings)
    },
    logOut() {
      localStorage.removeItem(EMAIL)
      localStorage.removeItem(ALLOWED)
    },
    isAllowed: (site) => readAllowed().includes(site),
    allow: (site) => localStorage.setItem(ALLOWED, JSON.stringify([...new Set([...readAllowed(), site])])),
  }
}

/** A chain's id as wallets name it. */
export const toChainHex = (chain: string): string => toHex(toFelt(chain))
