import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ANONYMOUS } from '../../../../src/client/sign-in-state.js'
import { SignIn } from '../../../../src/view/connect-modal/sign-in.js'
import type { FullProps } from '../../../../src/view/connect-modal/view-props.js'
import { english as views } from '../../../../src/view/connect-modal/views-english.js'
import { Waiting } from '../../../../src/view/connect-modal/waiting.js'
import { english } from '../../../../src/view/i18n/texts.js'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const icon = { light: '', dark: '' }

const toProps = (state: object): FullProps =>
  ({
    client: { getConfig: () => ({}) },
    state: { appName: 'Shop', chains: ['eip155:1'], choices: [], connections: [], auth: ANONYMOUS, ...state },
    texts: { ...english, ...views },
    theme: 'light',
    options: { signIn: {} },
    place: { view: 'waiting' },
    parts: {},
    clock: {},
  }) as unknown as FullProps

/** The words of a view, without its markup. */
const read = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('a view after the list', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['argentWebWallet', 'Web Wallet', 'Log in to Ready Finish in the window that has opened. Cancel'],
    [
      'coinbase',
      'Coinbase Wallet',
      'Continue in Coinbase Wallet Finish in the window that has opened. Cancel',
    ],
  ])('says what to do in the window of %s (UI09)', (walletId, name, words) => {
    const attempt = { walletId, name, icon, namespace: 'starknet' }
    const choices = [{ id: walletId, kind: 'hosted' }]
    expect(
      read(renderToStaticMarkup(<Waiting {...toProps({ phase: 'awaiting', attempt, choices })} />)),
    ).toContain(words)
  })

  it('says the site and the account of a sign-in, which the eye sees below the sentence (UI07)', () => {
    vi.stubGlobal('location', { host: 'shop.example' })
    const connection = { namespace: 'eip155', account: ACCOUNT, walletId: 'one', wallet: { name: 'One' } }
    const auth = { ...ANONYMOUS, status: 'signing', address: ACCOUNT }
    const html = renderToStaticMarkup(
      <SignIn {...toProps({ connections: [connection], active: 'eip155', auth })} />,
    )
    expect(/data-say="([^"]+)"/.exec(html)?.[1]).toBe(
      'Sign the message in your wallet. It costs nothing. Signing in to shop.example 0xf39F…2266',
    )
    // The marks of the page and of the wallet stand side by side.
    expect(read(html)).toMatch(/^ S Sign to continue /)
  })
})
