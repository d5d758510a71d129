/**
 * How access tokens of OAuth 2 are got for a log-in (RFC 6749): options in the address of a relay
 * or a mailbox, which is stored sealed. Error messages contain no secret.
 */
import { type GrantSentence, grantSentence } from './grant-words.ts'
import { isLoopback } from './loopback.ts'

export interface TokenGrant {
  tokenUrl: string
  clientId: string
  clientSecret?: string
  /** Without one, the grant is that of client credentials. */
  refreshToken?: string
  scope?: string
}

/** For the author of the address. */
export class GrantError extends Error {
  override name = 'GrantError'
  readonly sentence: GrantSentence
  constructor(sentence: GrantSentence) {
    super(sentence.detail)
    this.sentence = sentence
  }
}

export const GRANT_OPTIONS = [
  'token_url',
  'client_id',
  'client_secret',
  'refresh_token',
  'scope',
] as const
export type GrantOption = (typeof GRANT_OPTIONS)[number]

/** Refresh tokens of Microsoft have some 2,000 letters. */
const LONGEST = 6_000

/** The options of a query. A plus is a plus: secrets contain it. */
export const queryOptions = (query: string): URLSearchParams =>
  new URLSearchParams(query.replaceAll('+', '%2B'))

/** Undefined if no option of a grant is given. */
export function readGrant(given: Partial<Record<GrantOption, string>>): TokenGrant | undefined {
  const names = GRANT_OPTIONS.filter(name => given[name] !== undefined)
  if (names.length === 0) return undefined
  for (const name of names) {
    const value = given[name]!
    if (value === '' || value.length > LONGEST || /\p{Cc}/u.test(value))
      throw new GrantError(grantSentence('grant-value', { option: name, most: LONGEST }))
  }
  const { client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken } = given
  if (given.token_url === undefined || clientId === undefined)
    throw new GrantError(grantSentence('grant-facts'))
  if (clientSecret === undefined && refreshToken === undefined)
    throw new GrantError(grantSentence('grant-secret'))
  return {
    tokenUrl: readTokenUrl(given.token_url),
    clientId,
    clientSecret,
    refreshToken,
    scope: given.scope,
  }
}

function readTokenUrl(text: string): string {
  const url = URL.parse(text)
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.username !== '' || url.hash !== '')
    throw new GrantError(grantSentence('grant-url'))
  return url.href
}

/** For display. */
export const tokenHost = ({ tokenUrl }: TokenGrant): string => new URL(tokenUrl).host
