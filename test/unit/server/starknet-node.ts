import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getPublicKey, keccak, Point, Signature, sign, utils, verify } from '@scure/starknet'

const VALID = '0x56414c4944'

/** An account contract: the answer of is_valid_signature for a hash and a signature, or its error. */
export type AccountContract = (
  hash: bigint,
  signature: bigint[],
) => string[] | { code: number; message: string; data?: unknown }

const hex = (value: bigint) => `0x${value.toString(16)}`

/** Creates a Stark key. Another library than the tested one makes the signature, on the curve itself. */
export function createStarkKey() {
  const secret = Buffer.from(utils.randomPrivateKey()).toString('hex')
  const publicKey = BigInt(`0x${Buffer.from(getPublicKey(secret, true)).toString('hex').slice(2)}`)
  return {
    publicKey,
    publicHex: hex(publicKey),
    sign(messageHash: string): [string, string] {
      const { r, s } = sign(messageHash.replace('0x', '').padStart(64, '0'), secret)
      return [hex(r), hex(s)]
    },
  }
}

export function isSignedBy(publicKey: bigint, hash: bigint, r: bigint, s: bigint): boolean {
  const digits = hash.toString(16).padStart(64, '0')
  return ['02', '03'].some((prefix) => {
    try {
      const point = Point.fromHex(prefix + publicKey.toString(16).padStart(64, '0'))
      return verify(new Signature(r, s).toHex('compact'), digits, point.toHex(true))
    } catch {
      return false
    }
  })
}

const answer = (isValid: boolean) => [isValid ? VALID : '0x0']

/** Accounts like those of common wallets. */
export const argentLike =
  (owner: bigint): AccountContract =>
  (hash, [count, type, key, r, s, ...more]) =>
    more.length > 0 || s === undefined
      ? answer(isSignedBy(owner, hash, count ?? 0n, type ?? 0n) && key === undefined)
      : answer(count === 1n && type === 0n && key === owner && isSignedBy(owner, hash, r as bigint, s))

export const guardedLike =
  (owner: bigint, guardian: bigint): AccountContract =>
  (hash, signature) => {
    const [count, ...rest] = signature as [bigint, ...bigint[]]
    const isSigned = [owner, guardian].every((key, index) => {
      const [type, named, r, s] = rest.slice(index * 4) as [bigint, bigint, bigint, bigint]
      return type === 0n && named === key && isSignedBy(key, hash, r, s)
    })
    return count === 2n && signature.length === 9 && isSigned
      ? answer(true)
      : { code: 40, message: 'Contract error', data: { revert_error: 'argent/invalid-signature-length' } }
  }

export const braavosLike =
  (owner: bigint): AccountContract =>
  (hash, [type, r, s]) =>
    answer(type === 1n && isSignedBy(owner, hash, r ?? 0n, s ?? 0n))

/** An OpenZeppelin account of Cairo 0: it only has the older entry point, and answers 1 for true. */
export const older = (owner: bigint): AccountContract =>
  Object.assign(
    (hash: bigint, [r, s]: bigint[]) => (isSignedBy(owner, hash, r ?? 0n, s ?? 0n) ? ['0x1'] : ['0x0']),
    { entryPoint: 'isValidSignature' },
  )

const selector = (name: string) => hex(keccak(new TextEncoder().encode(name)))

/** Starts a Starknet node over real HTTP with the given accounts; it keeps every request. */
export async function startStarknetNode() {
  const accounts = new Map<string, AccountContract>()
  const methods: string[] = []

  const call = (params: {
    request: { contract_address: string; entry_point_selector: string; calldata: string[] }
  }) => {
    const { contract_address, entry_point_selector, calldata } = params.request
    const account = accounts.get(hex(BigInt(contract_address)))
    if (!account) return { code: 20, message: 'Contract not found' }
    const { entryPoint = 'is_valid_signature' } = account as { entryPoint?: string }
    if (entry_point_selector !== selector(entryPoint))
      return { code: 21, message: 'Requested entrypoint does not exist in the contract' }
    const [hash, length, ...signature] = calldata.map(BigInt) as [bigint, bigint, ...bigint[]]
    if (Number(length) !== signature.length) return { code: 40, message: 'Contract error' }
    return account(hash, signature)
  }

  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { id, method, params } = JSON.parse(body)
      methods.push(method)
      const result = method === 'starknet_call' ? call(params) : { code: -32601, message: 'Method not found' }
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id, ...(Array.isArray(result) ? { result } : { error: result }) }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    methods,
    deploy: (address: string, account: AccountContract) => void accounts.set(hex(BigInt(address)), account),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
