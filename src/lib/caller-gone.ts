/** Whether the client still waits for the response. */
import type { ServerResponse } from 'node:http'

/** The client hung up: within its request, or before the response was complete. */
export class CallerGone extends Error {}

/** In the log. */
export const HUNG_UP = 'a client hung up within its request'

/** Aborts when the connection is closed or the response is complete. */
export function callerGone(res: ServerResponse): AbortSignal {
  if (res.destroyed) return AbortSignal.abort()
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  return gone.signal
}
