import fc from 'fast-check'
import { QUESTIONS, type Question } from '../../../demo/studio/questions.js'
import type { StudioState } from '../../../demo/studio/state.js'

/** Texts that the studio accepts, with characters that mean something in code. */
const text = fc.string({ unit: fc.constantFrom(...'abz "\'<>&{}$`@[]#;\\/é漢'), maxLength: 20 })

function anyAnswer(question: Question): fc.Arbitrary<StudioState[string]> {
  if (question.kind === 'switch') return fc.boolean()
  if (question.kind === 'word') return fc.constantFrom(...Object.keys(question.words))
  if (question.kind === 'words') return fc.subarray(Object.keys(question.words))
  if (question.kind === 'colour') return fc.constantFrom('', '#d8452a', '#2f5bea')
  if (question.name === 'font') return fc.constantFrom('', 'Georgia, serif', 'Arial')
  if (question.name === 'radius') return fc.constantFrom('', '0', '8', '999')
  if (question.name === 'project') return fc.constantFrom('', '0123456789abcdef0123456789abcdef')
  return text
}

/** Any state that the studio can have. */
export const anyState: fc.Arbitrary<StudioState> = fc.record(
  Object.fromEntries(QUESTIONS.map((question) => [question.name, anyAnswer(question)])),
)
