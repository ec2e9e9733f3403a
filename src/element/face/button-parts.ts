import type { PaintProps } from './props.js'

type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** A piece of markup as data: tag, attributes, then its text or its children. True is presence, false and undefined are absence. */
export type PartTree = readonly [tag: string, attributes: Attributes, content?: string | readonly PartTree[]]

/** The wrapper, which carries size, theme and language; in it the button; in that the icon or spinner, and the label. */
export type ButtonTree = readonly [
  'div',
  Attributes,
  readonly [readonly ['button', Attributes, readonly [PartTree, PartTree]]],
]

/** What the button is described by. */
interface Described extends PaintProps {
  /** The modal is on screen, which the first paint knows nothing of. */
  expanded?: 'true' | 'false'
}

/**
 * The one description of the button while no wallet is connected.
 *
 * The first paint and React both draw from it, so that React takes over the painted nodes: hydration repairs no
 * attribute. The icon is drawn by the sheet, with borders: no image to be blocked, and it turns into the spinner in place.
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
  { 'data-size': size, 'data-theme': theme, lang, role: failed && 'alert' },
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
