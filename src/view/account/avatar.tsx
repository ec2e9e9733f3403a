import { useMemo } from 'react'
import { drawAvatar } from './avatar-shapes.js'

/** The picture that belongs to an address. Decoration: the address is always written beside it. */
export function Avatar({ address }: { address: string }) {
  const { ground, shapes } = useMemo(() => drawAvatar(address), [address])
  return (
    <svg className="avatar" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" fill={ground} />
      {shapes.map(({ x, y, r, fill }) => (
        <circle key={fill} cx={x} cy={y} r={r} fill={fill} />
      ))}
    </svg>
  )
}
