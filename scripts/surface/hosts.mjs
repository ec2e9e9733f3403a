import { toCamel } from './read.mjs'

const NOTICE = '// Written by `node scripts/surface.mjs` from surface.ts: edit that file.\n\n'

/** The type of an attribute as markup has it. */
const written = ({ kind, words }) => {
  if (kind === 'boolean') return "boolean | 'true' | 'false' | ''"
  if (words) return words.map((word) => `'${word}'`).join(' | ')
  return 'string'
}

/** Without the framework its names are unknown, so each line with such a name is ignored by the type check. */
const EXCUSE = '// @ts-ignore'

/**
 * Writes src/exports/hosts.d.ts: the tag's types for markup. Every list of attributes, properties or events comes from
 * the surface.
 */
export function writeHosts({ ATTRIBUTES, PROPERTIES }) {
  // The types of hosts have `lang` for every element, and `form` for their own controls alone.
  const own = ATTRIBUTES.filter(({ name, isPlatform }) => !isPlatform || name === 'form')
  const objects = PROPERTIES.filter(({ isReadonly }) => !isReadonly).map(({ name }) => name)
  const lists = own.filter(({ takesList }) => takesList).map(({ name }) => toCamel(name))
  const union = (names) => names.map((name) => `'${name}'`).join(' | ')
  return `${NOTICE}import type { SignInMode, WalletConnectButton, WalletEventMap, WritableProperty } from '../element/button-api.js'

/** The attributes of \`<wallet-connect-button>\`, as markup has them. */
export interface WalletConnectButtonAttributes {
${own.map((attribute) => `  /** ${attribute.description} */\n  '${attribute.name}'?: ${written(attribute)} | undefined`).join('\n')}
}

/** The properties of \`<wallet-connect-button>\` that are objects. */
export type WalletConnectButtonObjects = { [K in ${union(objects)}]?: WalletConnectButton[K] | undefined }

/** Listeners by the name that a framework gives them: \`on\` and the event's name, or with a colon between. */
export type WalletConnectButtonListeners<Colon extends '' | ':' = ''> = {
  [K in keyof WalletEventMap as \`on\${Colon}\${K}\`]?: ((event: WalletEventMap[K]) => void) | undefined
}

/** All properties, in camel case, as a template of Vue has them. */
export type WalletConnectButtonProperties = Partial<
  Pick<WalletConnectButton, Exclude<WritableProperty, ${union(lists)}>>
> & { [K in ${union(lists)}]?: string | readonly string[] } & { signIn?: SignInMode }

type Button = WalletConnectButton
type Own = WalletConnectButtonAttributes & WalletConnectButtonObjects & WalletConnectButtonListeners
/** The tag: what is its own, and what any element takes besides. */
type Tag<Html> = Own & { class?: string | undefined } & Omit<Html, keyof Own | 'class'>
/** Names with a colon, as Solid and Svelte 4 write them. */
type Named = WalletConnectButtonListeners<':'>
type SolidProperties = {
  [K in keyof WalletConnectButtonObjects as \`prop:\${K}\`]?: WalletConnectButtonObjects[K]
}
type VueListeners = {
  [K in keyof WalletEventMap as \`on\${Capitalize<K>}\`]?: (event: WalletEventMap[K]) => void
}

${EXCUSE}
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      ${EXCUSE}
      'wallet-connect-button': Tag<DetailedHTMLProps<HTMLAttributes<Button>, Button>>
    }
  }
}

${EXCUSE}
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      ${EXCUSE}
      'wallet-connect-button': Tag<JSXInternal.HTMLAttributes<Button>>
    }
  }
}

${EXCUSE}
declare module 'solid-js/jsx-runtime' {
  namespace JSX {
    interface IntrinsicElements {
      ${EXCUSE}
      'wallet-connect-button': Tag<HTMLAttributes<Button>> & Named & SolidProperties
    }
  }
}

${EXCUSE}
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    ${EXCUSE}
    'wallet-connect-button': Tag<HTMLAttributes<Button>> & Named
  }
}

${EXCUSE}
declare module 'vue' {
  interface GlobalComponents {
    'wallet-connect-button': new () => { $props: WalletConnectButtonProperties & VueListeners }
  }
}
`
}
