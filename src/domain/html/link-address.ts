/** Addresses of links in blocks: only those that mail programs open, and that run nothing. */
const IGNORED = /[\0-\x20\x7f-\x9f]/g
const ALLOWED = /^(?:https?:\/\/|mailto:|tel:|sms:|#)/i
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/**
 * Why an address is refused; undefined if it may stand. One without a scheme may: it leads
 * nowhere, which the check of the newsletter tells.
 */
export function wrongAddress(address: string): string | undefined {
  const bare = address.replace(IGNORED, '')
  if (bare === '' || ALLOWED.test(bare)) return undefined
  const tag = bare.search(/\{[{%]/)
  if (tag === 0) return startsWithValue(bare) ? undefined : TAG_FIRST
  if (SCHEME.test(bare))
    return 'A link begins with https://, http://, mailto: or tel:, or is a tag.'
  const end = bare.search(/[/?#]/)
  return tag > 0 && (end < 0 || tag < end) ? TAG_FIRST : undefined
}

const TAG_FIRST = 'A tag at the beginning of a link must be the whole link, or be followed by /.'

/** `{{ DD7 }}` or `{{ DD7 }}/more`: the value is checked when the email is composed. */
function startsWithValue(bare: string): boolean {
  const end = bare.indexOf('}}')
  return bare.startsWith('{{') && end > 0 && /^(?:$|[/?#&])/.test(bare.slice(end + 2))
}
