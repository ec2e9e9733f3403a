/** @jsxImportSource preact */
import 'wallet-connect-button'

export const good = (
  <wallet-connect-button
    class="wide"
    app-name="Shop"
    show-balance
    networks={[{ chainId: 1 }]}
    onwallet_changed={({ detail }) => detail.previous.account.length}
  />
)
export const bad = [
  // @ts-expect-error no such word
  <wallet-connect-button key="1" size="huge" />,
  // @ts-expect-error the event has no such detail
  <wallet-connect-button key="2" onwallet_changed={({ detail }) => detail.balance} />,
]
