/** Signing in with a password, as a server: PLAIN (RFC 4616) and LOGIN, in AUTH (RFC 4954). */

/** What follows a response: a challenge in base64, or the credentials. */
export type SaslStep =
  | { challenge: string }
  | { user: string; password: string }
  | 'cancelled'
  | 'malformed'

export interface SaslDialog {
  /** `response`: a line of the client; undefined: it has said nothing yet. */
  next(response: string | undefined): SaslStep
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

const decoded = (response: string): string | undefined =>
  BASE64.test(response) ? Buffer.from(response, 'base64').toString('utf8') : undefined

/** Undefined: another mechanism, or no command. `initial`: the response that the command has. */
export function startSasl(
  line: string,
): { dialog: SaslDialog; initial: string | undefined } | undefined {
  const [found, mechanism, given] = /^AUTH[ \t]+([\w-]{1,20})(?:[ \t]+(\S+))?$/i.exec(line) ?? []
  if (found === undefined) return undefined
  const make = { PLAIN: plain, LOGIN: login }[mechanism!.toUpperCase() as 'PLAIN' | 'LOGIN']
  // RFC 4954 4: an empty response is written as one sign.
  return make && { dialog: guarded(make()), initial: given === '=' ? '' : given }
}

const guarded = ({ next }: SaslDialog): SaslDialog => ({
  next: response => (response === '*' ? 'cancelled' : next(response)),
})

const plain = (): SaslDialog => ({
  next(response) {
    if (response === undefined) return { challenge: '' }
    const parts = decoded(response)?.split('\0')
    if (parts?.length !== 3) return 'malformed'
    return { user: parts[1]!, password: parts[2]! }
  },
})

/** The words that clients look for. */
const USER = Buffer.from('Username:').toString('base64')
const PASSWORD = Buffer.from('Password:').toString('base64')

function login(): SaslDialog {
  let user: string | undefined
  return {
    next(response) {
      if (response === undefined) return { challenge: USER }
      const text = decoded(response)
      if (text === undefined) return 'malformed'
      if (user !== undefined) return { user, password: text }
      user = text
      return { challenge: PASSWORD }
    },
  }
}
