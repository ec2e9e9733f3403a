import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connector } from '../../../src/connectors/connector.js'
import { WalletError } from '../../../src/errors/wallet-error.js'
import { MAX_SHORT_STRING } from '../../../src/protocol/short-string.js'
import type { SignInProof } from '../../../src/protocol/sign-in-proof.js'
import { createSignIn } from '../../../src/server/sign-in.js'
import type { SignInAdapter } from '../../../src/sign-in/adapter.js'
import { readDeployment } from '../../../src/sign-in/deployment.js'
import type { ScriptedStarknetWalletOptions, StarknetFaults } from '../../../src/testing/starknet/options.js'
import { createClient, createDevice } from '../../unit/client/fixture.js'
import { install, useStarknetWallets } from '../../unit/connectors/starknet/open-wallet.js'
import { argentLike, startStarknetNode } from '../../unit/server/starknet-node.js'
import { codeOf } from '../../unit/server/visitor.js'
import { createControl } from '../../unit/sign-in/control.js'
import { until } from '../../unit/sign-in/shop.js'

useStarknetWallets()

let node: Awaited<ReturnType<typeof startStarknetNode>>
beforeAll(async () => {
  node = await startStarknetNode()
})
afterAll(() => node.stop())

type Form = Pick<SignInAdapter, 'starknetMessage'> & { host?: string; truncate?: boolean }

/** A page with a Starknet wallet whose account is on no chain, the real control, and the real server. */
async function createShop(
  options: ScriptedStarknetWalletOptions,
  more: Partial<Connector> = {},
  { host = 'shop.example', truncate = false, ...form }: Form = {},
) {
  const { wallet, connect } = install({ memory: 'page', ...options })
  const id = wallet.profile.id
  const connector: Connector = {
    id,
    key: id,
    namespace: 'starknet',
    name: id,
    icon: { light: '', dark: '' },
    downloads: {},
    supportedChains: ['STARK'],
    canConnectViaQrCode: false,
    canConnectViaCustodialService: false,
    availability: 'ready',
    connect: () => connect(),
    restore: async () => null,
    ...more,
  }
  const { client, details } = createClient(createDevice(connector))
  const signIn = createSignIn({
    domain: host,
    truncate,
    chains: ['starknet:SN_MAIN'],
    rpc: { 'starknet:SN_MAIN': node.url },
  })
  const posted: SignInProof[] = []
  const control = createControl(
    client,
    () => ({
      signIn: 'off',
      signInAdapter: {
        getNonce: () => signIn.issueNonce(),
        verify(proof) {
          posted.push(proof)
          return signIn.verify(proof)
        },
        signOut: async () => {},
        ...form,
      },
    }),
    host,
  )
  client.on('connected', ({ walletId, restored }) => control.onConnected(walletId, restored))
  await client.connect({ walletId: id })
  const asked = () => wallet.requests.filter(({ type }) => type === 'wallet_deploymentData').length
  return { wallet, client, control, posted, asked, errors: () => details('error').map(({ code }) => code) }
}

const nodes = { SN_MAIN: null }

