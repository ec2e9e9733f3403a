import { useState } from 'react'
import { cleanIcon, firstCharacter } from '../../connectors/presentation.js'
import type { ButtonProps } from '../../element/view-contract.js'

interface WalletIconProps {
  of: { icon: { light: string; dark: string }; name: string } | null
  theme: ButtonProps['theme']
}

/** A wallet's icon in a box that keeps its size; the name's first letter where there is none, or it cannot be drawn. */
export function WalletIcon({ of, theme }: WalletIconProps) {
  // Images as data URIs alone, which ask no one for anything.
  const [light, dark] = [of?.icon.light, of?.icon.dark].map(cleanIcon)
  const source = theme === 'dark' ? dark || light : light || dark
  const [broken, setBroken] = useState<string>()
  return (
    <span part="wallet-icon" className="icon" aria-hidden="true" translate="no">
      {source && broken !== source ? (
        <picture>
          {theme === 'system' && dark && dark !== source && (
            <source media="(prefers-color-scheme: dark)" srcSet={dark.replace(/\s/g, '%20')} />
          )}
          <img src={source} alt="" draggable={false} onError={() => setBroken(source)} />
        </picture>
      ) : (
        <span>{firstCharacter(of?.name ?? '')}</span>
      )}
    </span>
  )
}
