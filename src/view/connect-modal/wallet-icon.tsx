import { useState } from 'react'
import { cleanIcon, firstCharacter } from '../../connectors/presentation.js'
import type { ButtonProps } from '../../element/view-contract.js'
import { loadChunk } from '../../platform/chunks.js'
import { type Part, usePart } from '../use-part.js'

/** Drawings of the wallets that are known. */
const DRAWINGS: Part<typeof import('./drawings.js')> = {
  load: () => loadChunk('view/connect-modal/drawings', () => import('./drawings.js')),
}

/** For a wallet without an icon of its own. */
export const NO_ICON = { light: '', dark: '' }

interface WalletIconProps {
  of: { icon: { light: string; dark: string }; name: string } | null
  /** The wallet's id, or the app's. */
  id?: string | undefined
  theme: ButtonProps['theme']
}

/**
 * A wallet's icon in a box that keeps its size: its own, else our drawing of it, else the name's first letter, also where an
 * icon cannot be drawn.
 */
export function WalletIcon({ of, id = '', theme }: WalletIconProps) {
  // Images as data URIs alone, which ask no one for anything.
  const [light, dark] = [of?.icon.light, of?.icon.dark].map(cleanIcon)
  const own = theme === 'dark' ? dark || light : light || dark
  const source = usePart(DRAWINGS, !own)?.drawIcon(own ? '' : id) || own
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
