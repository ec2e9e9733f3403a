import { english } from './english.js'
import type { ViewProps } from './view-props.js'

/** Checks the address of a page's terms: https, or the page's own origin; undefined for any other. */
export function readPageLink(value: string | null | undefined): string | undefined {
  if (!value) return undefined
  try {
    const { href, protocol, origin } = new URL(value, document.baseURI)
    const isOwn = origin === location.origin && /^https?:$/.test(protocol)
    return protocol === 'https:' || isOwn ? href : undefined
  } catch {
    return undefined
  }
}

/** The foot of the list: where to get a wallet, and the page's terms. */
export function ListFoot({ state, texts: given, go, options }: ViewProps) {
  const texts = { ...english, ...given }
  const hasWallet = state.choices.some(({ kind }) => kind === 'installed')
  const links = (['terms', 'privacy'] as const)
    .map((name) => [texts[name], readPageLink(options[`${name}Url`])] as const)
    .filter(([, href]) => href)
  return (
    <div className={options.termsUrl || options.privacyUrl ? 'foot two quiet' : 'foot quiet'}>
      <button type="button" className="plain" onClick={() => go({ page: 'get' })}>
        <span>{hasWallet ? texts.getWallet : texts.whatIsWallet}</span>
      </button>
      {links.map(([text, href]) => (
        <a key={text} href={href} target="_blank" rel="noopener noreferrer">
          {text}
        </a>
      ))}
    </div>
  )
}
