import { DEFAULTS, type StudioState } from './state.js'

const text = (value: StudioState[string] | undefined): string =>
  Array.isArray(value) ? value.join(' ') : String(value ?? '')

/** The attributes of the tag; `true` for those that count by being there. */
export function toAttributes(state: StudioState): [name: string, value: string | true][] {
  const changed = (name: string) => text(state[name]) !== text(DEFAULTS[name])
  const written: [string, string | true | false][] = [
    ['app-name', text(state.app)],
    ['label', changed('label') && text(state.label)],
    ['chains', text(state.chains)],
    ['wallets', changed('wallets') && text(state.wallets)],
    ['project-id', changed('project') && text(state.project)],
    ['theme', changed('theme') && text(state.theme)],
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

/** Custom properties, as a `style` attribute has them. */
export const toStyle = ({ accent, radius }: StudioState): string =>
  [accent && `--wcb-accent: ${accent}`, radius && `--wcb-radius: ${radius}px`].filter(Boolean).join('; ')
