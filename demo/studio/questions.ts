/** A question of the studio: a text, a colour, a switch, one word of several, or several words. */
export type Question = { name: string; title: string; group: string } & (
  | { kind: 'text'; fallback: string; pattern: RegExp; hint?: string }
  | { kind: 'colour'; fallback: string; pattern: RegExp; hint: string }
  | { kind: 'switch' }
  | { kind: 'word'; words: Readonly<Record<string, string>> }
  | { kind: 'words'; words: Readonly<Record<string, string>>; fallback: readonly string[] }
)

// U+FFFD stands for bytes of an address that are no text.
const TEXT = /^[^\p{C}\uFFFD]{0,60}$/u
const COLOUR = /^#[0-9a-f]{6}$|^$/

/** A question about a colour of the page; an empty answer keeps the look's colour. */
const askColour = (name: string, title: string, hint: string): Question => ({
  group: 'Colours and shapes',
  name,
  title,
  kind: 'colour',
  fallback: '',
  pattern: COLOUR,
  hint,
})

/** Every question of the studio, in order. The first word of a choice is the default. */
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
      nl: 'Nederlands',
      pl: 'Polski',
      tr: 'Türkçe',
      uk: 'Українська',
      ru: 'Русский',
      ar: 'العربية',
      he: 'עברית',
      hi: 'हिन्दी',
      id: 'Indonesia',
      ms: 'Melayu',
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
    name: 'look',
    title: 'Look',
    kind: 'word',
    words: { plain: 'Plain', square: 'Square', round: 'Round', outline: 'Outline' },
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
  { group: 'Looks', name: 'balance', title: 'Show the balance', kind: 'switch' },
  askColour('accent', 'Accent', '#2f5bea'),
  askColour('background', 'Background of the list', '#ffffff'),
  askColour('surface', 'Background of rows', '#f2f2f0'),
  askColour('text', 'Text', '#14171c'),
  askColour('muted', 'Quieter text', '#53575f'),
  askColour('border', 'Lines', '#d8dade'),
  {
    group: 'Colours and shapes',
    name: 'radius',
    title: 'Roundness, in px',
    kind: 'text',
    fallback: '',
    pattern: /^\d{0,3}$/,
    hint: '12',
  },
  {
    group: 'Colours and shapes',
    name: 'font',
    title: 'Font family',
    kind: 'text',
    fallback: '',
    pattern: /^[a-zA-Z][a-zA-Z0-9 ,-]{0,59}$|^$/,
    hint: 'Georgia, serif',
  },
  {
    group: 'Sign-in',
    name: 'signIn',
    title: 'Proof of ownership',
    kind: 'word',
    words: { off: 'Connect only', 'on-connect': 'Ask my server', form: 'Send it with a form' },
  },
]
