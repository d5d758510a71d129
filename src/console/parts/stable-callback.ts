/** A callback of one identity, so that what is memoised is not drawn anew for it. */
import { useCallback, useRef } from 'react'

/** Calls the latest `callback`: for events, not for what a component draws. */
export function useStableCallback<Given extends unknown[], Result>(
  callback: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(callback)
  latest.current = callback
  return useCallback((...given) => latest.current(...given), [])
}
