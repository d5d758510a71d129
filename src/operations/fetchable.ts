/** Addresses of files that callers name. */
import { Refusal } from '../domain/refusal.ts'
import { checkUrl } from '../lib/download/download.ts'

/** The address, if anything can be fetched from there; else a refusal that says why not. */
export function fetchable(url: string): string {
  const address = url.trim()
  const wrong = address === '' ? 'Give the address of the file.' : checkUrl(address)
  if (wrong !== undefined) throw new Refusal('not-valid', wrong)
  return address
}
