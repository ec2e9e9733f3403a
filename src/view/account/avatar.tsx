import { drawAvatar } from './avatar-shapes.js'
import { hideBroken } from './picture.js'

/**
 * The picture of an account: drawn from its address, below the account's own picture if that can be shown. It is decorative,
 * because the name or address is always written beside it.
 */
export function Avatar({ address, picture }: { address: string; picture?: string | undefined }) {
  const { ground, shapes } = drawAvatar(address)
  return (
    <span className="avatar">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" fill={ground} />
        {shapes.map(({ x, y, r, fill }) => (
          <circle key={fill} cx={x} cy={y} r={r} fill={fill} />
        ))}
      </svg>
      {picture && (
        <img key={picture} src={picture} alt="" referrerPolicy="no-referrer" onError={hideBroken} />
      )}
    </span>
  )
}
