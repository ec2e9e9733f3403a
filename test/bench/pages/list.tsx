import { useLayoutEffect, useRef } from 'react'
import type { Announced } from './wallets.js'

/** The list of wallets that React draws for the floors. */
export function List({ wallets, onClose }: { wallets: readonly Announced[]; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={onClose}>
      <header>
        <h1>Connect to {location.hostname}</h1>
        <button type="button" onClick={() => dialog.current?.close()}>
          ×
        </button>
      </header>
      <ul>
        {wallets.map(({ info }) => (
          <li key={info.uuid}>
            <button type="button" part="wallet">
              <img src={info.icon} alt="" />
              <span>{info.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </dialog>
  )
}
