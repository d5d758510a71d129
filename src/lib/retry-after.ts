/** The header Retry-After of answers. */

/** Of a longer one nothing is read. */
const LONGEST = 60

/**
 * Milliseconds from now on: it has seconds, or a date (RFC 9110, section 10.2.3). Undefined without
 * one that can be read.
 */
export function retryAfterMillis(header: string | undefined): number | undefined {
  const text = header?.slice(0, LONGEST).trim() ?? ''
  const millis = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(millis) ? Math.max(0, millis) : undefined
}
