import { createRoot } from 'react-dom/client'
import { discover } from '../../lib/plain-modal'

export function open(root: ShadowRoot): void {
  const host = document.createElement('div')
  root.append(host)
  createRoot(host).render(
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
      {discover().map((w) => (
        <button type="button" key={w.name}>
          <img src={w.icon} width={28} height={28} alt="" />
          {w.name}
        </button>
      ))}
    </div>,
  )
}
