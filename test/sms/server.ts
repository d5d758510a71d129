/**
 * A gateway to try ours on: the server of the smpp package, an implementation that knows nothing of
 * ours, on loopback.
 */
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import smpp, { type PDU, type Session } from 'smpp'
import type { Listener, OutgoingSms, Receipt, Reply } from '../../src/sms/gateway.ts'
import { readSmppUrl } from '../../src/sms/gateway-url.ts'
import { octetsOf } from '../../src/sms/octets.ts'
import { segment } from '../../src/sms/segments.ts'
import { createSmppGateway, type SmppOptions } from '../../src/sms/smpp/gateway.ts'

/** The server's answer to a submit_sm: an id, a status, or nothing. */
export type Answering = (pdu: PDU, session: Session, count: number) => string | number | undefined

export interface TestServer {
  port: number
  /** All submit_sm that came, in their order. */
  submits: PDU[]
  sessions: Session[]
  binds: PDU[]
  close(): Promise<void>
}

export interface ServerOptions {
  answer?: Answering
  bind?: (pdu: PDU) => number
  port?: number
  /** Key and certificate, in PEM. */
  tls?: { key: string; cert: string }
}

export async function smppServer({
  answer,
  bind,
  port = 0,
  tls,
}: ServerOptions = {}): Promise<TestServer> {
  const submits: PDU[] = []
  const sessions: Session[] = []
  const binds: PDU[] = []
  const server = smpp.createServer({ ...tls }, session => {
    sessions.push(session)
    session.on('error', () => {})
    session.on('bind_transceiver', (pdu: PDU) => {
      binds.push(pdu)
      session.send(pdu.response({ command_status: bind?.(pdu) ?? 0, system_id: 'test' }))
    })
    session.on('enquire_link', (pdu: PDU) => session.send(pdu.response()))
    session.on('unbind', (pdu: PDU) => {
      session.send(pdu.response())
      session.close()
    })
    session.on('submit_sm', (pdu: PDU) => {
      submits.push(pdu)
      const said = answer ? answer(pdu, session, submits.length) : `id${submits.length}`
      if (said === undefined) return
      session.send(
        pdu.response(typeof said === 'string' ? { message_id: said } : { command_status: said }),
      )
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: server.address().port,
    submits,
    sessions,
    binds,
    async close() {
      for (const session of sessions) session.destroy()
      if (server.listening) await new Promise(resolve => server.close(resolve))
    },
  }
}

/** What a gateway told, and something to wait for it with. */
export function listening() {
  const receipts: Receipt[] = []
  const replies: Reply[] = []
  const listener: Listener = {
    receipt: async receipt => void receipts.push(receipt),
    reply: async reply => void replies.push(reply),
  }
  return { receipts, replies, listener }
}

/** Server and gateway, both closed when the test is over. */
export async function pair(
  t: TestContext,
  serverOptions: ServerOptions = {},
  {
    query = 'window=10&from=Pennypost',
    ...options
  }: Partial<SmppOptions> & { query?: string } = {},
) {
  const server = await smppServer(serverOptions)
  const { receipts, replies, listener } = listening()
  const events: string[] = []
  const gateway = createSmppGateway({
    url: readSmppUrl(
      `${serverOptions.tls ? 'smpps' : 'smpp'}://user:secret@127.0.0.1:${server.port}?${query}`,
    ),
    listener,
    firstPauseMillis: 50,
    log: event => events.push(event),
    ...options,
  })
  t.after(async () => {
    await gateway.close(0)
    await server.close()
  })
  return { server, gateway, receipts, replies, events }
}

let made = 0
export function smsTo(
  number: string,
  text = 'Hello',
  more: Partial<OutgoingSms> = {},
): OutgoingSms {
  const segmented = segment(text)
  const { alphabet } = segmented
  const segments = octetsOf(segmented)
  return {
    number,
    text,
    alphabet,
    segments,
    reference: 42,
    name: `1-1-${++made}`,
    stillOurs: () => true,
    ...more,
  }
}
