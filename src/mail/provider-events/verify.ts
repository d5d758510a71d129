/**
 * Whether a webhook comes from the relay, by its signature. Of relays that don't sign the address
 * is the secret, which the caller has compared. A verdict, no exceptions.
 */
import {
  createHmac,
  createPublicKey,
  createVerify,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import type { EventProvider } from './mappings.ts'

export interface SignedRequest {
  body: string
  /** In lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface VerifyOptions {
  /** The signing key, the public key, or the ARN of the topic. */
  key: string
  now: number
  /** The certificate at an address of SNS, in PEM. */
  certificateOf(url: string): Promise<string | undefined>
}

/** Events are retried for a day; older signatures are replays. */
const WINDOW_SECONDS = 36 * 3600
/** Clocks differ. */
const AHEAD_SECONDS = 600

/** Relays that sign; for the rest the secret is the address alone. */
export const SIGNING: readonly EventProvider[] = ['ses', 'mailgun', 'sendgrid']

/** The mistake in a key of the operator; undefined: none. */
export function keyProblem(provider: EventProvider, key: string): string | undefined {
  if (!SIGNING.includes(provider))
    return `${provider} does not sign its webhooks: give no key. Their address is the secret.`
  if (key.length > 1_000) return 'A key has at most 1000 characters.'
  if (
    provider === 'ses' &&
    !/^arn:aws[a-z-]{0,10}:sns:[a-z0-9-]{1,40}:\d{12}:[\w-]{1,256}$/.test(key)
  )
    return 'The key for ses is the ARN of the topic: arn:aws:sns:REGION:ACCOUNT:NAME.'
  if (provider === 'sendgrid' && publicKeyIn(key) === undefined)
    return 'The key for sendgrid is the verification key that it shows: a public key in base64.'
  return key === '' ? 'The key is empty.' : undefined
}

function publicKeyIn(key: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

/** A genuine body; with `once`, a nonce that may be used for one body only. */
export type Genuine = { once?: string } | undefined

export async function genuine(
  provider: EventProvider,
  request: SignedRequest,
  options: VerifyOptions,
): Promise<Genuine> {
  if (provider === 'mailgun') return mailgun(request, options)
  if (provider === 'sendgrid') return sendgrid(request, options) ? {} : undefined
  if (provider === 'ses') return (await ses(request, options)) ? {} : undefined
  return {}
}

/** The signature covers time and token, not the events: a token is for one body. */
function mailgun({ body }: SignedRequest, { key, now }: VerifyOptions): Genuine {
  const { signature } = objectIn(body) as { signature?: Record<string, unknown> }
  const { timestamp, token, signature: given } = signature ?? {}
  if (typeof timestamp !== 'string' || typeof token !== 'string' || typeof given !== 'string')
    return undefined
  if (!/^\d{9,11}$/.test(timestamp) || token.length < 1 || token.length > 100) return undefined
  const made = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex')
  return same(given, made) && isFresh(Number(timestamp), now) ? { once: token } : undefined
}

function sendgrid({ body, headers }: SignedRequest, { key, now }: VerifyOptions): boolean {
  const signature = String(headers['x-twilio-email-event-webhook-signature'] ?? '')
  const timestamp = String(headers['x-twilio-email-event-webhook-timestamp'] ?? '')
  if (!/^\d{9,11}$/.test(timestamp) || !isFresh(Number(timestamp), now)) return false
  const publicKey = publicKeyIn(key)
  if (publicKey === undefined) return false
  return createVerify('sha256')
    .update(timestamp + body)
    .verify(publicKey, signature, 'base64')
}

/** Only of Amazon: the address of the certificate comes with the message. */
const SNS_HOST = /^sns\.[a-z0-9-]{3,40}\.amazonaws\.com(?:\.cn)?$/
const SNS_PATH = /^\/SimpleNotificationService-[0-9a-f]{1,64}\.pem$/

export function snsCertificateUrl(given: unknown): string | undefined {
  const url = typeof given === 'string' && given.length <= 500 ? URL.parse(given) : null
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '') return undefined
  return SNS_HOST.test(url.hostname) && SNS_PATH.test(url.pathname) && url.search === ''
    ? url.href
    : undefined
}

/** The address that confirms a subscription, if this is a request for one. */
export function confirmationIn(body: string): string | undefined {
  const { Type, SubscribeURL } = objectIn(body)
  return Type === 'SubscriptionConfirmation' ? snsConfirmUrl(SubscribeURL) : undefined
}

/** Followed only on the hosts of SNS. */
export function snsConfirmUrl(given: unknown): string | undefined {
  const url = typeof given === 'string' && given.length <= 2_000 ? URL.parse(given) : null
  const right = url?.protocol === 'https:' && url.port === '' && SNS_HOST.test(url.hostname)
  return right && url.searchParams.get('Action') === 'ConfirmSubscription' ? url.href : undefined
}

const SNS_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
  UnsubscribeConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
}

/** `key` is the ARN of the topic: anybody has topics, which Amazon signs as well. */
async function ses({ body }: SignedRequest, options: VerifyOptions): Promise<boolean> {
  const message = objectIn(body)
  const type = String(message.Type)
  const fields = Object.hasOwn(SNS_FIELDS, type) ? SNS_FIELDS[type] : undefined
  const url = snsCertificateUrl(message.SigningCertURL)
  if (!fields || url === undefined || !same(String(message.TopicArn), options.key)) return false
  if (!isFresh(Date.parse(String(message.Timestamp)) / 1000, options.now)) return false
  const signed = fields
    .filter(name => typeof message[name] === 'string')
    .map(name => `${name}\n${message[name] as string}\n`)
    .join('')
  const algorithm = message.SignatureVersion === '2' ? 'sha256' : 'sha1'
  const certificate = await options.certificateOf(url)
  try {
    return (
      certificate !== undefined &&
      createVerify(algorithm)
        .update(signed)
        .verify(certificate, String(message.Signature), 'base64')
    )
  } catch {
    return false
  }
}

function isFresh(seconds: number, now: number): boolean {
  const age = now / 1000 - seconds
  return age <= WINDOW_SECONDS && age >= -AHEAD_SECONDS
}

function objectIn(body: string): Record<string, unknown> {
  try {
    const given: unknown = JSON.parse(body)
    return typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** In a time that says nothing about where they differ. */
export function same(given: string, secret: string): boolean {
  if (secret === '') return false
  const hash = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(hash(given), hash(secret))
}
