/**
 * Access tokens of OAuth 2 for log-ins: fetched at their first use and again before they end, kept
 * in memory. All users of a grant share its token, and one request for the next.
 */
import { createHash } from 'node:crypto'
import { bodyOf } from './bounded-body.ts'
import { type GrantSentence, grantSentence } from './grant-words.ts'
import { type TokenGrant, tokenHost } from './token-grant.ts'

/** The message is sentences for people, without secrets. */
export class NoToken extends Error {
  override name = 'NoToken'
  readonly sentences: readonly GrantSentence[]
  /** The endpoint has refused: it will again, until a person changes something. */
  readonly refused: boolean
  constructor(sentences: readonly GrantSentence[], refused: boolean, cause?: unknown) {
    super(sentences.map(({ detail }) => detail).join(' '), { cause })
    this.sentences = sentences
    this.refused = refused
  }
}

export interface AccessToken {
  token: string
  /** Milliseconds since 1970. */
  endsAt: number
}

interface Known {
  last: AccessToken | undefined
  renewAt: number
  pending: Promise<AccessToken> | undefined
  /** Some endpoints give another one with each token. */
  refreshToken: string | undefined
}

const DEADLINE_MILLIS = 20_000
const MOST_BYTES = 64 << 10
const LONGEST_TOKEN = 16 << 10
/** Of the reason that the endpoint gives. */
const LONGEST_REASON = 240
/** RFC 6749 only recommends that an answer says how long. */
const USUAL_SECONDS = 300
const MOST_SECONDS = 86_400
/** Renewed this long before the end, of short tokens after three quarters of their time. */
const MARGIN_MILLIS = 300_000
/** Grants whose tokens are kept. */
const MOST_KNOWN = 1_000

const known = new Map<string, Known>()

/** A token that has not ended. Throws NoToken. */
export async function accessToken(grant: TokenGrant): Promise<AccessToken> {
  const one = knownOf(grant)
  if (one.last && Date.now() < one.renewAt) return one.last
  one.pending ??= renew(grant, one).finally(() => {
    one.pending = undefined
  })
  try {
    return await one.pending
  } catch (error) {
    if (one.last && Date.now() < one.last.endsAt && !(error as NoToken).refused) return one.last
    throw error
  }
}

/** Forgets a token that a server did not take. */
export function dropToken(grant: TokenGrant, token: string): void {
  const one = knownOf(grant)
  if (one.last?.token === token) one.last = undefined
}

function knownOf(grant: TokenGrant): Known {
  const { tokenUrl, clientId, clientSecret, refreshToken, scope } = grant
  const facts = JSON.stringify([tokenUrl, clientId, clientSecret, refreshToken, scope])
  const key = createHash('sha256').update(facts).digest('base64')
  const found = known.get(key) ?? { last: undefined, renewAt: 0, pending: undefined, refreshToken }
  known.delete(key)
  known.set(key, found)
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!)
  return found
}

async function renew(grant: TokenGrant, one: Known): Promise<AccessToken> {
  const askedAt = Date.now()
  const { token, seconds, refreshToken } = await ask({ ...grant, refreshToken: one.refreshToken })
  const millis = seconds * 1000
  one.refreshToken = refreshToken ?? one.refreshToken
  one.renewAt = askedAt + millis - Math.min(MARGIN_MILLIS, millis / 4)
  one.last = { token, endsAt: askedAt + millis }
  return one.last
}

function formOf({ clientId, clientSecret, refreshToken, scope }: TokenGrant): URLSearchParams {
  const form = new URLSearchParams({ client_id: clientId })
  form.set('grant_type', refreshToken === undefined ? 'client_credentials' : 'refresh_token')
  if (refreshToken !== undefined) form.set('refresh_token', refreshToken)
  if (clientSecret !== undefined) form.set('client_secret', clientSecret)
  if (scope !== undefined) form.set('scope', scope)
  return form
}

async function ask(grant: TokenGrant) {
  const host = tokenHost(grant)
  let status: number
  let text: string
  try {
    const answer = await fetch(grant.tokenUrl, {
      method: 'POST',
      body: formOf(grant),
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MILLIS),
    })
    status = answer.status
    text = (await bodyOf(answer, MOST_BYTES)).toString()
  } catch (error) {
    throw new NoToken([silence(host, error)], false, error)
  }
  const facts = factsIn(text)
  if (status === 200 && facts.token !== undefined)
    return { ...facts, token: facts.token, seconds: facts.seconds ?? USUAL_SECONDS }
  const stated = [facts.error, facts.description].filter(part => part !== undefined).join(': ')
  const said = withoutSecrets(stated, grant).slice(0, LONGEST_REASON)
  if (isForNow(status, facts.error)) {
    const why =
      said === ''
        ? grantSentence('token-none', { host, status })
        : grantSentence('token-unanswered', { host, says: said })
    throw new NoToken([why], false)
  }
  const why =
    said === ''
      ? grantSentence('token-denied', { host, status })
      : grantSentence('token-refused', { host, says: said })
  throw new NoToken([why, grantSentence(REMEDIES[facts.error ?? ''] ?? 'token-options')], true)
}

const REMEDIES: Record<
  string,
  'token-consent' | 'token-client' | 'token-not-allowed' | 'token-scope'
> = {
  invalid_grant: 'token-consent',
  invalid_client: 'token-client',
  unauthorized_client: 'token-not-allowed',
  invalid_scope: 'token-scope',
}

const isForNow = (status: number, error: string | undefined): boolean =>
  status >= 500 ||
  status === 408 ||
  status === 429 ||
  error === 'temporarily_unavailable' ||
  error === 'server_error' ||
  error === 'slow_down'

interface Facts {
  token?: string
  seconds?: number
  refreshToken?: string
  error?: string
  description?: string
}

/** An answer of a token endpoint that is no JSON has no facts. */
function factsIn(text: string): Facts {
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    return {}
  }
  const facts = (said ?? {}) as Record<string, unknown>
  const word = (name: string, most: number) =>
    typeof facts[name] === 'string' && facts[name].length > 0
      ? facts[name].slice(0, most)
      : undefined
  const token = word('access_token', LONGEST_TOKEN + 1)
  const seconds = Number(facts.expires_in)
  return {
    // It is written into a command: nothing in it may end that.
    ...(token !== undefined &&
      token.length <= LONGEST_TOKEN &&
      /^[!-~]+$/.test(token) && { token }),
    ...(seconds > 0 && { seconds: Math.min(seconds, MOST_SECONDS) }),
    refreshToken: word('refresh_token', LONGEST_TOKEN),
    error: word('error', 60),
    description: word('error_description', MOST_BYTES),
  }
}

function withoutSecrets(text: string, { clientSecret, refreshToken }: TokenGrant): string {
  let clean = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  for (const secret of [clientSecret, refreshToken])
    if (secret !== undefined)
      for (const form of [secret, encodeURIComponent(secret)]) clean = clean.replaceAll(form, '…')
  return clean.replace(/\.$/, '')
}

function silence(host: string, error: unknown): GrantSentence {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError')
    return grantSentence('token-late', { host, seconds: DEADLINE_MILLIS / 1000 })
  const says =
    cause instanceof Error
      ? cause.message || String((cause as NodeJS.ErrnoException).code)
      : message
  return grantSentence('token-unanswered', { host, says: says.slice(0, LONGEST_REASON) })
}
