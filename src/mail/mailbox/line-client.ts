/**
 * A connection to a server that speaks in lines (POP3): lines within limits, each wait with an end.
 */
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/**
 * The server can't be reached, says no, or says what it must not. The message is a sentence for
 * people.
 */
export class MailboxTrouble extends Error {
  override name = 'MailboxTrouble'
}

export interface LineClient {
  write(text: string): void
  /** The next line without its end, in latin1. */
  line(): Promise<string>
  /** The lines that are there, one at least, and none behind the first that is `last`. */
  lines(last: string): Promise<string[]>
  /** TLS from here on; what was sent in the clear and not yet read is forgotten. */
  secure(): Promise<void>
  close(): void
}

export interface LineClientOptions {
  host: string
  port: number
  /** From the first octet on. */
  tls: boolean
  verify: boolean
  /** Milliseconds without an octet, and of all together. */
  idle: number
  total: number
  signal?: AbortSignal | undefined
}

const LONGEST_LINE = 64 << 10
/** So much may wait to be read. */
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
  const onAbort = () => fail('the check was stopped')
  signal?.addEventListener('abort', onAbort)
  const late = setTimeout(() => fail('it takes too long'), total)

  function fail(why: string): void {
    trouble ??= new MailboxTrouble(`${at}: ${why}`)
    clearTimeout(late)
    signal?.removeEventListener('abort', onAbort)
    socket.destroy()
    wake()
  }

  function listen(to: Socket): void {
    to.setTimeout(idle, () => fail('it has been silent for too long'))
    to.on('data', chunk => {
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
      if (buffer.length > MOST_WAITING) to.pause()
      wake()
    })
    to.on('error', error => fail(error.message))
    to.on('close', () => fail('it has closed the connection'))
  }

  /** Resolves when something has come. */
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
  listen(socket)
  await connected(tls ? 'secureConnect' : 'connect')

  /** Where the first line ends, once it is there. */
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
    fail('it sends a line without an end')
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
    close() {
      clearTimeout(late)
      signal?.removeEventListener('abort', onAbort)
      trouble ??= new MailboxTrouble(`${at}: closed`)
      socket.destroy()
    },
  }
}
