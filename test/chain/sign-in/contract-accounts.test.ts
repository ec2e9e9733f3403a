import { createPublicClient, type Hex, http } from 'viem'
import { describe, expect, it } from 'vitest'
import { createSignIn } from '../../../src/server/sign-in.js'
import { codeOf, createVisitor, type Visitor, writeMessage } from '../../unit/server/visitor.js'
import { CHAIN, useChainSite } from './chain-site.js'
import { accountCode, FACTORY, HOSTILE, planAccount, wrap } from './contracts.js'

const site = useChainSite()

/** A proof of `address`, signed by the visitor's key and packed by `pack`. */
async function prove(
  address: string,
  visitor: Visitor,
  pack: (signature: Hex) => string = (signature) => signature,
) {
  const { nonce } = await site.signIn.issueNonce()
  const message = writeMessage(nonce, address, { chainId: CHAIN })
  const chainId = `eip155:${CHAIN}`
  return {
    namespace: 'eip155' as const,
    chainId,
    address,
    message,
    signature: pack(await visitor.sign(message)),
  }
}

/** The verdict of viem about the same proof: it asks the chain through the validator of ERC-6492. */
function askViem(proof: { address: string; message: string; signature: string }): Promise<boolean> {
  return createPublicClient({ transport: http(site.anvil.url) }).verifyMessage({
    address: proof.address as Hex,
    message: proof.message,
    signature: proof.signature as Hex,
  })
}

const place = async (code: Hex): Promise<string> => {
  const { address } = createVisitor()
  await site.anvil.request('anvil_setCode', [address, code])
  return address
}

describe('a deployed contract account (ERC-1271)', () => {
  it('signs in with its owner’s signature, and with no other', async () => {
    const owner = createVisitor()
    const address = await place(accountCode(owner.address))
    const proof = await prove(address, owner)
    expect(await askViem(proof)).toBe(true)
    expect(await site.signIn.verify(proof)).toEqual({ address, chainId: `eip155:${CHAIN}` })
    expect(await codeOf(site.signIn.verify(proof))).toBe('nonce_used')
    expect(await codeOf(site.signIn.verify(await prove(address, createVisitor())))).toBe('signature_invalid')
  })

  it('is not found on another chain', async () => {
    const owner = createVisitor()
    const address = await place(accountCode(owner.address))
    const other = createSignIn({ domain: 'shop.example', chains: ['eip155:1'] })
    const { nonce } = await other.issueNonce()
    const message = writeMessage(nonce, address)
    const proof = {
      namespace: 'eip155' as const,
      chainId: 'eip155:1',
      address,
      message,
      signature: await owner.sign(message),
    }
    expect(await codeOf(other.verify(proof))).toBe('signature_invalid')
  })

  it('signs in with the key of its address even when its code refuses (EIP-7702)', async () => {
    const visitor = createVisitor()
    await site.anvil.request('anvil_setCode', [visitor.address, HOSTILE.reverts])
    expect(await codeOf(site.signIn.verify(await prove(visitor.address, visitor)))).toBe('resolved')
  })

  it.each(Object.entries(HOSTILE))('H11: that %s is refused within 10 s', async (_, code) => {
    const address = await place(code)
    const proof = await prove(address, createVisitor())
    expect(await codeOf(site.signIn.verify(proof))).toBe('signature_invalid')
  })
})

describe('H12: an account that is not deployed yet (ERC-6492)', () => {
  it('signs in and stays undeployed, because only eth_call was sent', async () => {
    site.asked.clear()
    const owner = createVisitor()
    const { address, factoryCalldata } = planAccount(owner.address)
    const proof = await prove(address, owner, (signature) => wrap(factoryCalldata, signature))
    expect(await askViem(proof)).toBe(true)
    expect(await codeOf(site.signIn.verify(proof))).toBe('resolved')
    expect([...site.asked]).toEqual(['eth_call'])
    expect(await site.anvil.request('eth_getCode', [address, 'latest'])).toBe('0x')
  })

  it('does not sign in by a factory with more digits than an address, deployed or not (SV17)', async () => {
    const owner = createVisitor()
    const { address, factoryCalldata } = planAccount(owner.address)
    const tooLong = (signature: Hex) => wrap(factoryCalldata, signature).replace('0x00', '0x01')
    const proof = await prove(address, owner, tooLong)
    expect([await askViem(proof), await codeOf(site.signIn.verify(proof))]).toEqual([
      false,
      'signature_invalid',
    ])
    const deployed = await prove(await place(accountCode(owner.address)), owner, tooLong)
    expect(await codeOf(site.signIn.verify(deployed))).toBe('signature_invalid')
  })

  it('signs in with the same wrapper once it is deployed', async () => {
    const owner = createVisitor()
    const { address, factoryCalldata } = planAccount(owner.address)
    const [from] = (await site.anvil.request('eth_accounts')) as string[]
    await site.anvil.receipt(
      await site.anvil.request('eth_sendTransaction', [{ from, to: FACTORY, data: factoryCalldata }]),
    )
    expect(await site.anvil.request('eth_getCode', [address, 'latest'])).toBe(
      accountCode(owner.address).toLowerCase(),
    )
    const proof = await prove(address, owner, (signature) => wrap(factoryCalldata, signature))
    expect(await askViem(proof)).toBe(true)
    expect(await codeOf(site.signIn.verify(proof))).toBe('resolved')
  })

  it.each<[string, (plan: ReturnType<typeof planAccount>, signature: Hex) => string]>([
    ['without a wrapper', (_, signature) => signature],
    ['whose factory reverts', (plan, signature) => wrap(plan.factoryCalldata.slice(0, 66) as Hex, signature)],
    [
      'whose factory is not on this chain',
      (plan, signature) =>
        wrap(plan.factoryCalldata, signature, '0x00000000000000000000000000000000000000aa'),
    ],
    [
      'whose factory makes another account',
      (_, signature) => wrap(planAccount(createVisitor().address).factoryCalldata, signature),
    ],
    [
      'in two wrappers',
      (plan, signature) => wrap(plan.factoryCalldata, wrap(plan.factoryCalldata, signature)),
    ],
    ['in a wrapper that is cut', (plan, signature) => `0x${wrap(plan.factoryCalldata, signature).slice(66)}`],
    ['in a wrapper with the end alone', () => `0x${'6492'.repeat(16)}`],
    ['in a wrapper whose parts lie outside', () => `0x${'ff'.repeat(96)}${'6492'.repeat(16)}`],
    ['in a wrapper around nothing', (plan) => wrap(plan.factoryCalldata, '0x')],
  ])('is refused when %s', async (_, pack) => {
    const owner = createVisitor()
    const plan = planAccount(owner.address)
    const proof = await prove(plan.address, owner, (signature) => pack(plan, signature))
    expect(await codeOf(site.signIn.verify(proof))).toBe('signature_invalid')
  })

  it('is refused when it belongs to somebody else', async () => {
    const { address, factoryCalldata } = planAccount(createVisitor().address)
    const proof = await prove(address, createVisitor(), (signature) => wrap(factoryCalldata, signature))
    expect(await askViem(proof)).toBe(false)
    expect(await codeOf(site.signIn.verify(proof))).toBe('signature_invalid')
  })
})
