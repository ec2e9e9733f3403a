import { readFileSync } from 'node:fs'
import {
  concat,
  createPublicClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashMessage,
  hashTypedData,
  http,
  parseAbi,
  serializeErc8010Signature,
  toHex,
} from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSignInHandler } from '../../../src/server/handler.js'
import { createSignIn } from '../../../src/server/sign-in.js'
import { codeOf, createVisitor, type Visitor, writeMessage } from '../../unit/server/visitor.js'
import { CHAIN, useChainSite } from './chain-site.js'

const code = JSON.parse(readFileSync('test/chain/sign-in/solidity/bytecode.json', 'utf8')) as Record<
  string,
  Hex
>
const abi = parseAbi([
  'function setOwner(address)',
  'function replaceOwner(address, address)',
  'function initialize(address)',
])

const site = useChainSite()

async function send(from: string, to: string | undefined, data: Hex): Promise<string> {
  await site.anvil.request('anvil_setBalance', [from, toHex(10n ** 18n)])
  await site.anvil.request('anvil_impersonateAccount', [from])
  const hash = await site.anvil.request('eth_sendTransaction', [{ from, to, data, gas: '0x500000' }])
  const receipt = await site.anvil.receipt(hash)
  expect(receipt.status).toBe('0x1')
  return receipt.contractAddress as string
}

const deploy = (name: string, parameters: Hex) =>
  send(createVisitor().address, undefined, concat([code[name] as Hex, parameters]))

async function prove(address: string, sign: (message: string) => Promise<Hex>) {
  const { nonce } = await site.signIn.issueNonce()
  const message = writeMessage(nonce, address, { chainId: CHAIN })
  const chainId = `eip155:${CHAIN}`
  return { namespace: 'eip155' as const, chainId, address, message, signature: await sign(message) }
}

type Proof = Awaited<ReturnType<typeof prove>>

/** The verdict of viem about the same proof. */
const askViem = ({ address, message, signature }: Proof) =>
  createPublicClient({ transport: http(site.anvil.url) }).verifyMessage({
    address: address as Hex,
    message,
    signature,
  })

/** Both verdicts, which must be equal. */
async function judge(proof: Proof): Promise<string> {
  const theirs = await askViem(proof)
  const ours = await codeOf(site.signIn.verify(proof))
  expect(ours === 'resolved').toBe(theirs)
  return ours
}

describe('an account with an owner that signs nested messages (ERC-7739)', () => {
  const nest = (address: string, owner: Visitor) => (message: string) =>
    owner.account.signTypedData({
      domain: { name: 'Account7739', version: '1', chainId: CHAIN, verifyingContract: address as Hex },
      types: { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] },
      primaryType: 'PersonalSign',
      message: { prefixed: toHex(`\x19Ethereum Signed Message:\n${message.length}${message}`) },
    })
  const open = async (owner: Visitor) =>
    deploy('Account7739', encodeAbiParameters([{ type: 'address' }], [owner.address]))

  it('signs in, but not with its owner’s signature for another account', async () => {
    const owner = createVisitor()
    const [address, other] = [await open(owner), await open(owner)]
    expect(await judge(await prove(address, nest(address, owner)))).toBe('resolved')
    expect(await judge(await prove(address, nest(other, owner)))).toBe('signature_invalid')
    expect(await judge(await prove(address, nest(address, createVisitor())))).toBe('signature_invalid')
  })

  it('no longer accepts its sign-in when it has another owner', async () => {
    const owner = createVisitor()
    const address = await open(owner)
    const proof = await prove(address, nest(address, owner))
    await site.signIn.verify(proof)
    expect(await site.signIn.revalidate(proof)).toEqual({
      address: expect.stringMatching(new RegExp(address, 'i')),
      chainId: proof.chainId,
    })
    await send(
      owner.address,
      address,
      encodeFunctionData({ abi, functionName: 'setOwner', args: [createVisitor().address] }),
    )
    expect(await codeOf(site.signIn.revalidate(proof))).toBe('signature_invalid')
  })
})

