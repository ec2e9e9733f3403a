import type { PaintProps } from './props.js'

type Attributes = Readonly<Record<string, string | boolean | undefined>>

/**
 * A piece of markup as data: tag, attributes, then text or children. An attribute is present when its value is true,
 * and absent when it is false or undefined.
 */
export type PartTree = readonly [tag: string, attributes: Attributes, content?: string | readonly PartTree[]]

/** The wrapper with size, theme and language; in it the button; in the button the icon or spinner, and the label. */
export type ButtonTree = readonly [
  'div',
  Attributes,
  readonly [readonly ['button', Attributes, readonly [PartTree, PartTree]]],
]

/** What the button is drawn from. */
interface Described extends PaintProps {
  /** Whether the modal is on screen; the first paint does not know it. */
  expanded?: 'true' | 'false'
}

/**
 * Describes the button while no wallet is connected.
 *
 * The first paint and React both draw from this description, so that React can take over the painted nodes: hydration
 * repairs no attribute. The sheet draws the icon with borders, so no image can be blocked, and the icon turns into the
 * spinner in place.
 */
export const describeButton = ({
  size,
  theme,
  lang,
  label,
  disabled,
  busy,
  failed,
  expanded = 'false',
}: Described): ButtonTree => [
  'div',
  { 'data-size': size, 'data-theme': theme, lang, role: failed ? 'alert' : undefined },
  [
    [
      'button',
      {
        part: 'button',
        type: 'button',
        'aria-haspopup': 'dialog',
        'aria-expanded': expanded,
        disabled,
      },
      [
        ['span', { part: busy ? 'spinner' : 'icon' }],
        ['span', { part: 'label' }, label],
      ],
    ],
  ],
]
