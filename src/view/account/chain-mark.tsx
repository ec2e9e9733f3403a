import { findNetwork, type NetworkInput, nameChain } from '../../chains/networks.js'
import { isImageAddress } from '../../protocol/web-address.js'
import { hideBroken } from './picture.js'

/** The colour and sign of a common chain: a hue in degrees, and a path on a grid of 24 by 24. */
type ChainIcon = readonly [hue: number, path?: string]

const DIAMOND = 'M12 2l6 10-6 3.6L6 12zM6.4 13.8L12 17.2l5.6-3.4L12 22z'
const STAR = 'M12 2q1.6 8.4 10 10-8.4 1.6-10 10-1.6-8.4-10-10 8.4-1.6 10-10z'
const BAR = 'M12 3a9 9 0 1 1-9 10h11v-2H3a9 9 0 0 1 9-8z'

/** Drawn by hand, so that people can tell chains apart at a glance. Other chains are shown by a letter. */
const CHAIN_ICONS: Readonly<Record<string, ChainIcon>> = {
  'eip155:1': [275, DIAMOND],
  'eip155:11155111': [310, DIAMOND],
  'eip155:10': [
    25,
    'M7.5 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm0 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM14 7v10h3v-3h1.5a3.5 3.5 0 0 0 0-7zm3 2.6h1.2a1 1 0 0 1 0 2H17z',
  ],
  'eip155:56': [80, 'M12 3l4 4-4 4-4-4zM5 10l2 2-2 2-2-2zm14 0l2 2-2 2-2-2zM12 13l4 4-4 4-4-4z'],
  'eip155:137': [300, 'M12 2l8.7 5v10L12 22l-8.7-5V7zm0 4.2L7 9.1v5.8l5 2.9 5-2.9V9.1z'],
  'eip155:8453': [262, BAR],
  'eip155:84532': [225, BAR],
  'eip155:42161': [240, 'M10.4 4h3.2L20 20h-3.6L12 8.4 7.6 20H4z'],
  'eip155:43114': [22, 'M11 4l3.4 6L8.6 20H2zM16.6 13l4.4 7h-8.6z'],
  'starknet:SN_MAIN': [30, STAR],
  'starknet:SN_SEPOLIA': [330, STAR],
}

/** The hue of a chain without an icon; it is always the same. */
function toHue(chainId: string): number {
  let hue = 0
  for (const letter of chainId) hue = (hue * 31 + letter.charCodeAt(0)) % 360
  return hue
}

/** A chain's hue, and its sign if it has one. */
const findChainIcon = (chainId: string): ChainIcon =>
  Object.hasOwn(CHAIN_ICONS, chainId) ? (CHAIN_ICONS[chainId] as ChainIcon) : [toHue(chainId)]

interface ChainMarkProps {
  chainId: string
  networks: readonly NetworkInput[]
  decorative?: boolean
}

/** A chain: the page's picture of it over a coloured sign or letter, with a name for assistive technology. */
export function ChainMark({ chainId, networks, decorative }: ChainMarkProps) {
  const name = nameChain(chainId, networks)
  const icon = findNetwork(chainId, networks)?.iconUrls?.[0]
  const [hue, path] = findChainIcon(chainId)
  return (
    <span
      className="mark"
      translate="no"
      role={decorative ? undefined : 'img'}
      aria-label={decorative ? undefined : name}
      aria-hidden={decorative}
    >
      <svg className="ground" viewBox="0 0 1 1" aria-hidden="true">
        <rect width="1" height="1" fill={`oklch(.52 .17 ${hue})`} />
      </svg>
      {path ? (
        <svg className="sign" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
          <path d={path} />
        </svg>
      ) : (
        <span className="sign">{[...name][0]}</span>
      )}
      {isImageAddress(icon) && (
        <img key={icon} src={icon} alt="" referrerPolicy="no-referrer" onError={hideBroken} />
      )}
    </span>
  )
}
