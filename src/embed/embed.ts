import type { WalletConnectButton } from '../element/button-api.js'
import { defineButton } from '../element/define.js'
import type { App, Hub } from '../element/hub.js'
import { peek } from '../platform/storage.js'
import { flagKey } from '../platform/stored-names.js'

/** The running script: null in a module, and another file's when an optimiser has joined scripts. */
const SCRIPT = document.currentScript as HTMLScriptElement | null

/** Where this file runs. Its stack is read at the first use, because that is slow. */
const HERE = new Error()

/**
 * The address of this file. The first line of a stack names it in a module too, where no script is running. Evaluated
 * text and inline scripts have no address.
 */
const readOwn = (): string | undefined =>
  /^(Error\n)?[^\n(]*\(?(http\S+?\.js\S*?):\d/.exec(HERE.stack ?? '')?.[2] ?? SCRIPT?.src

/** The files of the app, of the list, and of what connects EVM wallets in the page; the build writes them. */
declare const __WCB_APP__: Part
declare const __WCB_LIST__: Part
declare const __WCB_EVM__: Part
/** Where the build has its home. */
declare const __WCB_BAKED_BASE__: string

/** An element, or who follows a store without one. */
type User = Partial<WalletConnectButton> & { readonly store: string }

/** A file, and its hash. */
type Part = readonly [file: string, sha256: string]

/**
 * Where the parts may be, in the order to try: where the page says, beside this file, beside a script tag with our path
 * in the package (many scripts are called `embed.js`), and last, if the page says nothing, the address that the build
 * names. A file is checked against its hash, wherever it comes from.
 */
function listPlaces(user: User): (string | undefined)[] {
  const named = [
    user.dataset?.base,
    SCRIPT?.dataset.base,
    document.querySelector<HTMLMetaElement>('[name=wallet-connect-button-base]')?.content,
  ]
  const isNamed = named.some((place) => place !== undefined)
  const tag = document.querySelector<HTMLScriptElement>('[src*="dist/embed.js"]')
  return [...named, readOwn(), tag?.src, isNamed ? undefined : __WCB_BAKED_BASE__]
}

function createLink(place: string, folder: string, [file, sha256]: Part): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  // A module does not know its tag; every script that a policy lets run has its nonce.
  link.nonce = document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? ''
  // While the link is on its way, and once it has come, the import is refused a module that differs. After that it is not.
  link.onerror = link.remove
  link.integrity = `sha256-${sha256}`
  // A place is the address of a folder or of a file in it, with or without a query.
  link.href = place.replace(/(\/[^/?#]*\.js|\/)?([?#].*)?$/, folder + file)
  return link
}

/** Loads the app and, at the same time, the list. A visitor who is connected sees no list, and may have an EVM wallet in the page. */
async function load(user: User, method: keyof App): Promise<(hub: Hub) => App> {
  const wanted = [__WCB_APP__]
  if (method !== 'restore') wanted.push(__WCB_LIST__)
  else if (peek(flagKey(user.store), user.storage)?.includes('eip155')) wanted.push(__WCB_EVM__)
  const failures = new Map<string, unknown>()
  for (const place of listPlaces(user)) {
    if (!place) continue
    // The parts lie in the folder `embed` beside the script, or in the place itself.
    for (const folder of ['/embed/', '/']) {
      const links = wanted.map((part) => createLink(place, folder, part))
      const [app, other] = links as [HTMLLinkElement, HTMLLinkElement?]
      if (failures.has(app.href)) continue
      try {
        document.head.append(...links)
        // The other file imports the app, so its import must wait: it would fetch an app whose link is gone unchecked.
        const { createApp } = await import(app.href)
        // Without this part the app loads it when it is needed.
        const part = other?.isConnected ? await import(other.href).catch(() => {}) : undefined
        return (hub) => createApp(hub, part)
      } catch (error) {
        for (const link of links) link.remove()
        failures.set(app.href, error)
      }
    }
  }
  loading = undefined
  throw new Error([...failures].join())
}

let loading: Promise<(hub: Hub) => App> | undefined

defineButton((user, method) => {
  loading ??= load(user, method)
  return loading
})
