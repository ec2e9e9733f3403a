import type { StudioState } from './state.js'
import { toAttributes } from './tag.js'

/** Where the script lies, and what it has to be. */
export interface Release {
  /** The address of embed.js. */
  script: string
  /** Its hash, for `integrity`. */
  integrity: string
}

/** A piece of code to copy. */
export interface Snippet {
  /** Where it goes. */
  place: string
  language: 'html' | 'tsx' | 'ts' | 'vue' | 'svelte' | 'text'
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
const writeScript = ({ script, integrity }: Release): string =>
  `<script src="${script}" integrity="${integrity}" crossorigin="anonymous" defer></script>`

const inForm = (state: StudioState, tag: string): string =>
  state.signIn === 'form'
    ? `<form method="post" action="/sign-in">\n  ${tag}\n  <button>Sign in</button>\n</form>`
    : tag

const writeReact = (state: StudioState): string => {
  const props = toAttributes(state)
    .filter(([name]) => name !== 'style')
    .map(([name, value]) => (value === true ? toCamel(name) : `${toCamel(name)}={${JSON.stringify(value)}}`))
  const style = toAttributes(state).find(([name]) => name === 'style')?.[1]
  if (typeof style === 'string') {
    const entries = style.split('; ').map((entry) => entry.split(': '))
    props.push(`style={${JSON.stringify(Object.fromEntries(entries))} as React.CSSProperties}`)
  }
  return `<WalletConnectButton ${props.join(' ')} />`
}

const writeShortcode = (state: StudioState): string => {
  const kept = new Set([
    'label',
    'chains',
    'wallets',
    'theme',
    'size',
    'lang',
    'show-balance',
    'name',
    'sign-in',
  ])
  const attributes = toAttributes(state)
    .filter(([name]) => kept.has(name))
    .map(([name, value]) =>
      value === true
        ? name
        : `${name}="${escapeHtml(value).replaceAll('[', '&#91;').replaceAll(']', '&#93;')}"`,
    )
  return `[wallet_button ${attributes.join(' ')}]`
}

const builder =
  (scriptPlace: string, tagPlace: string) =>
  (state: StudioState, release: Release): Snippet[] => [
    { place: scriptPlace, language: 'html', code: writeScript(release) },
    { place: tagPlace, language: 'html', code: inForm(state, writeHtml(state)) },
  ]

const REACT = (state: StudioState) =>
  `import { WalletConnectButton } from 'wallet-connect-button/react'

export function Connect() {
  return ${state.signIn === 'form' ? `<form method="post" action="/sign-in">\n    ${writeReact(state)}\n    <button>Sign in</button>\n  </form>` : writeReact(state)}
}
`

/** What there is to copy for each kind of host. */
export const HOSTS: Readonly<
  Record<string, { title: string; write(state: StudioState, release: Release): Snippet[] }>
> = {
  html: {
    title: 'HTML',
    write: (state, release) => [
      {
        place: 'In the page',
        language: 'html',
        code: `${writeScript(release)}\n${inForm(state, writeHtml(state))}`,
      },
    ],
  },
  wordpress: {
    title: 'WordPress',
    write: (state) => [
      { place: 'In a page or post, with the plugin', language: 'text', code: writeShortcode(state) },
      { place: 'Settings → Wallet Connect Button → Name', language: 'text', code: String(state.app) },
    ],
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
      { place: 'For a “Custom code” in the head instead', language: 'html', code: writeScript(release) },
    ],
  },
  react: {
    title: 'React',
    write: (state) => [{ place: 'npm install wallet-connect-button', language: 'tsx', code: REACT(state) }],
  },
  next: {
    title: 'Next',
    write: (state) => [
      { place: 'app/connect.tsx, in server components too', language: 'tsx', code: REACT(state) },
    ],
  },
  vue: {
    title: 'Vue',
    write: (state) => [
      {
        place: 'A component; isCustomElement in vite.config.js',
        language: 'vue',
        code: `<script setup>\nimport 'wallet-connect-button'\n</script>\n\n<template>\n  ${inForm(state, writeHtml(state)).replaceAll('\n', '\n  ')}\n</template>\n`,
      },
    ],
  },
  svelte: {
    title: 'Svelte',
    write: (state) => [
      {
        place: 'A component',
        language: 'svelte',
        code: `<script>\n  import 'wallet-connect-button'\n</script>\n\n${inForm(state, writeHtml(state)).replaceAll('{', '&#123;').replaceAll('}', '&#125;')}\n`,
      },
    ],
  },
  angular: {
    title: 'Angular',
    write: (state) => [
      {
        place: 'A component',
        language: 'ts',
        code: `import 'wallet-connect-button'
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
