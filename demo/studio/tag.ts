import { DEFAULTS, type StudioState } from './state.js'

const text = (value: StudioState[string] | undefined): string =>
  Array.isArray(value) ? value.join(' ') : String(value ?? '')

/** The attributes of the tag; `true` for boolean attributes. */
export function toAttributes(state: StudioState): [name: string, value: string | true][] {
  const changed = (name: string) => text(state[name]) !== text(DEFAULTS[name])
  const written: [string, string | true | false][] = [
    ['app-name', text(state.app)],
    ['label', changed('label') && text(state.label)],
    ['chains', text(state.chains)],
    ['wallets', changed('wallets') && text(state.wallets)],
    ['project-id', changed('project') && text(state.project)],
    ['theme', changed('theme') && text(state.theme)],
    ['look', changed('look') && text(state.look)],
    ['size', changed('size') && text(state.size)],
    ['lang', changed('lang') && text(state.lang)],
    ['dir', changed('dir') && text(state.dir)],
    ['show-balance', state.balance === true],
    ['sign-in', changed('signIn') && text(state.signIn)],
    ['api-url', state.signIn === 'on-connect' && '/auth'],
    ['name', state.signIn === 'form' && 'wallet'],
    ['sign-in-nonce', state.signIn === 'form' && 'PUT-THE-NONCE-OF-YOUR-SERVER-HERE'],
    ['style', toStyle(state)],
  ]
  return written.filter((entry): entry is [string, string | true] => Boolean(entry[1]))
}

/** The custom property that each question about colours and shapes sets. */
const PROPERTIES: readonly (readonly [question: string, property: string, unit?: string])[] = [
  ['accent', '--wcb-accent'],
  ['background', '--wcb-background'],
  ['surface', '--wcb-surface'],
  ['text', '--wcb-text'],
  ['muted', '--wcb-muted'],
  ['border', '--wcb-border'],
  ['radius', '--wcb-radius', 'px'],
  ['font', '--wcb-font'],
]

/** The custom properties of a state, each with its value. */
export const toProperties = (state: StudioState): [property: string, value: string][] =>
  PROPERTIES.filter(([question]) => state[question]).map(([question, property, unit = '']) => [
    property,
    text(state[question]) + unit,
  ])

/** Custom properties as the value of a `style` attribute. */
const toStyle = (state: StudioState): string =>
  toProperties(state)
    .map((entry) => entry.join(': '))
    .join('; ')
