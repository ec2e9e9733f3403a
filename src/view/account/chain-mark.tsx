import { findNetwork, type NetworkInput, nameChain } from '../../chains/networks.js'
import { isImageAddress } from '../../protocol/web-address.js'
import { findChainIcon } from './chain-icons.js'
import { hideBroken } from './picture.js'

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
