import type { WalletConnectButton } from '../../element/button-api.js'
import { HUB } from '../../element/hub.js'
import { PARTS } from '../../element/parts.js'
import type { ElementStore } from '../../element/store.js'
import type { PagePart } from '../../element/view-contract.js'
import { isEvmNonce } from '../../protocol/evm-nonce.js'
import { loadTexts, readLanguage } from '../i18n/languages.js'
import { adopt } from '../theme/adopt.js'
import { english } from './texts.js'

/** The outline that browsers give to a field that was submitted without its value. */
const SHEET = `:host(:state(user-invalid):invalid) [part=button]{outline:2px solid var(--wcb-error,light-dark(#b3261e,#ff8a80));outline-offset:2px}`

/**
 * Says what a store's elements submit with their forms: the account of the active connection as a CAIP-10 id. With
 * `sign-in="form"` the account counts only once it is proven, together with its proof. The form asks for it when it is submitted, so
 * nothing of it goes into the browser's session history. A required element reports what it lacks in the visitor's language.
 */
export function createForm({ client, elements }: ElementStore): PagePart {
  const warned = new Set<string>()

  /** The element's value now, and its fields. */
  function read(
    element: WalletConnectButton,
  ): [value: string, fields: Iterable<[string, FormDataEntryValue]>] {
    const { name } = element
    const { account, chainId, connections } = client.getState()
    if (element.getAttribute('sign-in') !== 'form') {
      const value = account ? `${chainId}:${account}` : ''
      return [value, value && name ? [[name, value]] : []]
    }
    const { proof } = element[PARTS]
    const isOurs = proof && connections.some((each) => proof.value.endsWith(`:${each.account}`))
    return isOurs ? [proof.value, proof.toFormData(name) ?? []] : ['', []]
  }

  function showValue(element: WalletConnectButton) {
    const parts = element[PARTS]
    parts.value = read(element)[0]
    parts.addFields = (data) => {
      for (const [name, value] of read(element)[1]) data.append(name, value as string)
    }
    if (element.getAttribute('sign-in') === 'form') checkNonce(element)
    parts.paint()
  }

  function checkNonce({ signInNonce }: WalletConnectButton) {
    const shown = signInNonce.slice(0, 300)
    if (isEvmNonce(signInNonce) || warned.has(shown)) return
    warned.add(shown)
    console.warn(`sign-in-nonce="${shown}" is not 8 to 256 letters and digits: nobody is asked to sign`)
  }

  /** Reports what is missing. The button's outline shows when its form was submitted without it. */
  function require(element: WalletConnectButton) {
    const parts = element[PARTS]
    adopt(parts.root, SHEET)
    const tag = HUB.tagOf?.(element) ?? 'en'
    const show = () => {
      const { connect, sign } = readLanguage(tag).texts.form ?? english
      parts.missing = client.getState().account ? sign : connect
      parts.paint()
    }
    show()
    void loadTexts(tag).then((isNew) => isNew && show())
  }

  return {
    update() {
      for (const element of elements) {
        showValue(element)
        if (element.required) require(element)
      }
    },
  }
}
