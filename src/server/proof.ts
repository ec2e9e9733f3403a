import { readField } from '../errors/normalise.js'
import { createSignInError } from '../errors/sign-in-error.js'
import type { SignInProof } from '../protocol/sign-in-proof.js'
import { MAX_MESSAGE } from '../protocol/siwe/message.js'
import { MAX_REQUEST_BODY } from './limits.js'

/** A submitted form: its fields by name. */
export type SignInForm = Pick<FormData, 'get'> | URLSearchParams | Readonly<Record<string, unknown>>

/** The fields of a form whose button has `name="wallet"`, by name. */
export interface SignInFields {
  /** CAIP-10 id: `eip155:1:0xAb…`, `starknet:SN_MAIN:0x…`. */
  wallet: string
  /** The EIP-4361 text, or the typed data as JSON. */
  wallet_message: string
  /** Hex, or a JSON list of felts. */
  wallet_signature: string
  /** JSON, only for a Starknet account that is not on the chain yet. */
  wallet_deployment?: string | undefined
}

/** What `signIn.verify` takes: a proof, or the submitted fields of a form. */
export type SignInSubmission = SignInProof | SignInFields | Pick<FormData, 'get'>

function isForm(submission: unknown): submission is SignInForm {
  return (
    typeof readField(submission, 'get') === 'function' ||
    readField(submission, 'wallet_message') !== undefined
  )
}

/** Parses JSON in a text, because a form can only send texts. Other texts, and incomplete JSON, stay as they are. */
function readJson(value: unknown, first: '{' | '['): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith(first)) return value
  if (value.length > MAX_REQUEST_BODY) throw createSignInError('message_too_long')
  try {
    return JSON.parse(value)
  } catch {
    // This is not what a wallet has signed; the later check of message and signature reports it.
    return value
  }
}

/** The members of deployment data. */
const DEPLOYMENT = ['address', 'class_hash', 'salt', 'calldata', 'sigdata', 'version'] as const

/** Reads deployment data without anything else, because it may be stored. */
function readDeployment(given: unknown): SignInProof['deployment'] {
  if (typeof given !== 'object' || given === null) return undefined
  const isPlain = (value: unknown) => typeof value !== 'object' || value === null
  const members = DEPLOYMENT.map((name) => [name, readField(given, name)] as const).filter(
    ([, value]) => isPlain(value) || (Array.isArray(value) && value.every(isPlain)),
  )
  return Object.fromEntries(members) as never
}

/**
 * Reads the members of a proof, each once, so that later checks see the same values. It first turns a form's fields
 * into a proof. On Starknet, message and signature may be JSON, as a form sends them.
 *
 * @throws WalletError `message_too_long`
 */
export function readProof(submission: unknown): SignInProof {
  const proof = isForm(submission) ? readSignInForm(submission) : submission
  const chainId = readField(proof, 'chainId')
  const message = readField(proof, 'message')
  const signature = readField(proof, 'signature')
  if (typeof message === 'string' && message.length > MAX_MESSAGE) throw createSignInError('message_too_long')
  const isEvm = typeof chainId === 'string' && chainId.startsWith('eip155:')
  return {
    namespace: readField(proof, 'namespace') as SignInProof['namespace'],
    chainId: chainId as string,
    address: readField(proof, 'address') as string,
    message: (isEvm ? message : readJson(message, '{')) as SignInProof['message'],
    signature: (isEvm ? signature : readJson(signature, '[')) as SignInProof['signature'],
    ...(!isEvm && { deployment: readDeployment(readField(proof, 'deployment')) }),
  }
}

/**
 * Reads the proof that a form with `sign-in="form"` has sent: the fields `wallet` (a CAIP-10 id), `wallet_message` and
 * `wallet_signature`, and `wallet_deployment` for Starknet accounts that are not on the chain yet. Pass it to
 * `signIn.verify`, with the session that the page's nonce was issued to.
 *
 * Browsers send the line breaks of form fields as CRLF; the signed message has only LF.
 *
 * @param form a `FormData`, `URLSearchParams`, or an object such as Express' `req.body`
 * @param name the element's `name`
 *
 * @example
 * const { nonce } = await signIn.issueNonce(sessionId) // into the page: sign-in-nonce="…"
 * const { address } = await signIn.verify(readSignInForm(await request.formData()), sessionId)
 */
export function readSignInForm(form: SignInForm, name = 'wallet'): SignInProof {
  const hasGet = typeof readField(form, 'get') === 'function'
  const read = (field: string): string => {
    const value = hasGet ? (form as URLSearchParams).get(field) : readField(form, field)
    return typeof value === 'string' ? value : ''
  }
  const [namespace = '', reference = '', address = '', ...more] = read(name).split(':')
  const deployment = read(`${name}_deployment`)
  return {
    namespace: namespace as SignInProof['namespace'],
    chainId: `${namespace}:${reference}`,
    address: more.length > 0 ? '' : address,
    message: read(`${name}_message`).replace(/\r\n/g, '\n'),
    signature: read(`${name}_signature`),
    deployment: (readJson(deployment, '{') || undefined) as SignInProof['deployment'],
  }
}
