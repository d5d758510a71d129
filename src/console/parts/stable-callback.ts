/** A callback of one identity, so that memoised parts are not drawn anew for it. */
import { useCallback, useRef } from 'react'

/** Calls the latest `callback`: for events, not while a component renders. */
export function useStableCallback<Given extends unknown[], Result>(
  callback: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(callback)
  latest.current = callback
  return useCallback((...given) => latest.current(...given), [])
}
