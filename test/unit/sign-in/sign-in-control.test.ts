import { describe, expect, it, vi } from 'vitest'
import { WalletError } from '../../../src/errors/wallet-error.js'
import { createStoreSignIn } from '../../../src/sign-in/store-sign-in.js'
import { BOB, createClient, createDevice, createWallet } from '../client/fixture.js'
import { codeOf } from '../server/visitor.js'
import { createShop, settle, until } from './shop.js'

/** Connects, begins a sign-in, and cancels it while the wallet asks. @returns the wallet's open prompt */
async function cancelPrompt(shop: ReturnType<typeof createShop>) {
  await shop.connect()
  shop.wallet.setApprove('manual')
  const signing = codeOf(shop.control.signIn())
  const prompt = await shop.wallet.nextPrompt('sign')
  shop.control.cancel()
  expect(await signing).toBe('user_rejected')
  return prompt
}

async function createSignedIn() {
  const shop = createShop()
  await shop.connect()
  const detail = await shop.control.signIn()
  return { ...shop, detail }
}

describe('a wallet on a chain that the page does not list (SW08)', () => {
  const asked = ({ wallet }: ReturnType<typeof createShop>) =>
    wallet.requests
      .map(({ method }) => method)
      .filter((method) => /personal_sign|wallet_switchEthereumChain/.test(method))

  it('is switched to a chain of the page before the visitor is asked to sign (SW08)', async () => {
    const shop = createShop({ config: { signIn: 'on-connect' } })
    shop.wallet.setChain(137)
    await shop.connect()
    expect(await shop.control.complete()).toMatchObject({ chainId: 'eip155:1', verified: true })
    expect(asked(shop)).toEqual(['wallet_switchEthereumChain', 'personal_sign'])
  })

  it('gets no request to sign when the visitor refuses the switch, and stays connected (SW08)', async () => {
    const shop = createShop({ config: { signIn: 'on-connect' } })
    shop.wallet.setChain(137)
    shop.wallet.setApprove(({ kind }) => kind !== 'switch')
    await shop.connect()
    expect(await codeOf(shop.control.complete())).toBe('user_rejected')
    expect(asked(shop)).toEqual(['wallet_switchEthereumChain'])
    expect(shop.client.getState()).toMatchObject({ status: 'connected', chainId: 'eip155:137' })
    expect(shop.asked).not.toContain('verify')
  })

  it('may cancel the sign-in while the wallet asks for the switch (SW08)', async () => {
    const shop = createShop()
    shop.wallet.setChain(137)
    await shop.connect()
    shop.wallet.setApprove('manual')
    const signing = codeOf(shop.control.signIn())
    await shop.wallet.nextPrompt('switch')
    shop.control.cancel()
    expect(await signing).toBe('user_rejected')
    await until(shop.client, () => shop.status() === 'anonymous')
  })
})

