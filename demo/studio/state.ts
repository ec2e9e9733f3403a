/** A question of the studio: a text, a switch, one word of some, or several words of some. */
export type Question = { name: string; title: string; group: string } & (
  | { kind: 'text'; fallback: string; pattern: RegExp }
  | { kind: 'switch' }
  | { kind: 'word'; words: Readonly<Record<string, string>> }
  | { kind: 'words'; words: Readonly<Record<string, string>>; fallback: readonly string[] }
)

const TEXT = /^[^\p{C}]{0,60}$/u

/** Everything that the studio asks, in the order in which it is shown. The first word of a choice is the default. */
export const QUESTIONS: readonly Question[] = [
  {
    group: 'Content',
    name: 'app',
    title: 'Name of the page',
    kind: 'text',
    fallback: 'My shop',
    pattern: TEXT,
  },
  { group: 'Content', name: 'label', title: 'Text of the button', kind: 'text', fallback: '', pattern: TEXT },
  {
    group: 'Content',
    name: 'lang',
    title: 'Language',
    kind: 'word',
    words: {
      en: 'English',
      de: 'Deutsch',
      fr: 'Français',
      es: 'Español',
      pt: 'Português',
      it: 'Italiano',
      tr: 'Türkçe',
      uk: 'Українська',
      ru: 'Русский',
      ar: 'العربية',
      he: 'עברית',
      hi: 'हिन्दी',
      id: 'Indonesia',
      vi: 'Tiếng Việt',
      th: 'ไทย',
      ja: '日本語',
      ko: '한국어',
      zh: '简体中文',
      'zh-Hant': '繁體中文',
    },
  },
  {
    group: 'Wallets',
    name: 'chains',
    title: 'Chains',
    kind: 'words',
    fallback: ['eip155:1', 'starknet:SN_MAIN'],
    words: {
      'eip155:1': 'Ethereum',
      'eip155:8453': 'Base',
      'eip155:10': 'OP Mainnet',
      'eip155:42161': 'Arbitrum',
      'eip155:137': 'Polygon',
      'starknet:SN_MAIN': 'Starknet',
      'starknet:SN_SEPOLIA': 'Starknet Sepolia',
    },
  },
  {
    group: 'Wallets',
    name: 'wallets',
    title: 'Only these wallets',
    kind: 'words',
    fallback: [],
    words: {
      injected: 'Installed, EVM',
      starknet: 'Installed, Starknet',
      walletConnect: 'On a phone, EVM',
      argentMobile: 'On a phone, Starknet',
      coinbase: 'Coinbase',
      argentWebWallet: 'E-mail',
    },
  },
  {
    group: 'Wallets',
    name: 'project',
    title: 'WalletConnect project id',
    kind: 'text',
    fallback: '',
    pattern: /^[0-9a-f]{32}$|^$/,
  },
  {
    group: 'Looks',
    name: 'theme',
    title: 'Theme',
    kind: 'word',
    words: { system: 'As the visitor’s system', light: 'Light', dark: 'Dark' },
  },
  {
    group: 'Looks',
    name: 'size',
    title: 'Size',
    kind: 'word',
    words: { medium: 'Medium', small: 'Small', large: 'Large' },
  },
  {
    group: 'Looks',
    name: 'dir',
    title: 'Direction of the page',
    kind: 'word',
    words: { ltr: 'Left to right', rtl: 'Right to left' },
  },
  {
    group: 'Looks',
    name: 'accent',
    title: 'Accent colour',
    kind: 'text',
    fallback: '',
    pattern: /^#[0-9a-f]{6}$|^$/,
  },
  {
    group: 'Looks',
    name: 'radius',
    title: 'Roundness, in px',
    kind: 'text',
    fallback: '',
    pattern: /^\d{0,3}$/,
  },
  { group: 'Looks', name: 'balance', title: 'Show the balance', kind: 'switch' },
  {
    group: 'Sign-in',
    name: 'signIn',
    title: 'Proof of ownership',
    kind: 'word',
    words: { off: 'Connect only', 'on-connect': 'Ask my server', form: 'Send it with a form' },
  },
]

/** An answer to each question, by name. */
export type StudioState = Readonly<Record<string, string | boolean | readonly string[]>>

const fallbackOf = (question: Question): StudioState[string] => {
  if (question.kind === 'switch') return false
  if (question.kind === 'word') return Object.keys(question.words)[0] as string
  return question.fallback
}

/** The studio as it opens. */
export const DEFAULTS: StudioState = Object.fromEntries(
  QUESTIONS.map((question) => [question.name, fallbackOf(question)]),
)

/** Reads one answer. @returns undefined where it is none */
function readAnswer(question: Question, text: string): StudioState[string] | undefined {
  if (question.kind === 'text') return question.pattern.test(text) ? text : undefined
  if (question.kind === 'switch') return text === '1' || undefined
  const words = text.split(' ').filter(Boolean)
  if (!words.every((word) => Object.hasOwn(question.words, word))) return undefined
  if (question.kind === 'words') return [...new Set(words)]
  return words.length === 1 ? words[0] : undefined
}

/**
 * Reads the studio's state from the query of its address.
 *
 * @returns the state, the default where an answer cannot be understood, and the names of those answers
 */
export function readAddress(query: string): { state: StudioState; faults: string[] } {
  const state: Record<string, StudioState[string]> = { ...DEFAULTS }
  const faults: string[] = []
  for (const [name, text] of new URLSearchParams(query)) {
    const question = QUESTIONS.find((each) => each.name === name)
    const answer = question && readAnswer(question, text)
    if (answer === undefined) faults.push(name)
    else state[name] = answer
  }
  return { state, faults }
}

/** Writes the query of the studio's address; what is at its default is left out. */
export function writeAddress(state: StudioState): string {
  const query = new URLSearchParams()
  for (const { name } of QUESTIONS) {
    const answer = state[name]
    if (String(answer) === String(DEFAULTS[name])) continue
    query.set(name, answer === true ? '1' : Array.isArray(answer) ? answer.join(' ') : String(answer))
  }
  return query.toString()
}
