import 'wallet-connect-button'

// The types of the plain tag in React 19 and 18.
export const good = (
  <wallet-connect-button
    id="one"
    class="wide"
    style={{ color: 'red' }}
    app-name="Shop"
    chains="eip155:1 starknet:SN_MAIN"
    mode="alwaysAsk"
    show-balance={true}
    disabled={false}
    networks={[{ chainId: 'eip155:31337', rpcUrls: ['http://127.0.0.1:8545'] }]}
    onwallet_connected={({ detail }) => detail.account.startsWith('0x')}
    ref={(element) => void element?.connect({ walletId: 'injected' })}
  >
    <button type="button">Wallet</button>
  </wallet-connect-button>
)

export const bad = [
  // @ts-expect-error no such word
  <wallet-connect-button key="1" mode="sometimes" />,
  // @ts-expect-error no such word
  <wallet-connect-button key="2" store={42} />,
  // @ts-expect-error the event has no such detail
  <wallet-connect-button key="3" onwallet_connected={({ detail }) => detail.balance} />,
  // @ts-expect-error networks are objects
  <wallet-connect-button key="4" networks={['eip155:1']} />,
]