describe('the signed-in visitor', () => {
  it('H26: is nobody after the account has changed, here and on the server', async () => {
    const shop = await createSignedIn()
    shop.wallet.setAccounts([BOB])
    await until(shop.client, () => shop.status() === 'anonymous')
    expect(shop.client.getState().auth.address).toBe(null)
    await settle()
    expect(shop.session()).toBe(null)
    expect(shop.signed.out).toEqual([
      { address: shop.detail.address, chainId: 'eip155:1', namespace: 'eip155', verified: false },
    ])
    expect(shop.client.getState()).toMatchObject({ status: 'connected', account: BOB })
  })

  it('H26: is nobody when the account changes while the server verifies, and that session is ended', async () => {
    let answer = () => {}
    const shop = createShop({
      change: ({ verify }) => ({
        async verify(proof) {
          const result = await verify(proof)
          await new Promise<void>((resolve) => {
            answer = resolve
          })
          return result
        },
      }),
    })
    await shop.connect()
    const signing = codeOf(shop.control.signIn())
    await until(shop.client, () => shop.status() === 'verifying')
    await settle()
    shop.wallet.setAccounts([BOB])
    expect(await signing).toBe('account_mismatch')
    expect(shop.session()).not.toBe(null)
    answer()
    await settle()
    expect([shop.session(), shop.status()]).toEqual([null, 'anonymous'])
  })

  it('is nobody after a disconnect, and the same after a change of chain', async () => {
    const shop = await createSignedIn()
    shop.wallet.setChain(5)
    await until(shop.client, () => shop.client.getState().chainId === 'eip155:5')
    expect(shop.status()).toBe('signed-in')
    await shop.client.disconnect()
    await settle()
    expect([shop.status(), shop.session()]).toEqual(['anonymous', null])
    expect(shop.signed.out).toHaveLength(1)
  })

  it('is nobody after signOut, which emits one event; without a visitor it still reaches the server', async () => {
    const shop = await createSignedIn()
    expect(await shop.control.signOut()).toMatchObject({ address: shop.detail.address, verified: false })
    expect([shop.session(), shop.status(), shop.signed.out.length]).toEqual([null, 'anonymous', 1])
    expect(await shop.control.signOut()).toBe(null)
    expect(shop.asked.filter((one) => one === 'signOut')).toHaveLength(2)
    expect(shop.signed.out).toHaveLength(1)
  })

  it('stays when the server could not be reached', async () => {
    const shop = createShop({ change: () => ({ signOut: () => Promise.reject(new Error('down')) }) })
    await shop.connect()
    await shop.control.signIn()
    expect(await codeOf(shop.control.signOut())).toBe('api_failed')
    expect(shop.status()).toBe('signed-in')
  })

  it('is taken over from the server’s session of the connected account, without a prompt', async () => {
    const shop = createShop()
    const { address } = await createSignedIn().then(({ detail }) => detail)
    shop.setSession({ address: address.toLowerCase(), chainId: 'eip155:1' })
    await shop.connect()
    await until(shop.client, () => shop.status() === 'signed-in')
    expect(shop.signed.in).toEqual([{ address, chainId: 'eip155:1', namespace: 'eip155', verified: true }])
    expect(shop.prompts()).toBe(0)
  })

  it('H27: is nobody when the server’s session belongs to another account, and that session is ended', async () => {
    const shop = createShop()
    shop.setSession({ address: BOB, chainId: 'eip155:1' })
    await shop.connect()
    await settle()
    expect([shop.session(), shop.status()]).toEqual([null, 'anonymous'])
    expect(shop.signed.in).toEqual([])
    expect(shop.signed.out).toMatchObject([{ address: BOB }])
  })
})

