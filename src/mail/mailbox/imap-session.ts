/**
 * An IMAP session of imapflow with a mailbox selected: each wait has an end, what the server may
 * send has a bound, and what goes wrong is a sentence. Nothing is logged.
 */
import iconv from 'iconv-lite'
import { ImapFlow, type ImapFlowOptions } from 'imapflow'
import { MailboxTrouble } from './line-client.ts'
import type { FetchLimits } from './mailbox.ts'
import type { MailboxAddress } from './url.ts'

export interface ImapSession {
  client: ImapFlow
  messages: number
  validity: string
  /**
   * The answer to a command, of so many bytes at most and a few lines beside. Throws
   * MailboxTrouble.
   */
  answer<T>(command: string, asked: Promise<T>, bytes?: number): Promise<T>
  close(): void
}

/** Bytes: the UIDs of half a million messages stand in one line. */
export const LONGEST_LINE = 4 << 20
/** Of an answer; each takes about 100 bytes while it is parsed. */
const MOST_TOKENS = 10_000
/**
 * Bytes that come with an answer, beside what was asked for, before the server is taken for broken.
 */
const MOST_BESIDE = 64 << 10
const MEASURED_EVERY_MILLIS = 50

function optionsOf(address: MailboxAddress, { keep, idle }: FetchLimits): ImapFlowOptions {
  const { host, port, user, password, tls, verify } = address
  return {
    ...{ host, port, secure: tls === 'implicit', tls: { rejectUnauthorized: verify } },
    ...(tls !== 'implicit' && { doSTARTTLS: tls === 'starttls' }),
    auth: { user, pass: password, loginMethod: 'LOGIN' },
    clientInfo: { name: 'Pennypost' },
    ...{ connectionTimeout: idle, greetingTimeout: idle, socketTimeout: idle },
    ...{ maxLineLength: LONGEST_LINE, maxLiteralSize: keep, maxResponseTokens: MOST_TOKENS },
    maxResponseSize: LONGEST_LINE + keep,
    // Its log would hold what people wrote.
    logger: false,
    // Nothing but what is asked for below.
    ...{ disableAutoIdle: true, disableAutoEnable: true, disableBinary: true },
    disableCompression: true,
  }
}

/** What an error of imapflow has, of any kind. */
interface ImapError {
  message: string
  code?: string
  responseStatus?: string
  responseText?: string
  /** What the server said with BYE. */
  reason?: string
  literalSize?: number
}

function troubleOf(error: ImapError, command: string, at: string): MailboxTrouble {
  const { code = '', responseStatus, responseText, reason } = error
  if (reason) return new MailboxTrouble(`the server says: BYE ${reason.slice(0, 200)}`)
  if (responseStatus) {
    const said = `${responseStatus} ${responseText ?? ''}`.trim().slice(0, 200)
    return new MailboxTrouble(`the server answers to ${command}: ${said}`)
  }
  switch (code) {
    case 'LiteralTooLarge':
      return new MailboxTrouble(
        `the server sends ${error.literalSize} octets that nobody asked for`,
      )
    case 'ResponseTooLarge':
    case 'TooManyTokens':
    case 'TooManyResponses':
      return new MailboxTrouble('the server sends an answer without an end')
    case 'LineTooLarge':
      return new MailboxTrouble(`${at}: it sends a line without an end`)
    case 'NoConnection':
    case 'EConnectionClosed':
      return new MailboxTrouble(`${at}: it has closed the connection`)
  }
  if (/TIMEOUT$/.test(code)) return new MailboxTrouble(`${at}: it has been silent for too long`)
  return new MailboxTrouble(`${at}: ${error.message.slice(0, 200)}`)
}

/**
 * Logs in and selects the mailbox; who asks for it read-only changes nothing. Throws
 * MailboxTrouble.
 */
export async function openImap(
  address: MailboxAddress,
  limits: FetchLimits,
  { readOnly }: { readOnly: boolean },
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
    if (client.stats().received > most)
      fail(new MailboxTrouble('the server sends an answer without an end'))
  }
  const onAbort = () => fail(new MailboxTrouble(`${at}: the check was stopped`))
  client.on('error', error => fail(troubleOf(error, 'the connection', at)))
  const late = setTimeout(() => fail(new MailboxTrouble(`${at}: it takes too long`)), total)
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
    await answer('LOGIN', client.connect())
    // The address has the name as IMAP writes it, imapflow wants it as people do.
    const path = iconv.decode(Buffer.from(address.mailbox), 'utf-7-imap')
    const { exists, uidValidity } = await answer('SELECT', client.mailboxOpen(path, { readOnly }))
    if (!uidValidity) throw new MailboxTrouble('the server does not say how long its UIDs hold')
    return { client, messages: exists, validity: String(uidValidity), answer, close }
  } catch (error) {
    close()
    throw error
  }
}
