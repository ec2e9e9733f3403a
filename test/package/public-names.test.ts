import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { MEMBERS } from '../../src/element/attributes.js'

/** Test → the public names of the contract's sections 2, 8 and 9 whose behaviour it holds, each with its own spelling. */
const HELD: Record<string, string> = {
  'browser/attributes':
    'app-name app-description app-url app-icon label chains optional-chains wallets mode result-type project-id relay-url deep-link web-wallet-url web-wallet-mode qr-modal show-balance',
  'browser/forms':
    'name required form preload disabled sign-in sign-in-nonce value validity validationMessage willValidate checkValidity reportValidity setCustomValidity wallet_message wallet_signature',
  'browser/page-state':
    'page-state signed-in-href rpc data-wallet-text walletStatus walletNamespace signInAdapter',
  'browser/sign-in/page': 'api-url',
  'browser/sign-in/statement': 'sign-in-statement',
  'browser/views': 'terms-url privacy-url',
  'browser/script-tag-places': 'data-base',
  'browser/appearance': 'theme theme-storage-key size',
  'browser/hostile-page': 'font-href',
  'browser/languages': 'lang',
  'browser/connecting': 'store',
  'unit/client/names': 'names resolveName',
  'unit/element/setters': 'networks',
  'unit/sign-in/form-adapter': 'wallet_deployment',
  'unit/react/element-props':
    'chains wallets className style children onWalletConnecting onWalletConnected onWalletChanged onWalletDisconnected onWalletSignedIn onWalletSignedOut onWalletTransaction onWalletError onWalletModalOpened onWalletModalClosed',
  'browser/react/shop-app': 'useWallet ref',
  'browser/storage': 'storage',
  'browser/add-a-wallet': 'connectors',
  'unit/view/page/page': 'short-address balance',
}
/** Not in the contract: what the package has besides. */
const BESIDES = ['look']

const toCamel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

describe('the public names of pages and React applications', () => {
  test.each(Object.entries(HELD))('%s.test.ts uses each of: %s', (file, names) => {
    const path = [`test/${file}.test.ts`, `test/${file}.test.tsx`, `test/${file}.tsx`].find(existsSync)
    const code = readFileSync(path ?? '', 'utf8')
    const missing = names
      .split(' ')
      .filter((name) => !new RegExp(`(?<![\\w-])(?:${name}|${toCamel(name)})(?![\\w-])`).test(code))
    expect(missing).toEqual([])
  })

  test('has a test for every attribute and every property that a page sets', () => {
    const held = new Set(Object.values(HELD).flatMap((names) => names.split(' ')))
    const wanted = MEMBERS.filter(([, mark]) => '=?:*'.includes(mark)).map(([attribute, mark, , property]) =>
      mark === '*' ? property : attribute,
    )
    expect(wanted.filter((name) => !held.has(name) && !BESIDES.includes(name))).toEqual([])
  })
})
