/** A part of the window, in px. */
export interface Clip {
  x: number
  y: number
  width: number
  height: number
}

/** Each custom property with the value that docs/styling.md shows, and the view in which it is seen best. */
const PROPERTIES: readonly (readonly [property: string, value: string, query?: string])[] = [
  ['--wcb-accent', '#c2185b', 'state=failed-wallet_locked'],
  ['--wcb-accent-text', '#ffe08a', 'state=failed-wallet_locked'],
  ['--wcb-background', '#fff7e6'],
  ['--wcb-surface', '#dff3ea'],
  ['--wcb-text', '#7a1fa2'],
  ['--wcb-muted', '#b3541e'],
  ['--wcb-border', '#d81b60', 'state=menu'],
  ['--wcb-error', '#8a3ffc', 'state=failed-wallet_locked'],
  ['--wcb-shadow', '0 0 0 3px #14171c, 10px 10px 0 #f2b705'],
  ['--wcb-overlay', '#1b3a8fcc'],
  ['--wcb-radius', '0px'],
  ['--wcb-font', 'Georgia, serif'],
]

const CLIP: Clip = { x: 420, y: 20, width: 440, height: 400 }
/** The menu hangs from the button, at the right. */
const MENU: Clip = { ...CLIP, x: 840, y: 0 }

/** A view without a list stands in the middle. */
const SHORT: Clip = { ...CLIP, y: 200 }

/** The pictures of docs/styling.md, by their names. */
export const PROPERTY_PICTURES: Readonly<Record<string, readonly [query: string, clip: Clip]>> =
  Object.fromEntries(
    PROPERTIES.map(([property, value, query = 'state=list']) => [
      property.slice(2),
      [
        `${query}&theme=light&${property}=${encodeURIComponent(value)}`,
        query === 'state=menu' ? MENU : query === 'state=list' ? CLIP : SHORT,
      ],
    ]),
  )
