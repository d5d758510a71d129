/** Whether the client still waits for the response. */
import type { ServerResponse } from 'node:http'

/** Aborts when the connection is closed or the response is complete. */
export function callerGone(res: ServerResponse): AbortSignal {
  if (res.destroyed) return AbortSignal.abort()
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  return gone.signal
}
