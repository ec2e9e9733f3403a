import { useMemo, useState } from 'react'
import { drawAvatar } from './avatar-shapes.js'

/**
 * The picture that belongs to an account: its own, where there is one that can be shown, else one drawn from the address.
 * Decoration: name or address are always written beside it.
 */
export function Avatar({ address, picture }: { address: string; picture?: string | undefined }) {
  const { ground, shapes } = useMemo(() => drawAvatar(address), [address])
  const [broken, setBroken] = useState<string>()
  return picture && picture !== broken ? (
    <img
      className="avatar"
      src={picture}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setBroken(picture)}
    />
  ) : (
    <svg className="avatar" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" fill={ground} />
      {shapes.map(({ x, y, r, fill }) => (
        <circle key={fill} cx={x} cy={y} r={r} fill={fill} />
      ))}
    </svg>
  )
}
