import { useMemo, useState } from 'react'
import { usePictures } from './use-pictures.js'

/**
 * The picture of an account: its own picture if that can be shown, else a picture drawn from the address. It is
 * decorative, because the name or address is always written beside it.
 */
export function Avatar({ address, picture }: { address: string; picture?: string | undefined }) {
  const draw = usePictures()?.drawAvatar
  const drawn = useMemo(() => draw?.(address), [draw, address])
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
      <rect width="32" height="32" fill={drawn?.ground ?? '#8888'} />
      {drawn?.shapes.map(({ x, y, r, fill }) => (
        <circle key={fill} cx={x} cy={y} r={r} fill={fill} />
      ))}
    </svg>
  )
}
