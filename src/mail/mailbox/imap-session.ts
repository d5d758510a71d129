/**
 * An IMAP session of imapflow with a selected mailbox: with time limits, a limit on the server's
 * data, and errors as sentences. Logs nothing.
 */
import iconv from 'iconv-lite'
import { ImapFlow, type ImapFlowOptions } from 'imapflow'
import { certificateOf } from '../../lib/server-certificate.ts'
import { type MailboxTrouble, troubleBy } from './line-client.ts'
import type { FetchLimits, MailboxWatch } from './mailbox.ts'
import type { MailboxAddress } from './url.ts'

export interface ImapSession {
  client: ImapFlow
  messages: number
  validity: string
  /**
   * Awaits the reply to a command, of at most `bytes` bytes plus a few lines. Throws
   * MailboxTrouble.
   */
  answer<T>(command: string, asked: Promise<T>, bytes?: number): Promise<T>
  close(): void
}

/** In bytes: the UIDs of half a million messages are one line. */
export const LONGEST_LINE = 4 << 20
/** Of a reply; each takes about 100 bytes while it is parsed. */
const MOST_TOKENS = 10_000
/** Bytes beyond the requested ones that a reply may have before it is treated as endless. */
const MOST_BESIDE = 64 << 10
const MEASURED_EVERY_MILLIS = 50

function optionsOf(address: MailboxAddress, { keep, idle }: FetchLimits): ImapFlowOptions {
  const { host, port, user, password, grant, tls, verify } = address
  return {
    host,
    port,
    secure: tls === 'implicit',
    tls: { rejectUnauthorized: verify },
    ...(tls !== 'implicit' && { doSTARTTLS: tls === 'starttls' }),
    auth: grant ? { user, accessToken: password } : { user, pass: password, loginMethod: 'LOGIN' },
    clientInfo: { name: 'Pennypost' },
    connectionTimeout: idle,
    greetingTimeout: idle,
    socketTimeout: idle,
    maxLineLength: LONGEST_LINE,
    maxLiteralSize: keep,
    maxResponseTokens: MOST_TOKENS,
    maxResponseSize: LONGEST_LINE + keep,
    // Its log would contain message texts.
    logger: false,
    // Disables features that are not used below.
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableBinary: true,
    disableCompression: true,
  }
}

/** Fields of imapflow's errors, of any kind. */
interface ImapError {
  message: string
  code?: string
  responseStatus?: string
  responseText?: string
  /** The text of BYE. */
  reason?: string
  literalSize?: number
}

/** In place of a command. */
const CONNECTION = 'the connection'

function troubleOf(error: ImapError, command: string, at: string): MailboxTrouble {
  const { code = '', responseStatus, responseText, reason } = error
  if (reason) return troubleBy('mailbox-bye', { says: reason.slice(0, 200) })
  if (responseStatus) {
    const said = `${responseStatus} ${responseText ?? ''}`.trim().slice(0, 200)
    return command === CONNECTION
      ? troubleBy('mailbox-greeting', { says: said })
      : troubleBy('mailbox-replies', { command, says: said })
  }
  switch (code) {
    case 'LiteralTooLarge':
      return troubleBy('mailbox-octets', { octets: error.literalSize ?? 0 })
    case 'ResponseTooLarge':
    case 'TooManyTokens':
    case 'TooManyResponses':
      return troubleBy('mailbox-endless-reply')
    case 'LineTooLarge':
      return troubleBy('mailbox-line', { at })
    case 'NoConnection':
    case 'EConnectionClosed':
      return troubleBy('mailbox-closed', { at })
  }
  if (/TIMEOUT$/.test(code)) return troubleBy('mailbox-silent', { at })
  return troubleBy('mailbox-failed', { at, says: error.message.slice(0, 200) })
}

const TLS_ERROR = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO)/

/** How far an attempt to log in came: the library does one after the other in one call. */
function howFar(client: ImapFlow, { tls }: MailboxAddress, { code = '' }: ImapError) {
  if (TLS_ERROR.test(code)) return ['tls'] as const
  // The server has said what it offers: the connection works.
  if (client.capabilities.size === 0) return []
  if (tls === 'none') return ['login'] as const
  return client.secureConnection ? (['tls', 'login'] as const) : (['tls'] as const)
}

/** Logs in and selects the mailbox. Throws MailboxTrouble. */
export async function openImap(
  address: MailboxAddress,
  limits: FetchLimits,
  { readOnly, watch }: { readOnly: boolean; watch?: MailboxWatch | undefined },
): Promise<ImapSession> {
  const client = new ImapFlow(optionsOf(address, limits))
  const at = `${address.host}:${address.port}`
  const { signal, total } = limits
  let trouble: MailboxTrouble | undefined
  let most = MOST_BESIDE
  const fail = (why: MailboxTrouble) => {
    trouble ??= why
    client.close()
  }
  const measure = () => {
    if (client.stats().received > most) fail(troubleBy('mailbox-endless-reply'))
  }
  const onAbort = () => fail(troubleBy('mailbox-stopped', { at }))
  client.on('error', error => fail(troubleOf(error, CONNECTION, at)))
  const late = setTimeout(() => fail(troubleBy('mailbox-late', { at })), total)
  const measured = setInterval(measure, MEASURED_EVERY_MILLIS)
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) onAbort()

  async function answer<T>(command: string, asked: Promise<T>, bytes = 0): Promise<T> {
    most = client.stats().received + bytes + MOST_BESIDE
    try {
      return await asked
    } catch (error) {
      throw trouble ?? troubleOf(error as ImapError, command, at)
    }
  }
  function close(): void {
    clearTimeout(late)
    clearInterval(measured)
    signal?.removeEventListener('abort', onAbort)
    client.close()
  }

  try {
    watch?.reach('connect')
    const connecting = client.connect().catch(error => {
      for (const step of howFar(client, address, error)) watch?.reach(step)
      throw error
    })
    await answer('LOGIN', connecting)
    if (address.tls !== 'none') watch?.reach('tls')
    watch?.certificate(certificateOf(Reflect.get(client, 'socket')))
    watch?.reach('login')
    watch?.reach('folder')
    // imapflow expects the decoded name; the address has modified UTF-7.
    const path = iconv.decode(Buffer.from(address.mailbox), 'utf-7-imap')
    const { exists, uidValidity } = await answer('SELECT', client.mailboxOpen(path, { readOnly }))
    if (!uidValidity) throw troubleBy('mailbox-validity')
    return { client, messages: exists, validity: String(uidValidity), answer, close }
  } catch (error) {
    close()
    throw error
  }
}
