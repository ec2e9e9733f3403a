// Runs in every page before any page script: one fake EIP-6963 wallet and one fake Starknet wallet,
// so that no peer shows an empty list. Neither ever connects.
;(() => {
  if (window !== window.top) return
  const icon =
    'data:image/svg+xml,' +
    encodeURIComponent(
      '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="#246"/></svg>',
    )
  const reject = () => Promise.reject(Object.assign(new Error('User rejected the request.'), { code: 4001 }))
  const answers = { eth_accounts: [], eth_chainId: '0x1', net_version: '1', wallet_getPermissions: [] }
  const provider = {
    request: ({ method }) => (method in answers ? Promise.resolve(answers[method]) : reject()),
    on() {
      return provider
    },
    removeListener() {
      return provider
    },
  }
  const info = Object.freeze({
    uuid: '5f2c7e1e-6a0f-4a53-9d8e-0f6a0f3b7c11',
    name: 'Fake EVM',
    icon,
    rdns: 'org.example.fake',
  })
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  window.starknet_argentX = {
    id: 'argentX',
    name: 'Ready Wallet (formerly Argent)',
    version: '0.0.0',
    icon,
    isConnected: false,
    provider: {},
    selectedAddress: undefined,
    request: ({ type }) => (type === 'wallet_getPermissions' ? Promise.resolve([]) : reject()),
    enable: reject,
    isPreauthorized: () => Promise.resolve(false),
    on() {},
    off() {},
  }
})()
