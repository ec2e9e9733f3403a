import { type ApiCode, toHttpStatus } from '../errors/api-catalogue.js'
import { SIGN_IN_CATALOGUE, type SignInErrorCode } from '../errors/sign-in-catalogue.js'
import { API_CODE_OF } from './refusals.js'

type Schema = Record<string, unknown>

const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more })
const object = (properties: Record<string, Schema>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
})
const list = (items: Schema): Schema => ({ type: 'array', items })
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

const ADDRESS = text('EIP-55 address, or 0x and 64 hex digits on Starknet')
const CHAIN_ID = text('CAIP-2', { examples: ['eip155:1', 'starknet:SN_MAIN'] })
const NAMESPACE = { type: 'string', enum: ['eip155', 'starknet'] }
const FELT = text('A felt, as hex or digits')

/** Codes besides the sign-in's own codes. */
const OTHER_CODES = [
  'request_invalid',
  'config_invalid',
  'PARSE_ERROR',
  'NOT_FOUND',
  'METHOD_NOT_SUPPORTED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL_SERVER_ERROR',
]

const SCHEMAS: Record<string, Schema> = {
  Nonce: object(
    {
      nonce: text('17 to 31 letters and digits, good for ten minutes and one sign-in'),
      domain: text('The site that the message must be for'),
      domains: {
        ...list({ type: 'string' }),
        description:
          'Where the site has more than one host: all of them, of which the message names the page’s own',
      },
      path: text('Path that the URI of an EVM message must lie at or below'),
      resources: { ...list({ type: 'string' }), description: 'What an EVM message must name as Resources' },
      statement: text(
        'The sentence that the visitor agrees to: the statement of an EVM message, and of the long message on Starknet',
      ),
    },
    ['domains', 'path', 'resources', 'statement'],
  ),
  Proof: object(
    {
      namespace: NAMESPACE,
      chainId: CHAIN_ID,
      address: ADDRESS,
      message: {
        description:
          'EVM: the EIP-4361 text that was signed. Starknet: the typed data that was signed (SNIP-12).',
        oneOf: [{ type: 'string' }, { type: 'object' }],
      },
      signature: { description: 'EVM: hex. Starknet: felts.', oneOf: [{ type: 'string' }, list(FELT)] },
      deployment: {
        ...object(
          {
            address: ADDRESS,
            class_hash: FELT,
            salt: FELT,
            calldata: list(FELT),
            sigdata: list(FELT),
            version: { type: 'integer', enum: [0, 1] },
          },
          ['address', 'sigdata', 'version'],
        ),
        description: 'How a Starknet account will be deployed that is not on the chain yet',
      },
    },
    ['namespace', 'deployment'],
  ),
  SignedIn: object({ address: ADDRESS, chainId: CHAIN_ID }),
  Session: object({ address: ADDRESS, chainId: CHAIN_ID, namespace: NAMESPACE }),
  SignedAccount: object({
    namespace: NAMESPACE,
    address: text(
      'The address in any case or with its checksum (EIP-55); on Starknet with or without leading zeros',
    ),
  }),
  Error: object({
    code: text('What is wrong, for programs', { enum: [...Object.keys(SIGN_IN_CATALOGUE), ...OTHER_CODES] }),
    message: text('What is wrong, for people'),
  }),
}

/** Describes the refusals of each status. */
function describeRefusals(codes: readonly (SignInErrorCode | ApiCode)[]): Record<string, Schema> {
  const byStatus = new Map<number, string[]>()
  for (const code of codes) {
    const status = toHttpStatus(
      code in API_CODE_OF ? API_CODE_OF[code as SignInErrorCode] : (code as ApiCode),
    )
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, errors]) => [
      status,
      {
        description: errors.join(', ').replace('BAD_REQUEST', 'request_invalid'),
        content: { 'application/json': { schema: ref('Error') } },
      },
    ]),
  )
}

const answer = (description: string, schema: Schema): Record<string, Schema> => ({
  200: { description, content: { 'application/json': { schema } } },
})

const FAILURES = ['store_failed', 'INTERNAL_SERVER_ERROR'] as const

/**
 * Describes the plain calls in OpenAPI 3.1.
 *
 * @param base the path above the calls
 */
export function describeApi(base: string): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sign-in with a wallet',
      version: '1',
      description:
        'Nonces, verification and sessions. A session is kept in a cookie that scripts cannot read.',
    },
    ...(base && { servers: [{ url: base }] }),
    paths: {
      '/nonce': {
        get: {
          operationId: 'nonce',
          summary: 'Issues a nonce for one sign-in',
          responses: {
            ...answer('The nonce, and who it is for', ref('Nonce')),
            ...describeRefusals(FAILURES),
          },
        },
      },
      '/verify': {
        post: {
          operationId: 'verify',
          summary: 'Checks a signed message, takes its nonce and begins a session',
          requestBody: { required: true, content: { 'application/json': { schema: ref('Proof') } } },
          responses: {
            ...answer('Who has signed in', ref('SignedIn')),
            ...describeRefusals([
              ...(Object.keys(API_CODE_OF) as SignInErrorCode[]),
              'BAD_REQUEST',
              'PARSE_ERROR',
              'PAYLOAD_TOO_LARGE',
              'UNSUPPORTED_MEDIA_TYPE',
              'INTERNAL_SERVER_ERROR',
            ]),
          },
        },
      },
      '/session': {
        get: {
          operationId: 'session',
          summary: 'Who is signed in',
          responses: {
            ...answer('The session, or null', { oneOf: [ref('Session'), { type: 'null' }] }),
            ...describeRefusals(FAILURES),
          },
        },
      },
      '/sign-out': {
        post: {
          operationId: 'signOut',
          summary: 'Ends the session',
          requestBody: {
            description:
              'The account whose session alone is to end. A session of another account stays. Without a body any session ends.',
            content: {
              'application/json': {
                schema: { oneOf: [ref('SignedAccount'), { type: 'object', maxProperties: 0 }] },
              },
            },
          },
          responses: {
            ...answer('No session of the account is left, nor any where none was named', { type: 'null' }),
            ...describeRefusals([
              'BAD_REQUEST',
              'PARSE_ERROR',
              'origin_refused',
              'PAYLOAD_TOO_LARGE',
              'UNSUPPORTED_MEDIA_TYPE',
              ...FAILURES,
            ]),
          },
        },
      },
    },
    components: { schemas: SCHEMAS },
  }
}
