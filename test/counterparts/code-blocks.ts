import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A block of code in a document. */
export interface CodeBlock {
  /** The document, from the project's folder. */
  file: string
  /** The line of the document where the code begins. */
  line: number
  /** The first word behind the opening fence: `ts`, `html`, or nothing. */
  language: string
  code: string
}

/** Every document for readers of the project or of the package. */
export const DOCUMENTS: string[] = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...['php', 'wordpress', 'oidc'].map((name) => `integrations/${name}/README.md`),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file))
    .sort(),
]

const readBlocks = (file: string): CodeBlock[] => {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^```(\w*)([^\n]*)\n(.*?)^```$/gms)]
    .filter(([, , more]) => more !== ' before')
    .map(({ index, 1: language = '', 3: code = '' }) => ({
      file,
      line: text.slice(0, index).split('\n').length + 1,
      language,
      code,
    }))
}

/** Every block of code in {@link DOCUMENTS}, in order, but those marked `before`: what readers had of somebody else. */
export const codeBlocks: CodeBlock[] = DOCUMENTS.flatMap(readBlocks)

/** The blocks in any of some languages. */
export const blocksIn = (...languages: string[]): CodeBlock[] =>
  codeBlocks.filter(({ language }) => languages.includes(language))

/** Where a block is: document and line. */
export const nameOf = ({ file, line }: CodeBlock): string => `${file}:${line}`
