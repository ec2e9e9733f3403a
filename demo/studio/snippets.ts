import type { StudioState } from './state.js'
import { toAttributes, toProperties } from './tag.js'

/** The address of the script, and its hash. */
export interface Release {
  /** The address of embed.js. */
  script: string
  /** Its hash, for `integrity`. */
  integrity: string
  /** The address of looks.css. */
  sheet: string
  /** Its hash. */
  sheetIntegrity: string
}

/** A piece of code to copy. */
export interface Snippet {
  /** Where it goes. */
  place: string
  language: 'html' | 'tsx' | 'ts' | 'vue' | 'svelte' | 'css' | 'text'
  code: string
}

const escapeHtml = (value: string): string => value.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)
const toCamel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const writeHtml = (state: StudioState, name = 'wallet-connect-button'): string => {
  const attributes = toAttributes(state).map(([key, value]) =>
    value === true ? key : `${key}="${escapeHtml(value)}"`,
  )
  return `<${name} ${attributes.join(' ')}></${name}>`
}
const hasLook = (state: StudioState): boolean => toAttributes(state).some(([name]) => name === 'look')

/** The script tag; with a ready look, its style sheet too, so that the first paint has the look. */
const writeHead = (state: StudioState, { script, integrity, sheet, sheetIntegrity }: Release): string =>
  [
    hasLook(state) &&
      `<link rel="stylesheet" href="${sheet}" integrity="${sheetIntegrity}" crossorigin="anonymous">`,
    `<script src="${script}" integrity="${integrity}" crossorigin="anonymous" defer></script>`,
  ]
    .filter(Boolean)
    .join('\n')

/** The imports of an application with a bundler. */
const writeImports = (state: StudioState, indent = ''): string =>
  [
    "import 'wallet-connect-button'",
    ...(hasLook(state) ? ["import 'wallet-connect-button/looks.css'"] : []),
  ].join(`\n${indent}`)

const inForm = (state: StudioState, tag: string): string =>
  state.signIn === 'form'
    ? `<form method="post" action="/sign-in">\n  ${tag}\n  <button>Sign in</button>\n</form>`
    : tag

const writeReact = (state: StudioState): string => {
  const props = toAttributes(state)
    .filter(([name]) => name !== 'style')
    .map(([name, value]) => (value === true ? toCamel(name) : `${toCamel(name)}={${JSON.stringify(value)}}`))
  const properties = toProperties(state)
  if (properties.length)
    props.push(`style={${JSON.stringify(Object.fromEntries(properties))} as React.CSSProperties}`)
  return `<WalletConnectButton ${props.join(' ')} />`
}

/** The attributes that the plugin's shortcode accepts. The others are set for the whole site. */
const SHORTCODE = new Set(['label', 'chains', 'wallets', 'theme', 'look', 'size', 'lang', 'show-balance'])

const writeShortcode = (state: StudioState): string => {
  const attributes = toAttributes(state)
    .filter(([name]) => SHORTCODE.has(name))
    .map(([name, value]) =>
      value === true
        ? name
        : `${name}="${escapeHtml(value).replaceAll('[', '&#91;').replaceAll(']', '&#93;')}"`,
    )
  return `[wallet_button ${attributes.join(' ')}]`
}

const writeWordPress = (state: StudioState): Snippet[] => {
  const properties = toProperties(state)
  const settings = [
    ['Name', String(state.app)],
    ['WalletConnect project id', String(state.project)],
  ].filter(([, value]) => value)
  return [
    {
      place: 'In a page or post, with the plugin',
      language: 'text',
      code:
        state.signIn === 'off'
          ? writeShortcode(state)
          : '[wallet_members]Only visitors who have signed in see this.[/wallet_members]',
    },
    ...settings.map(
      ([name, code = '']): Snippet => ({
        place: `Settings → Wallet Connect Button → ${name}`,
        language: 'text',
        code,
      }),
    ),
    ...(properties.length
      ? [
          {
            place: 'Appearance → Editor → Styles → Additional CSS',
            language: 'css' as const,
            code: `wallet-connect-button {\n${properties.map(([name, value]) => `  ${name}: ${value};\n`).join('')}}`,
          },
        ]
      : []),
  ]
}

