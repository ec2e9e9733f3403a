import { useEffect, useState } from 'react'
import { clearTimer, setTimer } from '../../platform/natives.js'
import { COPIED_SHOWN, type CopyResult, copyText } from '../copy-text.js'

/** Copies a text, and tells for a moment what has become of it. */
export function useCopy(text: string): [result: CopyResult, copy: () => void] {
  const [result, setResult] = useState<CopyResult>(null)
  useEffect(() => {
    if (result !== 'copied') return
    const timer = setTimer(() => setResult(null), COPIED_SHOWN)
    return () => clearTimer(timer)
  }, [result])
  return [result, () => void copyText(text).then(setResult)]
}