describe('an account of several owners', () => {
  const hashFor = (address: string, message: string) =>
    hashTypedData({
      domain: { chainId: CHAIN, verifyingContract: address as Hex },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message: hashMessage(message) },
    })
  const signBy = (address: string, owners: Visitor[]) => async (message: string) => {
    const sorted = [...owners].sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
    return concat(
      await Promise.all(sorted.map(({ account }) => account.sign({ hash: hashFor(address, message) }))),
    )
  }
  const open = (owners: Visitor[], guardian: Visitor) =>
    deploy(
      'Multisig',
      encodeAbiParameters(
        [{ type: 'address[]' }, { type: 'uint256' }, { type: 'address' }],
        [owners.map(({ address }) => address), 2n, guardian.address],
      ),
    )
  const visitors = () => Array.from({ length: 4 }, createVisitor) as [Visitor, Visitor, Visitor, Visitor]

  it('signs in with as many as it needs, and not with fewer, the same one twice or a stranger', async () => {
    const [one, two, three, stranger] = visitors()
    const address = await open([one, two, three], stranger)
    for (const [owners, expected] of [
      [[one, two], 'resolved'],
      [[three, two], 'resolved'],
      [[one], 'signature_invalid'],
      [[one, two, three], 'signature_invalid'],
      [[one, one], 'signature_invalid'],
      [[one, stranger], 'signature_invalid'],
    ] as const) {
      expect(await judge(await prove(address, signBy(address, [...owners])))).toBe(expected)
    }
  })

  it('ends the sessions of an owner that its guardian has replaced', async () => {
    const [one, two, next, guardian] = visitors()
    const address = await open([one, two], guardian)
    const handle = createSignInHandler(site.signIn, { keepProof: true })
    const ask = (path: string, init: RequestInit = {}) =>
      new Request(`https://shop.example/${path}`, {
        ...init,
        headers: { origin: 'https://shop.example', ...init.headers },
      })
    const proof = await prove(address, signBy(address, [one, two]))
    const headers = { 'content-type': 'application/json' }
    const signed = await handle(ask('verify', { method: 'POST', headers, body: JSON.stringify(proof) }))
    const cookie = signed.headers.getSetCookie()[0]?.split(';')[0] as string
    const request = ask('me', { headers: { cookie } })
    expect(await handle.revalidate(request)).toMatchObject({ chainId: proof.chainId })

    const data = encodeFunctionData({ abi, functionName: 'replaceOwner', args: [one.address, next.address] })
    await send(guardian.address, address, data)
    expect(await handle.readSession(request)).not.toBeNull()
    const answer = new Headers()
    expect(await handle.revalidate(request, answer)).toBeNull()
    expect(answer.getSetCookie()[0]).toContain('Max-Age=0')
    expect(await handle.readSession(request)).toBeNull()
  })

  it('keeps its session when it cannot be asked again because its node is gone', async () => {
    const [one, two, , guardian] = visitors()
    const address = await open([one, two], guardian)
    const proof = await prove(address, signBy(address, [one, two]))
    const gone = createSignIn({
      domain: 'shop.example',
      chains: [proof.chainId],
      rpc: { [proof.chainId]: 'http://127.0.0.1:9' },
    })
    expect(await codeOf(gone.revalidate(proof))).toBe('rpc_failed')
  })
})

