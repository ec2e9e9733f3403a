import { createWalletClient, type WalletClientConfig } from 'wallet-connect-button/client'
import { useWallet, WalletConnectButton } from 'wallet-connect-button/react'

export function Good() {
  const { namespace, account, provider, signMessage, connections } = useWallet()
  if (namespace === 'eip155') {
    const address: `0x${string}` = account
    void provider.request({ method: 'eth_chainId' })
    void signMessage('Hello').then((signature: string) => signature.length + address.length)
  }
  if (namespace === 'starknet') {
    void provider.request({ type: 'wallet_requestChainId' })
    void signMessage('Hello').then((signature: string[]) => signature.map((felt) => felt.length))
  }
  if (namespace === null) {
    const nothing: null = account
    void nothing
  }
  for (const connection of connections) {
    if (connection.namespace === 'eip155') void connection.wallet.provider.request({ method: 'eth_chainId' })
    else connection.wallet.provider.id.toUpperCase()
  }
  return (
    <WalletConnectButton
      appName="Shop"
      chains={['eip155:1', 'starknet:SN_MAIN']}
      wallets="injected"
      signIn="on-connect"
      className="wide"
      onWalletSignedIn={({ detail }) => {
        if (detail.namespace === 'eip155') detail.signature?.startsWith('0x')
        else detail.signature?.map((felt) => felt.length)
      }}
      onWalletError={({ detail }) => detail.code === 'user_rejected'}
    >
      <b>Wallet</b>
    </WalletConnectButton>
  )
}

/** What a page does not know yet may be passed as undefined. */
export function Unknown({ chains, theme }: { chains?: string; theme?: 'dark' }) {
  const config: WalletClientConfig = { appName: undefined, chains, connectors: undefined, storage: undefined }
  void createWalletClient(config).connect({ walletId: undefined, chainId: undefined, mode: undefined })
  return <WalletConnectButton chains={chains} theme={theme} form={undefined} signIn={undefined} />
}

export function Bad() {
  const wallet = useWallet()
  // @ts-expect-error nothing may be connected
  wallet.account.toLowerCase()
  // @ts-expect-error nothing may be connected
  void wallet.provider.request({ method: 'eth_chainId' })
  // @ts-expect-error EVM signatures are no lists
  if (wallet.namespace === 'eip155') void wallet.signMessage('').then((signature) => signature.map(String))
  return [
    // @ts-expect-error no such prop
    <WalletConnectButton key="1" appname="Shop" />,
    // @ts-expect-error a list of numbers is no list of chains
    <WalletConnectButton key="2" chains={[1, 2]} />,
    // @ts-expect-error no such code
    <WalletConnectButton key="3" onWalletError={({ detail }) => detail.code === 'user_refused'} />,
  ]
}
