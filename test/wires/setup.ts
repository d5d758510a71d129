/** The service with a signed domain, a key, a mail server that keeps emails, and workers. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type PostalMime from 'postal-mime'
import type { ApiSetup } from '../console-api/api-setup.ts'
import { DOMAIN, emailSetup } from '../console-api/email-setup.ts'
import { assertSigned } from '../support/dkim-verifiers.ts'
import type { Sink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

export const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(40_000)])
export const LOGO = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(5_000)])

export interface WireSetup extends ApiSetup {
  sink: Sink
  /** Of an account that sends. */
  key: string
  keyId: number
  /** May read, and send nothing. */
  readingKey: string
  /** An address that nobody has. */
  fresh(): string
  /** The email that an address got; two verifiers accept its signatures. */
  received(email: string): Promise<Received>
  /** How many emails an address got, once all that was taken is handed over. */
  counted(email: string): Promise<number>
  metric(name: string): Promise<number>
  /** A project, `receipts`, whose newsletter shows the number of an order; its id. */
  receipts(): Promise<number>
  /** Puts an address on the suppression list. */
  suppress(email: string): Promise<void>
  close(): Promise<void>
}

export interface Received {
  mail: Awaited<ReturnType<typeof PostalMime.parse>>
  source: string
  rcpts: string[]
}

export async function wireSetup(): Promise<WireSetup> {
  const setup = await emailSetup()
  const { sink, made, fresh } = setup
  const { token, id } = await made('/api-keys', {
    name: 'program',
    rights: ['read', 'send', 'people'],
  })
  const reading = await made('/api-keys', { name: 'reader', rights: ['read'] })
  let receipts: Promise<number> | undefined
  const makeReceipts = async () => {
    const newsletter = await made('/newsletters', {
      name: 'Receipt',
      subject: 'Receipt {{ data.number }}',
      source: { kind: 'html', html: '<p>Total of {{ data.number }}</p>' },
    })
    const newsletterId = newsletter.id
    const project = { name: 'receipts', newsletterId, fromEmail: `till@${DOMAIN}` }
    return (await made('/projects', project)).id
  }
  return {
    ...setup,
    sink,
    key: token,
    keyId: id,
    readingKey: reading.token,
    fresh,
    async received(address) {
      const email = await setup.received(address)
      await assertSigned(setup.call, email.bytes)
      return email
    },
    async counted(email) {
      await until(async () => {
        const { body } = await setup.call('GET', `/transactions?email=${email}`)
        return body.items.every(({ state }: { state: string }) => state === 'accepted')
      })
      return sink.counts.get(email) ?? 0
    },
    async metric(name) {
      const text = await (await fetch(`${setup.running.origin}/metrics`)).text()
      const line = text.split('\n').find(one => one.startsWith(`${name} `))
      return Number(line?.split(' ').at(-1) ?? 0)
    },
    receipts() {
      receipts ??= makeReceipts()
      return receipts
    },
    async suppress(email) {
      const file = new TextEncoder().encode(`${email}\n`)
      const { status } = await setup.call('POST', '/suppressions/import?reason=old', file)
      assert.equal(status, 200)
    },
  }
}

/** Asserts that an email is the order confirmation, and shows nothing of who is in bcc. */
export function assertOrder(
  { mail, source, rcpts }: Received,
  hidden: string,
  picture = 'logo',
): void {
  assert.equal(rcpts.length, 1)
  assert.deepEqual(mail.from, { name: 'Lädchen', address: `orders@${DOMAIN}` })
  assert.equal(mail.subject, 'Deine Bestellung 1001 – {{ name }}')
  assert.ok(mail.html!.includes(`<p>Danke, Åsa. <img src="cid:${picture}" alt="Shop"></p>`))
  assert.equal(mail.text!.trim(), 'Danke, Åsa.')
  assert.equal(mail.headers.find(({ key }) => key === 'x-order')?.value, '1001')
  assert.equal(mail.attachments.length, 2)
  const pdf = mail.attachments.find(({ filename }) => filename === 'Rechnung.pdf')
  const logo = mail.attachments.find(({ mimeType }) => mimeType === 'image/png')
  assert.equal(pdf!.mimeType, 'application/pdf')
  assert.ok(PDF.equals(Buffer.from(pdf!.content as ArrayBuffer)))
  assert.equal(logo!.contentId, `<${picture}>`)
  assert.ok(LOGO.equals(Buffer.from(logo!.content as ArrayBuffer)))
  assert.ok(!source.includes(hidden) && !/^bcc:/im.test(source))
}

export interface FailingProxy {
  origin: string
  /** Calls that reached the service. */
  calls: number
  close(): void
}

/** Passes calls on, and answers the first ones with 502 after the service has answered them. */
export async function failingProxy(to: string, failures: number): Promise<FailingProxy> {
  const server = createServer((req, res) => {
    const passed = request(`${to}${req.url}`, { method: req.method, headers: req.headers })
    passed.on('response', answer => {
      proxy.calls++
      if (proxy.calls <= failures) {
        answer.resume().on('end', () => res.writeHead(502).end('Bad gateway'))
        return
      }
      res.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(res)
    })
    req.pipe(passed)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const proxy: FailingProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: 0,
    close: () => void server.close().closeAllConnections(),
  }
  return proxy
}
