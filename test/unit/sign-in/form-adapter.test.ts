import { describe, expect, it } from 'vitest'
import type { SignInProof } from '../../../src/protocol/sign-in-proof.js'
import { readSignInForm } from '../../../src/server/proof.js'
import { createFormAdapter, createPageForm } from '../../../src/sign-in/form-adapter.js'
import type { FormProof } from '../../../src/sign-in/form-proof.js'

const EVM: SignInProof = {
  namespace: 'eip155',
  chainId: 'eip155:1',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  message: 'shop.example wants you to sign in\nNonce: Kx7bT2mQp9sR4vWn',
  signature: '0x1234',
}
const STARKNET: SignInProof = {
  namespace: 'starknet',
  chainId: 'starknet:SN_MAIN',
  address: `0x${'1'.padStart(64, '0')}`,
  message: { primaryType: 'Message', message: { nonce: 'n0nce' } } as never,
  signature: ['0x1', '0x2'],
}
const DEPLOYMENT = {
  address: STARKNET.address,
  class_hash: '0x3',
  salt: '0x4',
  calldata: ['0x5'],
  version: 1,
}

/** What the element hands to its form. */
async function submit(proof: SignInProof, name = 'wallet') {
  let taken: FormProof | null = null
  await createFormAdapter('Kx7bT2mQp9sR4vWn', (given) => {
    taken = given
  }).verify(proof)
  return (taken as FormProof | null)?.toFormData(name)
}

describe('what a form submits of a proof', () => {
  it('is named after the element, and what the server reads of it is the proof', async () => {
    const form = await submit(EVM, 'payer')
    expect([...(form?.keys() ?? [])]).toEqual(['payer', 'payer_message', 'payer_signature'])
    expect(form?.get('payer')).toBe(`eip155:1:${EVM.address}`)
    expect(readSignInForm(form as FormData, 'payer')).toMatchObject(EVM)
  })

  it('is JSON on Starknet: typed data, felts, and the deployment of an account that is not there yet', async () => {
    const form = await submit({ ...STARKNET, deployment: DEPLOYMENT as never })
    expect([...(form?.keys() ?? [])]).toEqual([
      'wallet',
      'wallet_message',
      'wallet_signature',
      'wallet_deployment',
    ])
    expect(form?.get('wallet_signature')).toBe('["0x1","0x2"]')
    expect(JSON.parse(String(form?.get('wallet_message')))).toEqual(STARKNET.message)
    expect(readSignInForm(form as FormData)).toMatchObject({
      namespace: 'starknet',
      chainId: STARKNET.chainId,
      address: STARKNET.address,
      deployment: DEPLOYMENT,
    })
  })

  it('is nothing without a name', async () => {
    expect(await submit(EVM, '')).toBeUndefined()
  })
})

describe('a form whose page gives another nonce', () => {
  const taken: (FormProof | null)[] = []
  const give = (nonce: string) => ({ nonce, take: (proof: FormProof | null) => void taken.push(proof) })

  it('loses the proof of the nonce before, once', async () => {
    let nonce = 'Kx7bT2mQp9sR4vWn'
    const form = createPageForm(() => give(nonce))
    await form.getAdapter(give(nonce)).verify(EVM)
    expect(form.updateProof()).toBe(false)
    nonce = 'Zx7bT2mQp9sR4vWn'
    expect(form.updateProof()).toBe(true)
    expect(taken.at(-1)).toBeNull()
    expect(form.updateProof()).toBe(false)
  })

  it('has nothing to lose after a sign-out', async () => {
    let nonce = 'Kx7bT2mQp9sR4vWn'
    const form = createPageForm(() => give(nonce))
    const adapter = form.getAdapter(give(nonce))
    await adapter.verify(EVM)
    await adapter.signOut?.()
    expect(taken.at(-1)).toBeNull()
    nonce = 'Zx7bT2mQp9sR4vWn'
    expect(form.updateProof()).toBe(false)
  })
})
