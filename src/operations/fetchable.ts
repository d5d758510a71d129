/** Checks URLs of files that callers pass. */
import { refused, refusedFor } from '../domain/refusal.ts'
import { checkUrl } from '../lib/download/download.ts'

/** The URL, if it is fetchable; otherwise throws a refusal with the reason. */
export function fetchable(url: string): string {
  const address = url.trim()
  if (address === '') throw refused('not-valid', 'file-unnamed')
  const wrong = checkUrl(address)
  if (wrong !== undefined) throw refusedFor('not-valid', wrong)
  return address
}
