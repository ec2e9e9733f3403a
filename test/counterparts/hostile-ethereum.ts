/** A22: possible values of `window.ethereum`; each is a script that runs before the page's first. */
export const hostileEthereum: Readonly<Record<string, () => void>> = {
  'a getter that throws': () => {
    Object.defineProperty(window, 'ethereum', {
      configurable: true,
      get() {
        throw new Error('ethereum cannot be read')
      },
    })
  },
  'a frozen object without anything': () => {
    Object.assign(window, { ethereum: Object.freeze({}) })
  },
  'a Proxy that answers everything': () => {
    const answerer: unknown = new Proxy(() => {}, { get: () => answerer, apply: () => answerer })
    Object.assign(window, { ethereum: answerer })
  },
  'a revoked Proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    Object.assign(window, { ethereum: proxy })
    revoke()
  },
  'a list of providers that holds itself': () => {
    const ethereum: Record<string, unknown> = { request: async () => [] }
    ethereum.providers = [ethereum, ethereum]
    Object.assign(window, { ethereum })
  },
  'a string': () => {
    Object.assign(window, { ethereum: 'ethereum' })
  },
}
