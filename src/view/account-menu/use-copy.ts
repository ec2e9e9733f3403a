import { useEffect, useState } from 'react'
import { clearTimer, setTimer } from '../../platform/natives.js'

/** How long "Copied" stands, in ms. */
const SHOWN = 2_000

/** What came of copying. */
export type CopyResult = 'copied' | 'blocked' | null

/** Copies a text. Where the page has no clipboard (http) or forbids it, the result is `blocked`. */
export function useCopy(text: string): [result: CopyResult, copy: () => void] {
  const [result, setResult] = useState<CopyResult>(null)
  useEffect(() => {
    if (result !== 'copied') return
    const timer = setTimer(() => setResult(null), SHOWN)
    return () => clearTimer(timer)
  }, [result])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setResult('copied')
    } catch {
      setResult('blocked')
    }
  }
  return [result, () => void copy()]
}
