/** A value as it last rested: typing asks for nothing before. */
import { useEffect, useState } from 'react'

export function useRested<Value>(value: Value, millis: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), millis)
    return () => clearTimeout(timer)
  }, [value, millis])
  return rested
}
