/** Hues by which people know these chains; others get one from their number. */
const HUES: Record<string, number> = {
  'eip155:1': 275,
  'eip155:10': 25,
  'eip155:56': 80,
  'eip155:100': 160,
  'eip155:137': 300,
  'eip155:8453': 262,
  'eip155:42161': 240,
  'eip155:43114': 22,
  'starknet:SN_MAIN': 30,
}

/** A chain as a coloured letter, named for assistive technology. */
export function ChainMark({
  chainId,
  name,
  decorative,
}: {
  chainId: string
  name: string
  decorative?: boolean
}) {
  let hue = HUES[chainId]
  if (hue === undefined) {
    hue = 0
    for (const letter of chainId) hue = (hue * 31 + letter.charCodeAt(0)) % 360
  }
  return (
    <span
      className="mark"
      translate="no"
      role={decorative ? undefined : 'img'}
      aria-label={decorative ? undefined : name}
      aria-hidden={decorative}
      style={{ background: `oklch(.52 .17 ${hue})` }}
    >
      {[...name][0]}
    </span>
  )
}
