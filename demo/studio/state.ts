import { QUESTIONS, type Question } from './questions.js'

/** An answer to each question, by name. */
export type StudioState = Readonly<Record<string, string | boolean | readonly string[]>>

const fallbackOf = (question: Question): StudioState[string] => {
  if (question.kind === 'switch') return false
  if (question.kind === 'word') return Object.keys(question.words)[0] as string
  return question.fallback
}

/** The state of the studio when it opens. */
export const DEFAULTS: StudioState = Object.fromEntries(
  QUESTIONS.map((question) => [question.name, fallbackOf(question)]),
)

/** Reads one answer. @returns undefined when it is invalid */
function readAnswer(question: Question, text: string): StudioState[string] | undefined {
  if (question.kind === 'text' || question.kind === 'colour')
    return question.pattern.test(text) ? text : undefined
  if (question.kind === 'switch') return text === '1' || undefined
  const words = text.split(' ').filter(Boolean)
  if (!words.every((word) => Object.hasOwn(question.words, word))) return undefined
  if (question.kind === 'words') return [...new Set(words)]
  return words.length === 1 ? words[0] : undefined
}

/**
 * Reads the studio's state from the query of its address.
 *
 * @returns the state, with the default for each answer that cannot be read, and the names of those answers
 */
export function readAddress(query: string): { state: StudioState; faults: string[] } {
  const state: Record<string, StudioState[string]> = { ...DEFAULTS }
  const faults: string[] = []
  const given = new URLSearchParams(query)
  for (const name of new Set(given.keys())) {
    const [text = '', ...others] = given.getAll(name)
    const question = QUESTIONS.find((each) => each.name === name)
    const answer = question && !others.length ? readAnswer(question, text) : undefined
    if (answer === undefined) faults.push(name)
    else state[name] = answer
  }
  return { state, faults }
}

/** The number of unknown names that the notice shows, and of characters of each. */
const [SHOWN_NAMES, SHOWN_CHARACTERS] = [5, 30]

/**
 * Says what an address has that the studio does not know. The names come from the address: show the result as text.
 *
 * @returns an empty text without faults
 */
export function writeNotice(faults: readonly string[]): string {
  if (!faults.length) return ''
  const names = faults.slice(0, SHOWN_NAMES).map((name) => name.slice(0, SHOWN_CHARACTERS))
  const hidden = faults.length - names.length
  const rest = hidden ? ` and ${hidden} more` : ''
  return `The studio does not know these parts of the address: ${names.join(', ')}${rest}. It shows the default for each.`
}

/** Writes the query of the studio's address, without answers at their default. */
export function writeAddress(state: StudioState): string {
  const query = new URLSearchParams()
  for (const { name } of QUESTIONS) {
    const answer = state[name]
    if (String(answer) === String(DEFAULTS[name])) continue
    query.set(name, answer === true ? '1' : Array.isArray(answer) ? answer.join(' ') : String(answer))
  }
  return query.toString()
}
