import { toAnchor } from '../anchors.mjs'
import { ROW_WORDS, WORDS, weigh } from './words.mjs'

/** What stands on a page to be read, without marks. */
const toText = (markdown) =>
  markdown
    .replaceAll(/<!--.*?-->/gs, ' ')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/[`*|[\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * Cuts a page into what a search finds: its beginning, and each part with a heading. The rows of attributes, methods and events are parts too.
 *
 * @param page the page's path on the site, such as `/hosts/react`
 * @returns `{ id, page, title, heading, words, text, weight }`; `id` is the address, and `words` are what readers call it
 */
export function cutIntoSections(page, markdown) {
  const code = []
  const plain = markdown.replaceAll(/^```.*?^```$/gms, (block) => `\uE000${code.push(block) - 1}\uE000`)
  const filled = (text) => toText(text.replaceAll(/\uE000(\d+)\uE000/g, (_, index) => code[index]))
  const title = toText(/^# (.+)$/m.exec(plain)?.[1] ?? page)
  const parts = plain.split(/^(?=##+ )/m)
  const base = { page, title, weight: weigh(page) }
  const sections = parts.map((part, index) => {
    const heading = index ? toText(/^##+ (.+)$/m.exec(part)?.[1] ?? '') : ''
    return {
      ...base,
      id: heading ? `${page}#${toAnchor(heading)}` : page,
      heading,
      words: index ? '' : (WORDS[page] ?? ''),
      text: filled(part.replace(/^#+ .+$/m, '')),
    }
  })
  if (page !== '/reference') return sections
  const rows = ['attribute', 'method', 'event'].flatMap((kind) => {
    const [, table = ''] = new RegExp(`<!-- ${kind}s -->(.*?)<!-- /${kind}s -->`, 's').exec(markdown) ?? []
    return [...table.matchAll(/^\| `([\w-]+)(?:\(.*?\))?` \|.*\| (.*) \|$/gm)].map(([, name, meaning]) => ({
      ...base,
      id: `${page}#${kind}-${name}`,
      heading: name,
      words: `${name.replaceAll(/[-_]|(?=[A-Z])/g, ' ')} ${ROW_WORDS[name] ?? ''}`,
      text: toText(meaning),
    }))
  })
  return [...sections, ...rows]
}
