/** Addresses of links in blocks: only those that mail programs open, and that run nothing. */
import { type Detail, detailed } from '../details/details.ts'

const IGNORED = /[\0-\x20\x7f-\x9f]/g
const ALLOWED = /^(?:https?:\/\/|mailto:|tel:|sms:|#)/i
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/**
 * Why an address is refused; undefined if it may stand. One without a scheme may: it leads
 * nowhere, which the check of the newsletter tells.
 */
export function wrongAddress(address: string): Detail | undefined {
  const bare = address.replace(IGNORED, '')
  if (bare === '' || ALLOWED.test(bare)) return undefined
  const tag = bare.search(/\{[{%]/)
  if (tag === 0) return startsWithValue(bare) ? undefined : detailed('link-tag')
  if (SCHEME.test(bare)) return detailed('link-scheme')
  const end = bare.search(/[/?#]/)
  return tag > 0 && (end < 0 || tag < end) ? detailed('link-tag') : undefined
}

/** `{{ DD7 }}` or `{{ DD7 }}/more`: the value is checked when the email is composed. */
function startsWithValue(bare: string): boolean {
  const end = bare.indexOf('}}')
  return bare.startsWith('{{') && end > 0 && /^(?:$|[/?#&])/.test(bare.slice(end + 2))
}
