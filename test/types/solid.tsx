/** @jsxImportSource solid-js */
import 'wallet-connect-button'

export const good = (
  <wallet-connect-button
    class="wide"
    app-name="Shop"
    show-balance
    prop:networks={[{ chainId: 1 }]}
    on:wallet_connected={({ detail }) => detail.account.length}
  />
)
export const bad = [
  // @ts-expect-error no such word
  <wallet-connect-button size="huge" />,
  // @ts-expect-error the event has no such detail
  <wallet-connect-button on:wallet_connected={({ detail }) => detail.balance} />,
]
