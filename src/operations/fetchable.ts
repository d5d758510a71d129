/** Checks URLs of files that callers pass. */
import { Refusal } from '../domain/refusal.ts'
import { checkUrl } from '../lib/download/download.ts'

/** The URL, if it is fetchable; otherwise throws a refusal with the reason. */
export function fetchable(url: string): string {
  const address = url.trim()
  const wrong = address === '' ? 'Give the address of the file.' : checkUrl(address)
  if (wrong !== undefined) throw new Refusal('not-valid', wrong)
  return address
}
