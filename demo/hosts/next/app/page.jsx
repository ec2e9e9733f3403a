import { Wallet } from './wallet'

export default function Page() {
  return (
    <main>
      <h1>My shop</h1>
      <Wallet />
    </main>
  )
}
