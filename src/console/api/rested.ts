/** A debounced value: it changes when typing has paused. */
import { useEffect, useState } from 'react'

export function useRested<Value>(value: Value, millis: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), millis)
    return () => clearTimeout(timer)
  }, [value, millis])
  return rested
}
