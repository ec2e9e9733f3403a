import { useState } from 'react'
import type { ButtonProps } from '../contract.js'

const IMAGE = /^data:image\/(?:png|jpe?g|gif|webp|svg\+xml)[;,]/i

/** An icon that may be drawn: an image as a data URI, which asks no one for anything; else an empty string. */
export function acceptIcon(icon: unknown): string {
  return typeof icon === 'string' && IMAGE.test(icon) ? icon.trim().replace(/\s/g, '%20') : ''
}

interface WalletIconProps {
  icon: { light: string; dark: string }
  name: string
  theme: ButtonProps['theme']
}

/** A wallet's icon in a box that keeps its size; the name's first letter where there is none, or it cannot be drawn. */
export function WalletIcon({ icon, name, theme }: WalletIconProps) {
  const light = acceptIcon(icon?.light)
  const dark = acceptIcon(icon?.dark)
  const source = theme === 'dark' ? dark || light : light || dark
  const [broken, setBroken] = useState('')
  return (
    <span part="wallet-icon" className="icon" aria-hidden="true" translate="no">
      {source && broken !== source ? (
        <picture>
          {theme === 'system' && dark && dark !== source && (
            <source media="(prefers-color-scheme: dark)" srcSet={dark} />
          )}
          <img src={source} alt="" draggable={false} decoding="sync" onError={() => setBroken(source)} />
        </picture>
      ) : (
        <span>{[...name][0]}</span>
      )}
    </span>
  )
}
