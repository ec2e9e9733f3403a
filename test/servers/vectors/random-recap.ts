import { RECAP_SENTENCE } from './recaps.js'

const RESOURCES = ['eip155', 'https://shop.example', '7', '', "it's", 'a b', 'ü', '__proto__']
const ABILITIES = [
  ...['request/personal_sign', 'request/eth_sendTransaction', 'crud/*', 'crud/read', 'msg/a.b_c-d+e'],
  ...['a/b/c', 'request', '/x', 'x/', '7/7', 'ü/x', "a/'b'", '__proto__/x', ''],
]
const LIMITS: unknown[] = [
  ...[[{}], [{ chains: ['eip155:1'] }], [{}, {}], [{ nb: 'Grüße "\\ud83d"' }], [{ '': 1e21, '7': null }]],
  ...[[], [[]], [1], {}, null, 'x', [null], [{}, 'x']],
]
/** What is changed in the text of the JSON. */
const FAULTS: [string | RegExp, string][] = [
  ['{', ' { '],
  [/}$/, '},'],
  [/}$/, '} '],
  ['}', '}\u00a0'],
  ['{', '\ufeff{'],
  ['{', '{"\\u0000":1,'],
  ['{', '{"x":"\\ud800",'],
  ['{', '{"x":"\\u0041\\ud83d\\ude00",'],
  ['{', '{"x":TRUE,'],
  ['{', '{"x":falsE,'],
  ['{', '{"x":1e999,'],
  ['{', '{"x":01,'],
  ['{', `{"x":${'['.repeat(600)}${']'.repeat(600)},`],
  ['{', '{"att":{},'],
  ['"att"', '"ATT"'],
  ['"att"', '"\\u0061tt"'],
]

/** Draws a ReCap and the statement of its message, most of them right. */
export function drawRecap(
  pick: <T>(from: readonly T[]) => T,
  mostly: <T>(usual: T, rare: number, other: () => T) => T,
): { statement: string; resources: string[] } {
  const usual = <T>(from: readonly T[], rare: number, count: number) =>
    mostly(0, rare, () => 1) ? pick(from) : pick(from.slice(0, count))
  const att: Record<string, unknown> = {}
  const parts: string[] = []
  for (let n = pick([1, 1, 1, 2]); n > 0; n--) {
    const resource = usual(RESOURCES, 12, 3)
    const abilities: Record<string, unknown> = {}
    for (let each = pick([1, 2, 3]); each > 0; each--)
      Object.defineProperty(abilities, usual(ABILITIES, 12, 5), {
        value: usual(LIMITS, 12, 5),
        enumerable: true,
        configurable: true,
      })
    if (Object.hasOwn(att, resource)) continue
    Object.defineProperty(att, resource, { value: abilities, enumerable: true })
    const kinds = new Map<string, string[]>()
    for (const ability of Object.keys(abilities)) {
      const [kind = '', name = ''] = ability.split('/')
      kinds.set(kind, [...(kinds.get(kind) ?? []), name])
    }
    for (const [kind, names] of kinds)
      parts.push(`(${parts.length + 1}) '${kind}': '${names.join("', '")}' for '${resource}'.`)
  }
  const json = JSON.stringify({ att, ...mostly<object>({}, 4, () => ({ prf: [] })) })
  const text = mostly(json, 4, () => json.replace(...pick(FAULTS)))
  const coded = Buffer.from(text).toString(mostly<BufferEncoding>('base64url', 2, () => 'base64'))
  const uri = `urn:recap:${mostly(coded.replace(/=/g, ''), 15, () => pick([`${coded}=`, coded.slice(1), `${coded}A`, `${coded}*`, '']))}`
  const sentence = `${RECAP_SENTENCE} ${parts.join(' ')}`
  return {
    statement: mostly(sentence, 6, () =>
      pick([
        `Hello. ${sentence}`,
        `Hello.${sentence}`,
        `${sentence} `,
        sentence.replace('(1)', '(2)'),
        'Hello',
        '',
      ]),
    ),
    resources: mostly([uri], 10, () =>
      pick([['ipfs://a', uri], [uri, 'ipfs://a'], [uri, uri], [uri.replace('urn', 'URN')], []]),
    ),
  }
}
