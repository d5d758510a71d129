/**
 * Persisted form state (sessionStorage): input survives a reload, an expired session and the
 * browser's back button until it is saved or discarded. Never passwords.
 */
import { useCallback, useRef, useState } from 'react'

const PREFIX = 'pennypost-typed:'
/** More is not kept. */
const LONGEST = 200_000

const stored = (name: string): string | null => sessionStorage.getItem(PREFIX + name)

/** Something was typed there before, and neither saved nor discarded. */
export const isKept = (name: string): boolean => stored(name) !== null

export const forgetKept = (name: string): void => sessionStorage.removeItem(PREFIX + name)

/** On signing out, everything is cleared. */
export function forgetAllKept(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
}

/** As useState; a function updates the latest value, also after waiting. */
export function useKept<Value>(
  name: string,
  start: Value,
): [Value, (next: Value | ((typed: Value) => Value)) => void] {
  const [value, setValue] = useState<Value>(() => read(name) ?? start)
  const typed = useRef(value)
  const set = useCallback(
    (next: Value | ((typed: Value) => Value)) => {
      typed.current = next instanceof Function ? next(typed.current) : next
      setValue(typed.current)
      const text = JSON.stringify(typed.current)
      if (text.length <= LONGEST) sessionStorage.setItem(PREFIX + name, text)
    },
    [name],
  )
  return [value, set]
}

function read<Value>(name: string): Value | undefined {
  const text = stored(name)
  if (text === null) return undefined
  try {
    return JSON.parse(text) as Value
  } catch {
    return undefined
  }
}
