import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const ENTRIES = ['index', 'client', 'react', 'server', 'trpc', 'testing']

/** Interfaces with members that a page uses by name. */
const EXPLAINED = [
  'WalletClient',
  'WalletClientConfig',
  'WalletState',
  'WalletConfig',
  'Choice',
  'Attempt',
  'Connection',
  'ConnectOptions',
  'ConnectResult',
  'SignOptions',
  'SignInDetail',
  'ConnectorInput',
  'ClientEvents',
  'Connector',
  'WalletSession',
  'NetworkConfig',
  'ConnectRequest',
  'ConnectorSource',
  'ConnectorEntity',
  'WalletEntity',
  'WalletIcon',
  'InjectedWallet',
  'CoinbaseOptions',
  'AddChainParams',
  'WatchAssetParams',
  'Call',
  'ExecuteOptions',
  'Balance',
  'TransactionReceipt',
  'SignIn',
  'SignInOptions',
  'SignInServerOptions',
  'SignInHandlerOptions',
  'SignInContext',
  'SignInProof',
  'SignInResult',
  'SignInSession',
  'SignInMessage',
  'StarknetDeployment',
  'StarknetSignIn',
  'IssuedNonce',
  'KeyValueStore',
  'RpcError',
  'RpcRequest',
  'ScriptedEvmWallet',
  'ScriptedEvmWalletOptions',
  'EvmFaults',
  'ScriptedStarknetWallet',
  'ScriptedStarknetWalletOptions',
  'StarknetFaults',
]

/** The types of the entries. It skips the packages, which we do not document and which take long. */
function readEntries() {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    lib: ['lib.es5.d.ts'],
    types: [],
    strict: true,
  }
  const host = ts.createCompilerHost(options)
  host.resolveModuleNameLiterals = (literals, file) =>
    literals.map(({ text }) => {
      const path = join(dirname(file), text)
      const found = [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find(host.fileExists)
      const isOurs = text.startsWith('.') && found
      return {
        resolvedModule: isOurs
          ? { resolvedFileName: found, extension: found.endsWith('x') ? ts.Extension.Tsx : ts.Extension.Ts }
          : undefined,
      }
    })
  const files = ENTRIES.map((entry) => `src/exports/${entry}.ts`)
  return { files, program: ts.createProgram(files, options, host) }
}

/** Each name without a doc comment, such as `connectors/connector.ts Connector.key`. */
function findUnexplained(): string[] {
  const { files, program } = readEntries()
  const checker = program.getTypeChecker()
  const missing = new Set<string>()
  const check = (name: string, symbol: ts.Symbol) => {
    const [declaration] = symbol.declarations ?? []
    const file = declaration && relative('src', declaration.getSourceFile().fileName)
    if (!file || file.startsWith('..') || symbol.getDocumentationComment(checker).length > 0) return
    missing.add(`${file} ${name}`)
  }
  for (const file of files) {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    if (!module) throw new Error(`${file} exports nothing`)
    for (const exported of checker.getExportsOfModule(module)) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported
      check(exported.name, symbol)
      if (!EXPLAINED.includes(exported.name)) continue
      for (const member of checker.getDeclaredTypeOfSymbol(symbol).getProperties())
        check(`${exported.name}.${member.name}`, member)
    }
  }
  return [...missing].sort()
}

test('every export of the package has a doc comment, and so has each member of the main interfaces (T03)', () => {
  expect(findUnexplained()).toEqual([])
})
