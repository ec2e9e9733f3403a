import { useState } from 'react'
import { findNetwork, type NetworkInput, nameChain } from '../../chains/networks.js'
import { usePictures } from './use-pictures.js'

interface ChainMarkProps {
  chainId: string
  networks: readonly NetworkInput[]
  decorative?: boolean
}

/** A chain: the page's picture of it, else a coloured sign or letter, with a name for assistive technology. */
export function ChainMark({ chainId, networks, decorative }: ChainMarkProps) {
  const name = nameChain(chainId, networks)
  const [broken, setBroken] = useState<string>()
  const icon = findNetwork(chainId, networks)?.iconUrls?.[0]
  const pictures = usePictures()
  const [hue, path] = pictures?.findChainIcon(chainId) ?? []
  const sign = path ? (
    <svg width="68%" viewBox="0 0 24 24" fill="currentColor" aria-hidden>
      <path d={path} />
    </svg>
  ) : (
    [...name][0]
  )
  return (
    <span
      className="mark"
      translate="no"
      role={decorative ? undefined : 'img'}
      aria-label={decorative ? undefined : name}
      aria-hidden={decorative}
      style={hue === undefined ? undefined : { background: `oklch(.52 .17 ${hue})` }}
    >
      {icon !== broken && pictures?.isImageAddress(icon) ? (
        <img src={icon} alt="" referrerPolicy="no-referrer" onError={() => setBroken(icon)} />
      ) : (
        sign
      )}
    </span>
  )
}
