/**
 * Shared by the tests of the SMTP client: a sink and a relay that end with the test, and an email.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { TimeOuts } from '../../../src/mail/smtp/opening.ts'
import { createRelay, type Relay, type RelayOptions } from '../../../src/mail/smtp/relay.ts'
import { readSmtpUrl } from '../../../src/mail/smtp/url.ts'
import { type Sink, type SinkOptions, startSink } from '../../support/smtp-sink.ts'

/** All time-outs the same, and short. */
export const within = (ms: number): TimeOuts => ({
  connect: ms,
  greeting: ms,
  hello: ms,
  mail: ms,
  rcpt: ms,
  data: ms,
  content: ms,
  dot: ms,
  quit: ms,
})

export const envelope = (to = 'ada@example.com', from = 'news@example.net') => ({ from, to })

export const message = Buffer.from(
  'From: <news@example.net>\r\nSubject: Hello\r\n\r\nHello,\r\n.dot\r\n..\r\nbye\r\n',
)

export async function sinkFor(t: TestContext, options: SinkOptions = {}): Promise<Sink> {
  const sink = await startSink(options)
  t.after(() => sink.stop())
  return sink
}

/** A relay at a port of this machine; the rest of its address after the host. */
export function relayAt(
  t: TestContext,
  port: number,
  options: Partial<RelayOptions> = {},
  host = '127.0.0.1',
  rest = '',
): Relay {
  const relay = createRelay({
    address: readSmtpUrl(`smtp://${host}:${port}${rest}`),
    timeOuts: within(10_000),
    ...options,
  })
  t.after(() => relay.close(0))
  return relay
}

/** A server with scripted answers, and no more. */
export async function listening(
  t: TestContext,
  heard: (said: string, socket: Socket) => void,
): Promise<number> {
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    socket.on('error', () => {}).write('220 x\r\n')
    socket.on('data', data => heard(data.toString(), socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}
