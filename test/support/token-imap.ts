/** A server of IMAP that takes access tokens only, by XOAUTH2 (RFC 3501, as far as it is used). */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tokenIn } from './token-endpoint.ts'

/** A mailbox behind a log-in, with a message or none. `said`: the commands of clients. */
export async function startTokenImap(takes: (token: string) => boolean, message?: string) {
  const size = Buffer.byteLength(message ?? '')
  const count = message === undefined ? 0 : 1
  const fetchedOne =
    message === undefined
      ? ''
      : `* 1 FETCH (UID 1 RFC822.SIZE ${size} BODY[]<0> {${size}}\r\n${message})\r\n`
  const said: string[] = []
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    let rest = ''
    let waits = ''
    const logIn = (tag: string, response: string) =>
      takes(tokenIn(response)) ? `${tag} OK in\r\n` : `${tag} NO [AUTHENTICATIONFAILED] no\r\n`
    const answer = (line: string): string => {
      if (waits !== '') {
        const tag = waits
        waits = ''
        return logIn(tag, line)
      }
      const [tag = '', command = '', ...words] = line.split(' ')
      said.push(command.toUpperCase())
      switch (command.toUpperCase()) {
        case 'CAPABILITY':
          return `* CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2\r\n${tag} OK\r\n`
        case 'AUTHENTICATE':
          if (words[1] !== undefined) return logIn(tag, words[1])
          waits = tag
          return '+ \r\n'
        case 'SELECT':
        case 'EXAMINE':
          return `* ${count} EXISTS\r\n* OK [UIDVALIDITY 7]\r\n* OK [UIDNEXT ${count + 1}]\r\n${tag} OK\r\n`
        case 'UID':
          if (words[0] === 'SEARCH') return `* SEARCH${count ? ' 1' : ''}\r\n${tag} OK\r\n`
          if (words[0] === 'FETCH') return `${fetchedOne}${tag} OK\r\n`
          return `${tag} OK\r\n`
        default:
          return `${tag} OK\r\n`
      }
    }
    socket
      .on('close', () => open.delete(socket))
      .on('error', () => {})
      .on('data', chunk => {
        const lines = (rest + chunk.toString()).split('\r\n')
        rest = lines.pop()!
        for (const line of lines) socket.write(answer(line))
      })
    socket.write('* OK IMAP4rev1\r\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = () => {
    for (const socket of open) socket.destroy()
    server.close()
  }
  return { port, said, stop }
}
