import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it, test } from 'vitest'

test('the entry for React is marked as a client module for a server’s bundler (X04)', () => {
  expect(readFileSync('dist/react.js', 'utf8')).toMatch(/^['"]use client['"]/)
})

/** Runs a module in a server's process, with one version of React. @returns its output, with errors */
async function run(manifest: string, contents: string): Promise<string> {
  const own = createRequire(resolve(manifest))
  const { outputFiles } = await build({
    stdin: { contents, loader: 'tsx', resolveDir: process.cwd() },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    jsx: 'automatic',
    tsconfigRaw: '{}',
    external: ['starknet', '@walletconnect/*', '@coinbase/*', '@trpc/*'],
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'silent',
    plugins: [
      {
        name: 'one-react',
        setup({ onResolve, resolve: find }) {
          onResolve({ filter: /^react(-dom)?($|\/)/ }, ({ path, kind, pluginData }) =>
            pluginData
              ? undefined
              : find(path, {
                  kind,
                  resolveDir: dirname(own.resolve('react/package.json')),
                  pluginData: true,
                }),
          )
        },
      },
    ],
  })
  const code = `console.error = console.warn = console.log;${outputFiles[0]?.text}`
  return execFileSync(process.execPath, ['-'], { input: code, encoding: 'utf8' }).trim()
}

describe.each([
  ['18.3', 'release/script-tag/package.json'],
  ['19', 'package.json'],
])('a server with React %s', (version, manifest) => {
  it('renders the attributes and its known state, without a warning (X04)', async () => {
    const html = await run(
      manifest,
      `import { version } from 'react'
      import { renderToString } from 'react-dom/server'
      import { useWallet, WalletConnectButton } from 'wallet-connect-button/react'
      function Shop() {
        const { status, account, chains, auth } = useWallet()
        return <p title={version + ' ' + JSON.stringify([status, account, chains, auth.status])}>
          <WalletConnectButton appName="Shop" chains={['eip155:1', 'starknet:SN_MAIN']} className="wide" disabled={false}
            networks={[{ chainId: 1 }]} signIn="on-connect"><b>Wallet</b></WalletConnectButton>
        </p>
      }
      console.log(renderToString(<Shop />))`,
    )
    expect(html).toContain(`title="${version}`)
    expect(html).toContain('[&quot;idle&quot;,null,[],&quot;anonymous&quot;]')
    expect(html).toMatch(
      /<wallet-connect-button app-name="Shop" chains="eip155:1 starknet:SN_MAIN" class="wide" sign-in="on-connect"><b>Wallet<\/b><\/wallet-connect-button><\/p>$/,
    )
  })
})

test('a server component may import the entry, where React has neither effects nor state (X04)', () => {
  const script = "console.log(Object.keys(await import('./dist/react.js')).sort().join())"
  const options = ['--conditions=react-server', '--input-type=module', '-e', script]
  expect(execFileSync(process.execPath, options, { encoding: 'utf8' }).trim()).toBe(
    'WalletConnectButton,useWallet',
  )
})
