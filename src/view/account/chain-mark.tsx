import { CHAIN_ICONS } from './chain-icons.js'

/** A colour for a chain that has none of its own: always the same one. */
function toHue(chainId: string): number {
  let hue = 0
  for (const letter of chainId) hue = (hue * 31 + letter.charCodeAt(0)) % 360
  return hue
}

/** A chain as a coloured sign, or letter, named for assistive technology. */
export function ChainMark({
  chainId,
  name,
  decorative,
}: {
  chainId: string
  name: string
  decorative?: boolean
}) {
  const [hue, path] = Object.hasOwn(CHAIN_ICONS, chainId)
    ? (CHAIN_ICONS[chainId] as (typeof CHAIN_ICONS)[string])
    : [toHue(chainId)]
  return (
    <span
      className="mark"
      translate="no"
      role={decorative ? undefined : 'img'}
      aria-label={decorative ? undefined : name}
      aria-hidden={decorative}
      style={{ background: `oklch(.52 .17 ${hue})` }}
    >
      {path ? (
        <svg width="68%" viewBox="0 0 24 24" fill="currentColor" aria-hidden>
          <path d={path} />
        </svg>
      ) : (
        [...name][0]
      )}
    </span>
  )
}
