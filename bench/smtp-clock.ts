/**
 * An SMTP server that accepts and discards everything, and reports when it read the final dot of
 * each email to certain addresses.
 */
import { createServer, type Socket } from 'node:net'

export interface Clock {
  port: number
  /** All emails. */
  messages: number
  /** Time of the final dot, by performance.now(), of the next email to this address. */
  arrival(address: string): Promise<number>
  stop(): Promise<void>
}

const END = Buffer.from('\r\n.\r\n')

/** Offers PIPELINING, and nothing that costs time. */
const HELLO = '250-clock\r\n250-PIPELINING\r\n250-SMTPUTF8\r\n250 8BITMIME\r\n'

export async function startClock(): Promise<Clock> {
  const waiting = new Map<string, (at: number) => void>()
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    serve(socket)
  })
  const clock: Clock = {
    port: 0,
    messages: 0,
    arrival: address => new Promise(resolve => waiting.set(address, resolve)),
    stop: () =>
      new Promise(resolve => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  clock.port = (server.address() as { port: number }).port
  return clock

  function serve(socket: Socket): void {
    let rest: Buffer = Buffer.alloc(0)
    let recipient = ''
    let inContent = false
    socket.write('220 clock\r\n')
    socket.on('data', chunk => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let out = ''
      for (;;) {
        if (inContent) {
          const end = rest.indexOf(END)
          if (end < 0) {
            // Keeps enough for a split end mark.
            rest = rest.subarray(Math.max(0, rest.length - END.length + 1))
            break
          }
          rest = rest.subarray(end + END.length)
          inContent = false
          clock.messages++
          waiting.get(recipient)?.(performance.now())
          waiting.delete(recipient)
          out += '250 2.0.0 Ok\r\n'
          continue
        }
        const end = rest.indexOf('\r\n')
        if (end < 0) break
        const line = rest.toString('latin1', 0, end)
        rest = rest.subarray(end + 2)
        const verb = line.slice(0, 4).toUpperCase()
        if (verb === 'EHLO') out += HELLO
        else if (verb === 'DATA') {
          inContent = true
          out += '354 Go on\r\n'
        } else if (verb === 'QUIT') {
          socket.end(`${out}221 Bye\r\n`)
          return
        } else {
          if (verb === 'RCPT') recipient = /<([^>]*)>/.exec(line)?.[1] ?? ''
          out += '250 2.1.0 Ok\r\n'
        }
      }
      if (out !== '') socket.write(out)
    })
  }
}