describe('H13: an account that is not deployed yet', () => {
  it.each([
    ['argentX', '0xa11'],
    ['braavos', '0xb22'],
  ] as const)('of %s signs in, because the page sends the wallet’s deployment data', async (profile, key) => {
    const shop = await createShop({ profile, privateKeys: [key], nodes })
    const { address } = await shop.control.signIn()
    expect(address).toBe(shop.wallet.account.address)
    expect(shop.posted).toHaveLength(1)
    expect(shop.posted[0]?.deployment).toMatchObject({
      address,
      class_hash: shop.wallet.account.classHash,
      calldata: [shop.wallet.account.publicKey],
    })
    expect(shop.errors()).toEqual([])
  })

  it.each<[string, StarknetFaults]>([
    ['has no such request', { errors: { wallet_deploymentData: new Error('Not implemented') } }],
    ['refuses to say', { errors: { wallet_deploymentData: { code: 113, message: 'USER_REFUSED_OP' } } }],
    ['says nothing', { answers: { wallet_deploymentData: null } }],
    ['says what makes no sense', { answers: { wallet_deploymentData: { class_hash: 'x', calldata: 'y' } } }],
    [
      'speaks of another account',
      {
        answers: {
          wallet_deploymentData: { address: '0x1', class_hash: '0x2', salt: '0x3', calldata: [], version: 1 },
        },
      },
    ],
  ])('must be deployed first when its wallet %s', async (_, faults) => {
    const shop = await createShop({ profile: 'argentX', privateKeys: ['0xc33'], nodes, faults })
    expect(await codeOf(shop.control.signIn())).toBe('account_not_deployed')
    expect(shop.posted.map(({ deployment }) => deployment)).toEqual([undefined])
    expect(shop.errors()).toEqual(['account_not_deployed'])
  })

  it('is asked itself when it was deployed meanwhile, whatever the wallet says', async () => {
    const shop = await createShop({
      profile: 'argentX',
      privateKeys: ['0xd44'],
      nodes,
      faults: { errors: { wallet_deploymentData: { code: 115, message: 'ACCOUNT_ALREADY_DEPLOYED' } } },
    })
    const { address, publicKey } = shop.wallet.account
    node.deploy(address, argentLike(BigInt(publicKey)))
    expect(await shop.control.signIn()).toMatchObject({ address, verified: true })
    expect(shop.posted[0]).not.toHaveProperty('deployment')
  })

  it('is posted without deployment data when its wallet never answers', async () => {
    const wallet = { provider: { request: () => new Promise(() => {}) } } as never
    const account = `0x${'1'.padStart(64, '0')}` as const
    expect(await readDeployment({ namespace: 'starknet', account, wallet }, 5)).toBe(undefined)
    expect(await readDeployment({ namespace: 'eip155', account, wallet }, 5)).toBe(undefined)
  })

  it('is asked about in the wallet’s window only when the server needs it, after a click when one is needed', async () => {
    let blocked = true
    const shop = await createShop(
      { profile: 'argentX', privateKeys: ['0xe55'], nodes },
      { opensWindow: true },
    )
    const wallet = shop.client.getState().wallet?.provider as { request(call: object): Promise<unknown> }
    const { request } = wallet
    wallet.request = async (call) => {
      if ((call as { type: string }).type === 'wallet_deploymentData' && blocked) {
        blocked = false
        throw new WalletError('popup_blocked')
      }
      return request.call(wallet, call)
    }
    const signing = shop.control.signIn()
    await until(shop.client, () => shop.client.getState().auth.status === 'blocked')
    expect([shop.asked(), shop.posted.length]).toEqual([0, 1])
    shop.control.proceed()
    expect(await signing).toMatchObject({ verified: true })
    expect(shop.posted.map(({ deployment }) => deployment !== undefined)).toEqual([false, true])
    expect(shop.errors()).toEqual([])
  })
})

describe('the message that a Starknet account signs', () => {
  const LONG = 'a-rather-long-name-of-a-shop.example'

  it.each<[string, Form, object, object]>([
    ['H19: nonce and host', {}, { name: 'shop.example' }, {}],
    ['H19: a host of 31 characters', { host: LONG.slice(-31) }, { name: LONG.slice(-31) }, {}],
    ['H17: the longer message for a longer host', { host: LONG }, { name: 'Sign in' }, { host: LONG }],
    [
      'the longer message where the page wants it',
      { starknetMessage: 'revision-1' },
      { name: 'Sign in' },
      { host: 'shop.example' },
    ],
    [
      'H19: a host that is cut, for a server that expects it',
      { host: LONG, starknetMessage: 'truncate', truncate: true },
      { name: LONG.slice(0, MAX_SHORT_STRING) },
      {},
    ],
  ])('is %s', async (_, form, domain, message) => {
    const shop = await createShop({ profile: 'argentX', privateKeys: ['0xf66'], nodes }, {}, form)
    const detail = await shop.control.signIn()
    expect(detail.message).toMatchObject({ domain, message })
    expect(detail.verified).toBe(true)
  })

  it('H17: is refused with a cut host by a server that does not expect it', async () => {
    const form = { host: LONG, starknetMessage: 'truncate' } as const
    const shop = await createShop({ profile: 'argentX', privateKeys: ['0xf66'], nodes }, {}, form)
    expect(await codeOf(shop.control.signIn())).toBe('domain_mismatch')
  })
})
