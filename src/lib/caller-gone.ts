/** Whether somebody still waits for an answer. */
import type { ServerResponse } from 'node:http'

/** Aborts when the connection is closed, or the answer is given. */
export function callerGone(res: ServerResponse): AbortSignal {
  if (res.destroyed) return AbortSignal.abort()
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  return gone.signal
}
