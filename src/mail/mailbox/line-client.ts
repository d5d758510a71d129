/** A connection of a line-based protocol (POP3), with limits of length and time. */
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { certificateOf, type ServerCertificate } from '../../lib/server-certificate.ts'
import { type MailboxSentence, mailboxSentence, type mailboxWords } from './words.ts'

/**
 * The server can't be reached, refuses, or violates the protocol. The sentences are for people; the
 * message is them without the last full stop.
 */
export class MailboxTrouble extends Error {
  override name = 'MailboxTrouble'
  readonly sentences: readonly MailboxSentence[]
  constructor(sentences: readonly MailboxSentence[], options?: ErrorOptions) {
    super(
      sentences
        .map(({ detail }) => detail)
        .join(' ')
        .replace(/\.$/, ''),
      options,
    )
    this.sentences = sentences
  }
}

/** By one sentence. */
export const troubleBy = <Code extends keyof typeof mailboxWords>(
  code: Code,
  ...values: Parameters<(typeof mailboxWords)[Code]>
): MailboxTrouble => new MailboxTrouble([mailboxSentence(code, ...values)])

export interface LineClient {
  write(text: string): void
  /** The next line without its end, in latin1. */
  line(): Promise<string>
  /** The lines received, at least one, up to the first that equals `last`. */
  lines(last: string): Promise<string[]>
  /** Upgrades to TLS; discards unread data received in the clear. */
  secure(): Promise<void>
  /** What the server showed; null while the connection is not encrypted. */
  certificate(): ServerCertificate | null
  close(): void
}

export interface LineClientOptions {
  host: string
  port: number
  /** Implicit TLS. */
  tls: boolean
  verify: boolean
  /** Limits in milliseconds: without an octet, and in total. */
  idle: number
  total: number
  signal?: AbortSignal | undefined
  /** Called when the server takes the connection, before TLS. */
  onConnect?: (() => void) | undefined
}

const LONGEST_LINE = 64 << 10
/** Limit of unread octets, then back-pressure. */
const MOST_WAITING = 1 << 20
const NOTHING = Buffer.alloc(0)
const [CR, LF] = [13, 10]

export async function openLineClient({
  host,
  port,
  tls,
  verify,
  idle,
  total,
  signal,
  onConnect,
}: LineClientOptions): Promise<LineClient> {
  const at = `${host}:${port}`
  const secured = {
    host,
    rejectUnauthorized: verify,
    ...(isIP(host) === 0 && { servername: host }),
  }
  let socket: Socket
  let buffer: Buffer = NOTHING
  let trouble: MailboxTrouble | undefined
  let wake = () => {}
  const onAbort = () => fail(troubleBy('mailbox-stopped', { at }))
  signal?.addEventListener('abort', onAbort)
  const late = setTimeout(() => fail(troubleBy('mailbox-late', { at })), total)

  function fail(why: MailboxTrouble): void {
    trouble ??= why
    clearTimeout(late)
    signal?.removeEventListener('abort', onAbort)
    socket.destroy()
    wake()
  }

  function listen(to: Socket): void {
    to.setTimeout(idle, () => fail(troubleBy('mailbox-silent', { at })))
    to.on('data', chunk => {
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
      if (buffer.length > MOST_WAITING) to.pause()
      wake()
    })
    to.on('error', error => fail(troubleBy('mailbox-failed', { at, says: error.message })))
    to.on('close', () => fail(troubleBy('mailbox-closed', { at })))
  }

  /** Resolves when data has arrived. */
  const more = () =>
    new Promise<void>((resolve, reject) => {
      if (trouble) return reject(trouble)
      socket.resume()
      wake = () => {
        wake = () => {}
        if (trouble && buffer.length === 0) reject(trouble)
        else resolve()
      }
    })

  const connected = (event: string) =>
    new Promise<void>((resolve, reject) => {
      wake = () => reject(trouble)
      socket.once(event, () => {
        wake = () => {}
        resolve()
      })
    })

  socket = tls ? connectTls({ port, ...secured }) : connect({ host, port })
  if (onConnect) socket.once('connect', onConnect)
  listen(socket)
  await connected(tls ? 'secureConnect' : 'connect')

  /** Waits for the end of the first line. */
  async function lineEnd(): Promise<number> {
    let searched = 0
    for (;;) {
      const end = buffer.indexOf(LF, searched)
      if (end >= 0 ? end > LONGEST_LINE : buffer.length > LONGEST_LINE) tooLong()
      if (end >= 0) return end
      searched = buffer.length
      await (trouble ? Promise.reject(trouble) : more())
    }
  }

  function tooLong(): never {
    fail(troubleBy('mailbox-line', { at }))
    throw trouble
  }

  function taken(end: number): string {
    const line = buffer.toString('latin1', 0, buffer[end - 1] === CR ? end - 1 : end)
    buffer = buffer.subarray(end + 1)
    return line
  }

  return {
    write: text => void socket.write(text),
    line: async () => taken(await lineEnd()),
    async lines(last) {
      const found: string[] = []
      for (let end = await lineEnd(); end >= 0; end = buffer.indexOf(LF)) {
        if (end > LONGEST_LINE) tooLong()
        const line = taken(end)
        found.push(line)
        if (line === last) break
      }
      return found
    },
    async secure() {
      const plain = socket
      plain.removeAllListeners('data').removeAllListeners('close').setTimeout(0)
      buffer = NOTHING
      socket = connectTls({ socket: plain, ...secured })
      listen(socket)
      await connected('secureConnect')
    },
    certificate: () => certificateOf(socket),
    close() {
      clearTimeout(late)
      signal?.removeEventListener('abort', onAbort)
      trouble ??= troubleBy('mailbox-closed', { at })
      socket.destroy()
    },
  }
}
