import { DEFAULTS, type StudioState } from './state.js'

/** A whole look, as a brand would have it. */
export interface Look {
  name: string
  /** What differs from the defaults. */
  answers: Partial<StudioState>
}

const colours = (
  accent: string,
  background: string,
  surface: string,
  text: string,
  muted: string,
  border: string,
) => ({ accent, background, surface, text, muted, border })

/** The looks that the first page and the studio offer. Each is legible: 4.5 to 1 for every text. */
export const LOOKS: readonly Look[] = [
  { name: 'Plain', answers: {} },
  { name: 'Ink', answers: { look: 'square' } },
  {
    name: 'Meadow',
    answers: {
      theme: 'light',
      ...colours('#0f7a55', '#fcfefc', '#edf6f0', '#10221a', '#4c6258', '#cfe3d8'),
      radius: '16',
    },
  },
  {
    name: 'Coral',
    answers: {
      theme: 'light',
      ...colours('#c93a20', '#fffaf7', '#fdeee7', '#2a1712', '#7a5348', '#f3d6c9'),
      radius: '24',
    },
  },
  {
    name: 'Violet',
    answers: {
      theme: 'light',
      ...colours('#6d3bea', '#ffffff', '#f4f0fe', '#211a36', '#5f5675', '#e3dbf7'),
      radius: '28',
    },
  },
  {
    name: 'Midnight',
    answers: {
      theme: 'dark',
      ...colours('#4463e8', '#0d1220', '#182036', '#eef2ff', '#a9b4d0', '#2a3554'),
      radius: '14',
    },
  },
  {
    name: 'Almanac',
    answers: {
      theme: 'light',
      ...colours('#7a4b1e', '#fdf9f2', '#f5ecdc', '#2b2114', '#6e5d45', '#e6d8bf'),
      radius: '4',
      font: 'Georgia, serif',
    },
  },
  {
    name: 'Terminal',
    answers: {
      theme: 'dark',
      ...colours('#1c7a41', '#0b0f0c', '#151c17', '#e6f5ea', '#9db8a5', '#2b4033'),
      radius: '0',
      font: 'ui-monospace, monospace',
    },
  },
]

/** The questions that a look answers. */
const ASKED = [
  'theme',
  'look',
  'accent',
  'background',
  'surface',
  'text',
  'muted',
  'border',
  'radius',
  'font',
]

/** A state with another look: what the look leaves open has its default, and everything else stays. */
export const dress = (state: StudioState, { answers }: Look): StudioState =>
  ({
    ...state,
    ...Object.fromEntries(ASKED.map((name) => [name, DEFAULTS[name]])),
    ...answers,
  }) as StudioState

/** The look that a state has, if it is one of them. */
export const lookOf = (state: StudioState): Look | undefined =>
  LOOKS.find((look) => {
    const dressed = dress(state, look)
    return ASKED.every((name) => dressed[name] === state[name])
  })
