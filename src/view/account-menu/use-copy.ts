import { useEffect, useState } from 'react'
import { clearTimer, setTimer } from '../../platform/natives.js'

/** How long "Copied" is shown, in ms. */
const SHOWN = 2_000

/** The result of copying. */
export type CopyResult = 'copied' | 'blocked' | null

/** Copies a text. When the page has no clipboard (http) or forbids it, the result is `blocked`. */
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
