import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeFolder, packProject } from './pack.js'

/** Tools that cannot `require` an ES module: Jest 29 in its three usual forms, and TypeScript for CommonJS. */
const TOOLS = [
  'jest@29',
  'jest-environment-jsdom@29',
  'ts-jest@29',
  'typescript@5.9',
  'next@16',
  'react@19',
  'react-dom@19',
  '@types/jest@29',
  '@types/react@19',
]

const SERVER = `
test('signs in', async () => {
  const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1'], secret: 'x'.repeat(32) })
  expect((await signIn.issueNonce()).nonce.length).toBeGreaterThan(8)
  await expect(signIn.verify({} as never)).rejects.toBeInstanceOf(WalletError)
})
`
const plain = (code: string) => code.replace(' as never', '')

/** A page with the component connects a wallet, whose code is loaded later. */
const PAGE = `
test('connects', async () => {
  const wallet = createScriptedStarknetWallet({ profile: 'braavos' })
  wallet.install()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() => root.render(createElement(Tag, { chains: 'starknet:SN_MAIN' })))
  const button = document.querySelector('wallet-connect-button')
  expect(button).toBeInstanceOf(WalletConnectButton)
  await button.connect({ walletId: 'braavos' })
  expect(button.account).toBe(wallet.account.address)
})
`

/** The first line of a file for Jest. In one piece, vitest would take it for its own. */
const JSDOM = ['/** @jest', 'environment jsdom */'].join('-')

/** What jsdom lacks, as docs/testing.md has it. */
const SETUP = `
const { TextDecoder, TextEncoder } = require('node:util')
Object.assign(globalThis, { TextDecoder, TextEncoder })
if (globalThis.CSSStyleSheet) CSSStyleSheet.prototype.replaceSync ??= () => {}
`

const compilerOptions = {
  target: 'ES2022',
  module: 'Node16',
  moduleResolution: 'Node16',
  jsx: 'react-jsx',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: ['jest'],
  strict: true,
  noEmit: true,
  skipLibCheck: false,
}

const FILES: Record<string, string> = {
  'package.json': '{ "private": true }',
  'plain/jest.config.js': "module.exports = { setupFiles: ['<rootDir>/../setup.js'] }",
  'setup.js': SETUP,
  'plain/server.test.js': `
const { createSignIn, WalletError } = require('wallet-connect-button/server')
${plain(SERVER)}`,
  'plain/page.test.js': `${JSDOM}
const { createElement } = require('react')
const { flushSync } = require('react-dom')
const { createRoot } = require('react-dom/client')
const { WalletConnectButton } = require('wallet-connect-button')
const { WalletConnectButton: Tag } = require('wallet-connect-button/react')
const { createScriptedStarknetWallet } = require('wallet-connect-button/testing')
${PAGE}`,
  'next/jest.config.js':
    "module.exports = require('next/jest')({ dir: __dirname })({ setupFiles: ['<rootDir>/../setup.js'] })",
  'next/app/page.js': 'export default () => null',
  'next/package.json': '{ "private": true }',
  'next/server.test.js': `
import { createSignIn, WalletError } from 'wallet-connect-button/server'
${plain(SERVER)}`,
  'next/page.test.js': `${JSDOM}
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { WalletConnectButton } from 'wallet-connect-button'
import { WalletConnectButton as Tag } from 'wallet-connect-button/react'
import { createScriptedStarknetWallet } from 'wallet-connect-button/testing'
${PAGE}`,
  'ts/jest.config.js': "module.exports = { preset: 'ts-jest' }",
  'ts/tsconfig.json': JSON.stringify({ compilerOptions: { ...compilerOptions, isolatedModules: true } }),
  'ts/server.test.ts': `
import { createSignIn, WalletError } from 'wallet-connect-button/server'
${SERVER}`,
  'ts/app.tsx': `
import 'wallet-connect-button'
import { WalletConnectButton as Element, WalletError } from 'wallet-connect-button'
import { createWalletClient, type WalletClient } from 'wallet-connect-button/client'
import { useWallet, WalletConnectButton } from 'wallet-connect-button/react'
export const App = () => <WalletConnectButton chains="eip155:1" />
export const tag = () => <wallet-connect-button chains="eip155:1" />
export const element: Element | null = document.querySelector('wallet-connect-button')
export const client: WalletClient = createWalletClient({ chains: 'eip155:1' })
export const isRefusal = (error: WalletError) => error.code === 'user_rejected'
// @ts-expect-error there is no such code
export const isUnknown = (error: WalletError) => error.code === 'no_such_code'
export { useWallet }`,
  // One type, however it was imported.
  'ts/both.mts': `
import { WalletError } from 'wallet-connect-button/server'
import { isRefusal } from './app.js'
export const isOne = isRefusal(new WalletError('user_rejected'))`,
}

describe('CommonJS tools that cannot require ES modules (HO07)', () => {
  const folder = makeFolder('commonjs')
  const run = (command: string, ...args: string[]) => {
    const env = { ...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined }
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env })
    return { status, printed: `${stdout}${stderr}` }
  }
  const jest = (project: string) =>
    run('npx', '--no-install', 'jest', '--ci', '-c', `${project}/jest.config.js`)

  beforeAll(() => {
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const { status, printed } = run('npm', 'install', '--no-audit', '--no-fund', packProject(), ...TOOLS)
    expect(status, printed).toBe(0)
  })

  it.each([
    ['Jest 29', 'plain', 2],
    ['next/jest', 'next', 2],
    ['ts-jest', 'ts', 1],
  ])('%s runs tests that require the package (HO07)', (_name, project, tests) => {
    const { status, printed } = jest(project)
    expect(status, printed).toBe(0)
    expect(printed).toContain(`Tests:       ${tests} passed, ${tests} total`)
  })

  it('TypeScript for CommonJS accepts every import, with all declarations checked (HO07)', () => {
    const { status, printed } = run('npx', '--no-install', 'tsc', '-p', 'ts')
    expect(status, printed).toBe(0)
  })

  it('Node itself has one copy, whether it is required or imported (HO07)', () => {
    const script = `
      const { WalletError } = require('wallet-connect-button/server')
      import('wallet-connect-button/server').then((module) => console.log(module.WalletError === WalletError))`
    const { printed } = run('node', '--no-warnings', '--input-type=commonjs', '-e', script)
    expect(printed.trim()).toBe('true')
  })
})
