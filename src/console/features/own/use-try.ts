/** Tries until it is done; `false` means not yet. */
import { useState } from 'react'

export function useTry(attempt: () => Promise<unknown>, onDone: () => void) {
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    setError(undefined)
    try {
      if ((await attempt()) !== false) return onDone()
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return { error, busy, run }
}
