import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { transformSync } from 'esbuild'
import ts from 'typescript'

/**
 * Writes dist/require: each module as CommonJS, for tools that cannot `require` an ES module (Jest, TypeScript before its
 * module `node20`). Node itself takes the ES modules by the condition `module-sync`, so that a program has one copy.
 */
const FOLDER = 'dist/require'

/** The bundler's helper that gives a namespace its getters; it must not walk what a page has put on `Object.prototype`. */
const HELPER = /for\s*\(var (\w+) in (\w+)\)(?=\s*\w+\(\w+,\s*\1,\s*\{\s*get:)/g

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
const entries = Object.values(exports).filter(({ require: required }) => required)

mkdirSync(join(FOLDER, 'chunks'), { recursive: true })
writeFileSync(join(FOLDER, 'package.json'), '{ "type": "commonjs" }\n')
const modules = entries.map(({ default: code }) => relative('dist', code))
for (const chunk of readdirSync('dist/chunks')) if (chunk.endsWith('.js')) modules.push(`chunks/${chunk}`)
for (const file of modules) {
  const { code } = transformSync(readFileSync(join('dist', file), 'utf8'), {
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    // A later `import()` becomes a later `require`, because Jest has no `import()`.
    supported: { 'dynamic-import': false },
    minifyWhitespace: true,
    legalComments: 'none',
  })
  writeFileSync(
    join(FOLDER, file),
    code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '').replace(HELPER, 'for(var $1 of Object.keys($2))'),
  )
}

/**
 * The names of an entry point as CommonJS has them. They are the ES module's own types, so that both are one type in a
 * program that uses both.
 */
const program = ts.createProgram(
  entries.map(({ types }) => types),
  { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, skipLibCheck: true },
)
const checker = program.getTypeChecker()
for (const { types, require: required } of entries) {
  const path = relative(dirname(required.types), types).replace(/\.d\.ts$/, '.js')
  const from = `from '${path}' with { 'resolution-mode': 'import' }`
  const lines = [`import type * as module ${from}`, `export type * ${from}`]
  for (const exported of checker.getExportsOfModule(
    checker.getSymbolAtLocation(program.getSourceFile(types)),
  )) {
    const { name } = exported
    const { flags } = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    if (!(flags & ts.SymbolFlags.Value)) continue
    lines.push(`export declare const ${name}: typeof module.${name}`)
    if (flags & ts.SymbolFlags.Type) lines.push(`export type ${name} = module.${name}`)
  }
  writeFileSync(required.types, `${lines.join('\n')}\n`)
}
