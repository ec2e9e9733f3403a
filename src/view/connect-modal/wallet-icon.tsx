import { cleanIcon, firstCharacter } from '../../connectors/name-and-icon.js'
import type { ButtonProps } from '../../element/view-contract.js'
import { MARKS } from '../marks/marks-part.js'

/** Icons that the browser could not draw. */
export const BROKEN_ICONS = new Set<string>()

/** For a wallet without an icon of its own. */
export const NO_ICON = { light: '', dark: '' }

interface WalletIconProps {
  of: { icon: { light: string; dark: string }; name: string } | null
  /** The id of the wallet or of the app. */
  id?: string | undefined
  theme: ButtonProps['theme']
}

/**
 * A wallet's icon in a box of fixed size: its own icon, else its mark, else the first letter of its name. The letter also
 * replaces an icon that cannot be drawn. While the marks load, it waits for a moment.
 */
export function WalletIcon({ of, id = '', theme }: WalletIconProps) {
  // Only data URIs, because they cause no request.
  const [light, dark] = [of?.icon.light, of?.icon.dark].map(cleanIcon)
  const own = theme === 'dark' ? dark || light : light || dark
  const source = own || MARKS.value?.drawMark(id)
  const isDrawn = source && !BROKEN_ICONS.has(source)
  const isSoon = !source && !MARKS.value
  const className = isDrawn ? 'icon' : `icon letter${isSoon ? ' soon' : ''}`
  // The list appears a frame before its icons: an SVG image takes 1 to 2 ms each.
  const image = <img loading="lazy" src={source} alt="" draggable={false} />
  const other = theme === 'system' && dark && dark !== source && dark.replace(/\s/g, '%20')
  return (
    <span part="wallet-icon" className={className} aria-hidden="true" translate="no">
      {!isDrawn && <span>{firstCharacter(of?.name ?? '')}</span>}
      {isDrawn && !other && image}
      {isDrawn && other && (
        <picture>
          <source media="(prefers-color-scheme: dark)" srcSet={other} />
          {image}
        </picture>
      )}
    </span>
  )
}