const builder =
  (scriptPlace: string, tagPlace: string) =>
  (state: StudioState, release: Release): Snippet[] => [
    { place: scriptPlace, language: 'html', code: writeHead(state, release) },
    { place: tagPlace, language: 'html', code: inForm(state, writeHtml(state)) },
  ]

const writeReactModule = (state: StudioState) =>
  `import { WalletConnectButton } from 'wallet-connect-button/react'
${hasLook(state) ? "import 'wallet-connect-button/looks.css'\n" : ''}
export function Connect() {
  return ${state.signIn === 'form' ? `<form method="post" action="/sign-in">\n    ${writeReact(state)}\n    <button>Sign in</button>\n  </form>` : writeReact(state)}
}
`

/** The code to copy for each kind of host. */
export const HOSTS: Readonly<
  Record<string, { title: string; write(state: StudioState, release: Release): Snippet[] }>
> = {
  html: {
    title: 'HTML',
    write: (state, release) => [
      {
        place: 'In the page',
        language: 'html',
        code: `${writeHead(state, release)}\n${inForm(state, writeHtml(state))}`,
      },
    ],
  },
  wordpress: {
    title: 'WordPress',
    write: writeWordPress,
  },
  webflow: {
    title: 'Webflow',
    write: builder('Site settings → Custom code → Head code', 'An “Embed” element on the page'),
  },
  squarespace: {
    title: 'Squarespace',
    write: builder('Settings → Advanced → Code injection → Footer', 'A “Code” block on the page'),
  },
  wix: {
    title: 'Wix',
    write: (state, release) => [
      {
        place: 'Embed Code → Custom element → Choose source → Server URL',
        language: 'text',
        code: release.script,
      },
      { place: 'Tag name', language: 'text', code: 'wallet-connect-button' },
      {
        place: 'Attributes',
        language: 'text',
        code: toAttributes(state)
          .map(([name, value]) => `${name}: ${value === true ? '' : value}`)
          .join('\n'),
      },
      { place: 'For a “Custom code” in the head instead', language: 'html', code: writeHead(state, release) },
    ],
  },
  react: {
    title: 'React',
    write: (state) => [
      { place: 'npm install wallet-connect-button', language: 'tsx', code: writeReactModule(state) },
    ],
  },
  next: {
    title: 'Next',
    write: (state) => [
      { place: 'app/connect.tsx, in server components too', language: 'tsx', code: writeReactModule(state) },
    ],
  },
  vue: {
    title: 'Vue',
    write: (state) => [
      {
        place: 'A component; isCustomElement in vite.config.js',
        language: 'vue',
        code: `<script setup>\n${writeImports(state)}\n</script>\n\n<template>\n  ${inForm(state, writeHtml(state)).replaceAll('\n', '\n  ')}\n</template>\n`,
      },
    ],
  },
  svelte: {
    title: 'Svelte',
    write: (state) => [
      {
        place: 'A component',
        language: 'svelte',
        code: `<script>\n  ${writeImports(state, '  ')}\n</script>\n\n${inForm(state, writeHtml(state)).replaceAll('{', '&#123;').replaceAll('}', '&#125;')}\n`,
      },
    ],
  },
  angular: {
    title: 'Angular',
    write: (state) => [
      {
        place: 'A component',
        language: 'ts',
        code: `${writeImports(state)}
import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core'

@Component({
  selector: 'app-connect',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: ${JSON.stringify(inForm(state, writeHtml(state)).replace(/[{}@]/g, (sign) => `&#${sign.codePointAt(0)};`))},
})
export class ConnectComponent {}
`,
      },
    ],
  },
}

/**
 * Reads the host from the hash of the studio's address.
 *
 * @returns the host, HTML for an unknown name, and the unknown name as a fault
 */
export function readHost(hash: string): { host: string; faults: string[] } {
  const name = hash.slice(1)
  if (Object.hasOwn(HOSTS, name)) return { host: name, faults: [] }
  return { host: 'html', faults: name ? [name] : [] }
}
