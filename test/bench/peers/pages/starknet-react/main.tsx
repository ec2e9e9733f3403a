// starknet-react has hooks and no interface. The button and the list below are the minimum of its documentation.
import { mainnet } from '@starknet-react/chains'
import {
  braavos,
  publicProvider,
  ready,
  StarknetConfig,
  useConnect,
  useInjectedConnectors,
} from '@starknet-react/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

function Connect() {
  const { connect, connectors } = useConnect()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="bench-button" onClick={() => setOpen(true)}>
        Connect wallet
      </button>
      {open && (
        <div
          role="dialog"
          style={{
            position: 'fixed',
            inset: 0,
            margin: 'auto',
            width: 380,
            height: 300,
            background: '#fff',
            border: '1px solid',
          }}
        >
          {connectors.map((c) => (
            <button type="button" key={c.id} onClick={() => connect({ connector: c })}>
              <img src={typeof c.icon === 'string' ? c.icon : c.icon.light} width={28} height={28} alt="" />
              {c.name}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
function App({ n }: { n: number }) {
  const { connectors } = useInjectedConnectors({
    recommended: [ready(), braavos()],
    includeRecommended: 'always',
  })
  return (
    <StarknetConfig chains={[mainnet]} provider={publicProvider()} connectors={connectors}>
      {Array.from({ length: n }, (_, i) => (
        <Connect key={i} />
      ))}
    </StarknetConfig>
  )
}
const host = document.createElement('div')
document.body.append(host)
createRoot(host).render(<App n={Number(new URLSearchParams(location.search).get('n') ?? 1)} />)
