import type { Connection } from '../client/state.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { now } from '../platform/natives.js'
import { within } from '../platform/time.js'
import type { ChainId } from '../protocol/caip2.js'
import { readEvmAddress } from '../protocol/evm-address.js'
import type { OnePromptFields, OnePromptProof } from '../protocol/one-prompt.js'
import { createEvmSignIn, SIGN_IN_LIFETIME } from '../protocol/siwe/build.js'
import { readDateTime } from '../protocol/siwe/date-time.js'
import { parseSignInMessage } from '../protocol/siwe/message.js'
import { checkRecap, findRecap, readAbilities, readOwnStatement } from '../protocol/siwe/recap.js'
import type { OwnPrompt, SignInParts } from './parts.js'
import { readNonce } from './sign-in-message.js'

/** How long a wallet waits for the server's nonce, in ms. Later it is asked to connect only. */
const NONCE_PATIENCE = 3_000

/** Stands for the account that only the wallet knows. */
const NOBODY = `0x${'0'.repeat(40)}`

/** What the page has asked a wallet to sign. */
interface Asked {
  fields: OnePromptFields
  /** The chains that the wallet may have signed for. */
  chains: readonly ChainId[]
  /** The methods that the message may allow the page to ask for. */
  methods: readonly string[]
}

async function writeFields(
  { server, page }: SignInParts,
  chainId: ChainId | undefined,
): Promise<OnePromptFields | null> {
  if (!chainId) return null
  const ledger = server.get()
  const adapter = await ledger.reach()
  const answer = await server.askNonce(ledger, adapter)
  const { nonce, path, resources, statement } = readNonce(answer, page, 'eip155')
  const issuedAt = adapter.now?.() ?? now()
  const { origin } = page
  const bound = { nonce, path, resources, statement }
  const text = createEvmSignIn({ origin, address: NOBODY, chainId, issuedAt, ...bound })
  const { address: _, ...fields } = parseSignInMessage(text)
  return fields
}

/** Checks that a ReCap allows nothing but what the page has asked for. @throws WalletError `message_invalid` */
function checkAbilities(recap: string, { methods, chains }: Asked): void {
  for (const { resource, ability, limits } of readAbilities(recap)) {
    const [namespace, method] = ability.split('/') as [string, string]
    const isAsked = resource === 'eip155' && namespace === 'request' && methods.includes(method)
    const isWithin = limits.every(
      (limit) =>
        limit.chains === undefined || [limit.chains].flat().every((one) => chains.includes(one as ChainId)),
    )
    if (!isAsked || !isWithin)
      throw createSignInError('message_invalid', 'ReCap: more than the page has asked for')
  }
}

/**
 * Checks a message that a wallet has written. It must be the message that the page has asked for, for the connected
 * account.
 *
 * @param time epoch ms by the server's clock
 * @returns false when the message is right but comes too late: it has expired, or the wallet is on another chain
 * @throws WalletError `message_invalid`, `domain_mismatch`, `nonce_unknown`, `account_mismatch`, `chain_mismatch`
 */
function checkMessage(
  text: string,
  { account, chainId }: Pick<Connection, 'account' | 'chainId'>,
  asked: Asked,
  time: number,
): boolean {
  const { fields, chains } = asked
  const said = parseSignInMessage(text)
  checkRecap(said)
  const isScheme = said.scheme === undefined || fields.uri.startsWith(`${said.scheme}:`)
  if (said.domain !== fields.domain || said.uri !== fields.uri || !isScheme)
    throw createSignInError('domain_mismatch')
  if (said.nonce !== fields.nonce) throw createSignInError('nonce_unknown')
  if (readEvmAddress(said.address) !== account) throw createSignInError('account_mismatch')
  const signedChain = `eip155:${said.chainId}` as ChainId
  if (!chains.includes(signedChain)) throw createSignInError('chain_mismatch')
  const more = said.resources?.filter((uri) => !uri.startsWith('urn:recap:')) ?? []
  if (JSON.stringify(more) !== JSON.stringify(fields.resources ?? []))
    throw createSignInError('message_invalid', 'resources')
  if ((readOwnStatement(said.statement) ?? '') !== (fields.statement ?? ''))
    throw createSignInError('message_invalid', 'statement')
  if (said.requestId !== fields.requestId) throw createSignInError('message_invalid', 'requestId')
  const recap = findRecap(said.resources)
  if (recap) checkAbilities(recap, asked)
  const issuedAt = readDateTime(said.issuedAt) ?? 0
  const end = said.expirationTime === undefined ? Infinity : (readDateTime(said.expirationTime) ?? 0)
  const begin = said.notBefore === undefined ? 0 : (readDateTime(said.notBefore) ?? Infinity)
  return signedChain === chainId && time < end && begin <= time && time - issuedAt < SIGN_IN_LIFETIME
}

/** Creates the {@link OwnPrompt} of an attempt. */
export function createOnePrompt(parts: SignInParts): OwnPrompt {
  let asked: Asked | null = null
  let given: { proofs: readonly OnePromptProof[]; asked: Asked } | null = null
  return {
    async write(chains, methods = []) {
      // Without a nonce the wallet is asked to connect only; the sign-in asks for the nonce again, and reports why there is none.
      const writing = writeFields(parts, chains[0]).catch(() => null)
      const fields = await within(writing, NONCE_PATIENCE, () => null)
      asked = fields && { fields, chains, methods }
      return fields
    },
    take(proofs) {
      given = asked && { proofs, asked }
    },
    use(connection, time) {
      const own = given
      // Even if the server refuses it, the next sign-in asks the wallet.
      given = null
      if (!own || connection.namespace !== 'eip155') return null
      // The proof of an account that the visitor did not choose is never used.
      const mine = own.proofs.filter(({ address }) => readEvmAddress(address) === connection.account)
      return mine.find(({ message }) => checkMessage(message, connection, own.asked, time)) ?? null
    },
  }
}
