/**
 * The address of a mailbox to fetch from: imaps://user:password@host/INBOX,
 * pop3s://user:password@host.
 */

import {
  GRANT_OPTIONS,
  GrantError,
  queryOptions,
  readGrant,
  type TokenGrant,
} from '../../lib/token-grant.ts'
import { type MailboxSentence, mailboxSentence, type mailboxWords } from './words.ts'

export interface MailboxAddress {
  protocol: 'imap' | 'pop3'
  host: string
  port: number
  user: string
  password: string
  /** How access tokens for XOAUTH2 are got; `password` is empty, or the token. */
  grant?: TokenGrant
  /** IMAP only. */
  mailbox: string
  /** Implicit, by a command, or none. */
  tls: 'implicit' | 'starttls' | 'none'
  verify: boolean
}

/** For the author of the address. */
export class MailboxUrlError extends Error {
  override name = 'MailboxUrlError'
  readonly sentence: MailboxSentence
  constructor(sentence: MailboxSentence, options?: ErrorOptions) {
    super(sentence.detail, options)
    this.sentence = sentence
  }
}

export const mailboxUrlError = <Code extends keyof typeof mailboxWords>(
  code: Code,
  ...values: Parameters<(typeof mailboxWords)[Code]>
): MailboxUrlError => new MailboxUrlError(mailboxSentence(code, ...values))

const PORTS = { imap: 143, imaps: 993, pop3: 110, pop3s: 995 } as const

/** Throws MailboxUrlError. */
export function readMailboxUrl(text: string): MailboxAddress {
  const url = URL.parse(text.trim())
  const scheme = url?.protocol.slice(0, -1) as keyof typeof PORTS
  if (!url || !Object.hasOwn(PORTS, scheme)) throw mailboxUrlError('mailbox-url-form')
  const decoded = (part: string) => {
    try {
      return decodeURIComponent(part)
    } catch {
      throw mailboxUrlError('mailbox-url-escape')
    }
  }
  const [user, password, mailbox] = [
    decoded(url.username),
    decoded(url.password),
    decoded(url.pathname.slice(1)),
  ]
  if (url.hostname === '') throw mailboxUrlError('mailbox-url-host')
  const options = queryOptions(url.search.slice(1))
  const grant = grantIn(options)
  if (user === '' || (!grant && password === '')) throw mailboxUrlError('mailbox-url-login')
  if (grant && password !== '') throw mailboxUrlError('mailbox-url-token')
  if (/[\0\r\n]/.test(user + password + mailbox)) throw mailboxUrlError('mailbox-url-lines')
  const protocol = scheme.startsWith('imap') ? 'imap' : 'pop3'
  if (protocol === 'pop3' && mailbox !== '') throw mailboxUrlError('mailbox-url-pop3')
  if (protocol === 'pop3' && grant) throw mailboxUrlError('mailbox-url-oauth')
  for (const [name, value] of options)
    if (!isGrantOption(name) && !((name === 'tls' || name === 'verify') && value === 'no'))
      throw mailboxUrlError('mailbox-url-options', { options: GRANT_OPTIONS.join(', ') })
  const tls = scheme.endsWith('s') ? 'implicit' : url.searchParams.has('tls') ? 'none' : 'starttls'
  return {
    protocol,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? PORTS[scheme] : Number(url.port),
    user,
    password,
    ...(grant && { grant }),
    mailbox: mailbox === '' ? 'INBOX' : mailbox,
    tls,
    verify: !url.searchParams.has('verify'),
  }
}

const isGrantOption = (name: string): boolean => GRANT_OPTIONS.some(option => option === name)

function grantIn(options: URLSearchParams): TokenGrant | undefined {
  try {
    return readGrant(Object.fromEntries(options))
  } catch (error) {
    if (!(error instanceof GrantError)) throw error
    throw new MailboxUrlError(error.sentence, { cause: error })
  }
}

/** For display: without the password. */
export const describeMailbox = ({
  protocol,
  host,
  port,
  user,
  mailbox,
  tls,
}: MailboxAddress): string =>
  `${protocol}${tls === 'implicit' ? 's' : ''}://${user}@${host}:${port}${protocol === 'imap' ? `/${mailbox}` : ''}${tls === 'none' ? '?tls=no' : ''}`
