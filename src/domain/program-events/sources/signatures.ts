/**
 * Signatures of webhooks: HMAC-SHA256 of the raw body, as Standard Webhooks and as shops write
 * them. A verdict, no exceptions; compared in constant time.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const SIGNATURE_SCHEMES = ['standard', 'shopify', 'woocommerce', 'github'] as const
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number]

export const isSignatureScheme = (text: string): text is SignatureScheme =>
  (SIGNATURE_SCHEMES as readonly string[]).includes(text)

export interface SignedPost {
  body: string
  /** In lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** `id`: of the event, if the signature covers it. */
type SignatureVerdict = { of: 'sender'; id: string | undefined } | 'signature' | 'clock'

/** Clocks differ; an older signature is a replay. As Standard Webhooks says. */
const WINDOW_SECONDS = 300
const MOST_SIGNATURES = 10
const BYTES = 32

/** The header of each scheme that signs the body alone. */
const HEADERS = {
  shopify: 'x-shopify-hmac-sha256',
  woocommerce: 'x-wc-webhook-signature',
  github: 'x-hub-signature-256',
} as const

/** `now` in milliseconds. Any of the secrets may have signed. */
export function signatureVerdict(
  scheme: SignatureScheme,
  post: SignedPost,
  { secrets, now }: { secrets: readonly string[]; now: number },
): SignatureVerdict {
  if (scheme === 'standard') return standardVerdict(post, secrets, now)
  const given = headerOf(post, HEADERS[scheme])
  const signature =
    scheme === 'github'
      ? Buffer.from(/^sha256=([0-9a-f]{64})$/i.exec(given)?.[1] ?? '', 'hex')
      : fromBase64(given)
  const isRight = isSigned(
    [signature],
    post.body,
    secrets.map(one => Buffer.from(one)),
  )
  return isRight ? { of: 'sender', id: undefined } : 'signature'
}

/** `webhook-signature: v1,BASE64 v1,BASE64` of `id.timestamp.body`. */
function standardVerdict(
  post: SignedPost,
  secrets: readonly string[],
  now: number,
): SignatureVerdict {
  const id = headerOf(post, 'webhook-id')
  const timestamp = headerOf(post, 'webhook-timestamp')
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return 'signature'
  const given = headerOf(post, 'webhook-signature')
    .split(' ', MOST_SIGNATURES)
    .filter(one => one.startsWith('v1,'))
    .map(one => fromBase64(one.slice(3)))
  const keys = secrets.map(standardKey)
  if (!isSigned(given, `${id}.${timestamp}.${post.body}`, keys)) return 'signature'
  const off = Math.abs(now / 1000 - Number(timestamp))
  return off <= WINDOW_SECONDS ? { of: 'sender', id } : 'clock'
}

/** `whsec_` and the key in base64; another text is the key itself. */
export const standardKey = (secret: string): Buffer =>
  secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret)

function isSigned(given: readonly Buffer[], content: string, keys: readonly Buffer[]): boolean {
  let isRight = false
  for (const key of keys) {
    const made = createHmac('sha256', key).update(content).digest()
    for (const one of given) if (one.length === BYTES && timingSafeEqual(one, made)) isRight = true
  }
  return isRight
}

const fromBase64 = (text: string): Buffer =>
  Buffer.from(text.length > 64 ? '' : text.trim(), 'base64')

function headerOf({ headers }: SignedPost, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
