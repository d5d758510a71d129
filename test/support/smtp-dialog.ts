/** A dialogue with an SMTP server, line by line: commands as they are given, and their replies. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface SmtpDialog {
  /** The greeting; empty until TLS is there where it comes first. */
  greeting: string
  /** Sends a line, or octets as they are, and returns the reply; empty if the server hung up. */
  say(line: string | Buffer): Promise<string>
  /** The next reply, to what was sent before. */
  reply(): Promise<string>
  send(octets: string | Buffer): void
  /** The handshake, after STARTTLS. */
  secure(): Promise<void>
  close(): void
}

/** `tls`: from the first octet on. */
export async function openDialog(port: number, { tls = false } = {}): Promise<SmtpDialog> {
  let socket: Socket = tls
    ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    : connect(port, '127.0.0.1')
  let text = ''
  let closed = false
  const listenTo = (to: Socket) => {
    to.setEncoding('utf8')
    to.on('data', chunk => {
      text += chunk
      wake()
    })
    to.on('error', () => {})
    to.on('close', () => {
      closed = true
      wake()
    })
  }
  listenTo(socket)

  let wake = () => {}
  const news = () =>
    new Promise<void>(resolve => {
      wake = resolve
    })

  async function reply(): Promise<string> {
    for (;;) {
      const found = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(text)
      if (found) {
        text = text.slice(found[0].length)
        return found[0].trimEnd()
      }
      if (closed) return ''
      await news()
    }
  }

  const send = (octets: string | Buffer) => void socket.write(octets)
  const dialog: SmtpDialog = {
    greeting: '',
    say(line) {
      send(typeof line === 'string' ? `${line}\r\n` : line)
      return reply()
    },
    reply,
    send,
    async secure() {
      socket.removeAllListeners('data')
      const secured = connectTls({ socket, rejectUnauthorized: false })
      await once(secured, 'secureConnect')
      socket = secured
      listenTo(secured)
    },
    close: () => void socket.destroy(),
  }
  dialog.greeting = await reply()
  return dialog
}

export const plainAuth = (user: string, password: string): string =>
  `AUTH PLAIN ${Buffer.from(`\0${user}\0${password}`).toString('base64')}`
