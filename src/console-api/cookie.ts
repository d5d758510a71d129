/**
 * Cookies of the console. Under https their names begin with `__Host-`: browsers take such a cookie
 * from this host alone, so that no other host of the domain can plant its own session.
 */
import type { IncomingMessage } from 'node:http'

export interface Cookie {
  name(origin: string): string
  /** '' if there is none. */
  in(req: IncomingMessage, origin: string): string
  /** The value of Set-Cookie; '' ends the cookie. */
  set(value: string, origin: string): string
}

export function cookieNamed(plain: string, seconds: number): Cookie {
  const isSecure = (origin: string) => origin.startsWith('https:')
  const name = (origin: string) => (isSecure(origin) ? `__Host-${plain}` : plain)
  return {
    name,
    in({ headers }, origin) {
      const begin = `${name(origin)}=`
      const all = (headers.cookie ?? '').split(';').map(one => one.trim())
      return all.find(one => one.startsWith(begin))?.slice(begin.length) ?? ''
    },
    // Lax and not strict: after a login link from another site or an email, or a sign-in at a
    // provider, browsers do not send strict cookies to the page of the redirect. Changes from other
    // sites are refused by fromElsewhere().
    set(value, origin) {
      const age = value === '' ? 0 : seconds
      const secure = isSecure(origin) ? '; Secure' : ''
      return `${name(origin)}=${value}; Max-Age=${age}; Path=/; HttpOnly${secure}; SameSite=Lax`
    },
  }
}