describe('an account with a key and a delegation in its signature (ERC-8010)', () => {
  let delegate: Hex
  beforeAll(async () => {
    delegate = (await deploy('Delegate', '0x')) as Hex
  })
  const authorize = (visitor: Visitor, change: { chainId?: number; nonce?: number; address?: Hex } = {}) =>
    visitor.account.signAuthorization({ address: delegate, chainId: CHAIN, nonce: 0, ...change })
  const initialize = (signer: Visitor) =>
    encodeFunctionData({ abi, functionName: 'initialize', args: [signer.address] })
  const pack =
    (
      visitor: Visitor,
      signer: Visitor,
      authorization: Awaited<ReturnType<typeof authorize>>,
      named = signer,
    ) =>
    async (message: string) => {
      const { address, chainId, nonce, r, s, yParity } = authorization
      return serializeErc8010Signature({
        authorization: { address, chainId, nonce, r, s, yParity: yParity as number },
        address: visitor.address,
        data: initialize(named),
        signature: await signer.account.signMessage({ message }),
      })
    }

  it('signs in before it has delegated, and nothing is sent', async () => {
    const [visitor, signer] = [createVisitor(), createVisitor()]
    site.asked.clear()
    const proof = await prove(visitor.address, pack(visitor, signer, await authorize(visitor)))
    expect(await judge(proof)).toBe('resolved')
    expect([...site.asked].sort()).toEqual(['eth_call', 'eth_getCode', 'eth_getTransactionCount'])
    expect(await site.anvil.request('eth_getCode', [visitor.address, 'latest'])).toBe('0x')
  })

  it('signs in for all chains when the delegation says so', async () => {
    const [visitor, signer] = [createVisitor(), createVisitor()]
    expect(
      await codeOf(
        site.signIn.verify(
          await prove(visitor.address, pack(visitor, signer, await authorize(visitor, { chainId: 0 }))),
        ),
      ),
    ).toBe('resolved')
  })

  it.each<[string, (visitor: Visitor, signer: Visitor) => Promise<(message: string) => Promise<Hex>>]>([
    [
      'is for another chain',
      async (visitor, signer) => pack(visitor, signer, await authorize(visitor, { chainId: 5 })),
    ],
    [
      'comes too late',
      async (visitor, signer) => pack(visitor, signer, await authorize(visitor, { nonce: 3 })),
    ],
    ['is somebody else’s', async (visitor, signer) => pack(visitor, signer, await authorize(signer))],
    [
      'names another signer',
      async (visitor, signer) => pack(visitor, signer, await authorize(visitor), createVisitor()),
    ],
    [
      'is to a contract that is not there',
      async (visitor, signer) =>
        pack(visitor, signer, await authorize(visitor, { address: visitor.address })),
    ],
  ])('is refused when the delegation %s', async (_, prepare) => {
    const [visitor, signer] = [createVisitor(), createVisitor()]
    expect(
      await codeOf(site.signIn.verify(await prove(visitor.address, await prepare(visitor, signer)))),
    ).toBe('signature_invalid')
  })

  it('is asked itself once it has delegated', async () => {
    const [visitor, signer, other] = [createVisitor(), createVisitor(), createVisitor()]
    const packed = pack(visitor, signer, await authorize(visitor))
    await site.anvil.request('anvil_setCode', [visitor.address, concat(['0xef0100', delegate])])
    expect(await codeOf(site.signIn.verify(await prove(visitor.address, packed)))).toBe('signature_invalid')
    await send(other.address, visitor.address, initialize(signer))
    expect(await judge(await prove(visitor.address, packed))).toBe('resolved')
  })

  it.each([
    ['the magic word alone', `0x${'8010'.repeat(16)}`],
    ['a length beyond its begin', `0x${'ff'.repeat(32)}${'8010'.repeat(16)}`],
    ['a length of nothing', `0x${'00'.repeat(32)}${'8010'.repeat(16)}`],
    [
      'words of nothing but ones',
      `0x${'ff'.repeat(320)}${(320).toString(16).padStart(64, '0')}${'8010'.repeat(16)}`,
    ],
  ])('is refused with a wrapper of %s', async (_, signature) => {
    const proof = await prove(createVisitor().address, async () => signature as Hex)
    expect(await codeOf(site.signIn.verify(proof))).toBe('signature_invalid')
  })
})