describe('signing in', () => {
  it('tells the console what the site’s owner can mend, and nothing that the visitor has refused', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    const [refused, broken] = [createShop(), createShop({ config: { signInAdapter: undefined } })]
    for (const shop of [refused, broken]) {
      shop.wallet.setApprove(({ kind }) => kind !== 'sign')
      await shop.connect()
    }
    expect(await codeOf(refused.control.signIn())).toBe('user_rejected')
    expect(told).not.toHaveBeenCalled()
    expect(await codeOf(broken.control.signIn())).toBe('config_invalid')
    expect(told).toHaveBeenCalledTimes(1)
    told.mockRestore()
  })

  it('loads its code at the page’s next change where it could not be loaded before', async () => {
    const load = vi.fn(() => Promise.reject(new WalletError('asset_integrity')))
    const { client } = createClient(createDevice(createWallet('Alpha')))
    const { prepare } = createStoreSignIn({ client, getConfig: () => ({ signIn: 'on-connect' }), load })
    prepare()
    prepare()
    await settle()
    expect(load).toHaveBeenCalledTimes(1)
    prepare()
    await settle()
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('needs a connected wallet and a server', async () => {
    const shop = createShop()
    expect(await codeOf(shop.control.signIn())).toBe('user_not_connected')
    const without = createShop({ config: { signInAdapter: undefined } })
    await without.connect()
    const error = await without.control.signIn().catch((caught) => caught)
    expect(error.code).toBe('config_invalid')
    expect(error.message).toContain('api-url')
    expect(without.errors()).toEqual(['config_invalid'])
  })

  it('with another account takes a nonce from the time after the session before, which the server binds to it', async () => {
    const shop = createShop({
      config: { signIn: 'on-connect' },
      change: ({ signOut }) => ({ signOut: (account) => settle().then(() => signOut(account)) }),
    })
    await shop.connect()
    await shop.control.complete()
    shop.control.prepare()
    await settle()
    shop.wallet.setAccounts(shop.others)
    await until(shop.client, () => shop.status() === 'anonymous')
    expect(await shop.control.signIn()).toMatchObject({ address: shop.others[0], verified: true })
    expect(shop.asked).toEqual(['nonce', 'verify', 'nonce', 'signOut', 'nonce', 'verify'])
  })

  it('follows connecting with on-connect, and fetches its nonce before the wallet has answered', async () => {
    const shop = createShop({ wallet: { approve: 'manual' }, config: { signIn: 'on-connect' } })
    const connecting = shop.connect()
    const prompt = await shop.wallet.nextPrompt('connect')
    await settle()
    expect(shop.asked).toEqual(['nonce'])
    prompt.approve()
    await connecting
    const complete = shop.control.complete()
    ;(await shop.wallet.nextPrompt('sign')).approve()
    expect(await complete).toMatchObject({ verified: true })
    expect(shop.asked).toEqual(['nonce', 'verify'])
  })

  it('fails once with on-connect, and emits one event', async () => {
    const shop = createShop({ config: { signIn: 'on-connect', signInAdapter: undefined } })
    await shop.connect()
    expect(await codeOf(shop.control.complete())).toBe('config_invalid')
    expect(shop.errors()).toEqual(['config_invalid'])
  })

  it('that the visitor has refused after connecting in the list begins anew when a page completes a later call', async () => {
    const shop = createShop({ wallet: { approve: 'manual' }, config: { signIn: 'on-connect' } })
    const connecting = shop.connect()
    ;(await shop.wallet.nextPrompt('connect')).approve()
    await connecting
    ;(await shop.wallet.nextPrompt('sign')).reject()
    await settle()
    const complete = shop.control.complete()
    ;(await shop.wallet.nextPrompt('sign')).approve()
    expect(await complete).toMatchObject({ verified: true })
  })

  it('ends at once when it is cancelled, posts no late signature, and keeps its nonce for the next try', async () => {
    const shop = createShop()
    const prompt = await cancelPrompt(shop)
    prompt.approve()
    await settle()
    expect(shop.asked).toEqual(['session', 'nonce'])
    expect(shop.errors()).toEqual(['user_rejected'])
    shop.wallet.setApprove('always')
    await shop.control.signIn()
    expect(shop.asked).toEqual(['session', 'nonce', 'verify'])
  })

  it('is reported once when it is cancelled and the wallet refuses afterwards', async () => {
    const shop = createShop()
    const prompt = await cancelPrompt(shop)
    prompt.reject()
    await settle()
    expect(shop.errors()).toEqual(['user_rejected'])
  })

  it('never reaches the wallet when it is cancelled before its turn', async () => {
    const shop = createShop()
    await shop.connect()
    shop.wallet.setApprove('manual')
    const first = shop.client.signMessage('hello')
    const prompt = await shop.wallet.nextPrompt('sign')
    const signing = codeOf(shop.control.signIn())
    await until(shop.client, () => shop.status() === 'signing')
    shop.control.cancel()
    expect(await signing).toBe('user_rejected')
    prompt.approve()
    await first
    await settle()
    expect([shop.prompts(), shop.errors()]).toEqual([1, ['user_rejected']])
  })

  it('ends with the session when the wallet is disconnected meanwhile', async () => {
    const shop = createShop()
    await shop.connect()
    shop.wallet.setApprove('manual')
    const signing = codeOf(shop.control.signIn())
    await shop.wallet.nextPrompt('sign')
    shop.client.open()
    await shop.client.disconnect()
    // The wallet still shows the prompt.
    expect(await signing).toBe('request_given_up')
    expect(shop.errors()).toEqual(['request_given_up'])
    expect(shop.client.getState().open).toBe(false)
  })

  it('waits for a click when the wallet’s window was blocked', async () => {
    const shop = createShop()
    await shop.connect()
    const { signMessage } = shop.client
    let count = 0
    shop.client.signMessage = async (message) => {
      if (count++ === 0) throw Object.assign(new Error('Could not open popup'), { code: 'popup_blocked' })
      return signMessage(message)
    }
    const signing = shop.control.signIn()
    await until(shop.client, () => shop.status() === 'blocked')
    expect(shop.client.getState().open).toBe(true)
    shop.control.proceed()
    expect(await signing).toMatchObject({ verified: true })
    expect(shop.asked).toEqual(['session', 'nonce', 'verify'])
  })
})

it('asks anew when the page connects again at once after a refusal, and takes a sign-in that has succeeded since', async () => {
  const shop = createShop({ config: { signIn: 'on-connect' } })
  shop.wallet.setApprove(({ kind }) => kind !== 'sign')
  await shop.connect()
  expect(await codeOf(shop.control.complete())).toBe('user_rejected')
  shop.wallet.setApprove('always')
  // In the same task, as a page does in its `catch`.
  expect(await shop.control.complete()).toMatchObject({ verified: true })
  expect(await shop.control.complete()).toMatchObject({ verified: true })
  expect(shop.wallet.prompts.filter(({ kind }) => kind === 'sign')).toHaveLength(2)
})
