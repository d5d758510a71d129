/**
 * The speed of handing emails over: one constant email of 23 KB to Postfix's smtp-sink over 20
 * connections, beside Postfix's own smtp-source and a nodemailer pool, in turns. `node
 * bench/smtp.ts [--emails 20000] [--runs 5]`
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { createTransport } from 'nodemailer'
import type { SendOptions } from '../src/mail/smtp/queue.ts'
import { createRelay } from '../src/mail/smtp/relay.ts'
import { readSmtpUrl } from '../src/mail/smtp/url.ts'
import { paceOfPostfix, startPostfixSink, withoutPostfix } from '../test/support/postfix-sink.ts'
import { asTable, Figures, ratio } from './figures.ts'

const { values } = parseArgs({
  options: {
    emails: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '5' },
  },
})
const messages = Number(values.emails)
const CONNECTIONS = 20
/** smtp-source adds its headers to that. */
const SIZE = 20_480
/** Number of emails that wait for a connection, like those of a worker. */
const IN_HAND = 100
/** Duration of one durable statement on an ordinary disk. */
const MARK_MS = 4

if (withoutPostfix) {
  console.error(withoutPostfix)
  process.exit(2)
}

const head =
  'From: News <news@example.net>\r\nTo: ada@example.com\r\nSubject: Bench\r\n' +
  'MIME-Version: 1.0\r\n\r\n'
const message = Buffer.from(head + `${'x'.repeat(74)}\r\n`.repeat(303))

/**
 * Marks by group commit, like a worker: requests that arrive during a statement go into the next
 * one.
 */
function gatheredMark(): () => Promise<boolean> {
  let waiting: (() => void)[] = []
  let running = false
  const run = (): void => {
    running = waiting.length > 0
    const batch = waiting
    waiting = []
    if (!running) return
    setTimeout(() => {
      for (const done of batch) done()
      run()
    }, MARK_MS)
  }
  return () =>
    new Promise(resolve => {
      waiting.push(() => resolve(true))
      if (!running) queueMicrotask(() => running || run())
    })
}

async function inHand(count: number, send: (i: number) => Promise<unknown>): Promise<number> {
  let next = 0
  const from = performance.now()
  await Promise.all(
    Array.from({ length: IN_HAND }, async () => {
      while (next < count) await send(next++)
    }),
  )
  return (count / (performance.now() - from)) * 1000
}

async function ours(
  port: number,
  options: SendOptions,
  connections = CONNECTIONS,
): Promise<number> {
  const relay = createRelay({ address: readSmtpUrl(`smtp://127.0.0.1:${port}`), connections })
  const pace = await inHand(messages, async i => {
    const verdict = await relay.send(
      { from: 'news@example.net', to: `person${i}@example.com` },
      message,
      options,
    )
    if (verdict.outcome !== 'accepted') throw new Error(verdict.text)
  })
  await relay.close()
  return pace
}

async function nodemailer(port: number): Promise<number> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: 1e9,
    ignoreTLS: true,
  })
  const pace = await inHand(messages / 5, i =>
    transport.sendMail({
      envelope: { from: 'news@example.net', to: `person${i}@example.com` },
      raw: message,
    }),
  )
  transport.close()
  return pace
}

const candidates: [string, string[], (port: number) => Promise<number>][] = [
  ['smtp-source', [], port => paceOfPostfix(port, messages, CONNECTIONS, SIZE)],
  ['ours', [], port => ours(port, { canonical: true })],
  ['ours, lines checked', [], port => ours(port, {})],
  [
    'ours, marked first',
    [],
    port => ours(port, { canonical: true, mark: 'first', beforeData: gatheredMark() }),
  ],
  [
    'ours, marked between',
    [],
    port => ours(port, { canonical: true, mark: 'between', beforeData: gatheredMark() }),
  ],
  ['ours, without PIPELINING', ['-p'], port => ours(port, { canonical: true })],
  ['nodemailer pool, raw email', [], nodemailer],
]

const figures = new Figures()
const loads: number[] = []
for (let run = 0; run < Number(values.runs); run++) {
  loads.push(loadavg()[0]!)
  for (const [name, args, measure] of candidates) {
    const sink = await startPostfixSink(args)
    const busyFrom = process.cpuUsage()
    figures.add(name, 'emails/s', await measure(sink.port))
    const busy = process.cpuUsage(busyFrom)
    const sent = name.startsWith('nodemailer') ? messages / 5 : messages
    if (name !== 'smtp-source')
      figures.add(`${name}: our processor time`, 'us/email', (busy.user + busy.system) / sent)
    await sink.stop()
  }
}

const of = (name: string) => figures.get(name)
console.log(
  asTable({
    name: 'smtp',
    about:
      `${messages} emails of ${message.length} octets to smtp-sink on the same machine, ` +
      `${CONNECTIONS} connections`,
    series: figures.series,
    ratios: [
      ratio('ours / smtp-source', of('ours'), of('smtp-source'), { least: 0.4 }),
      ratio('ours / nodemailer', of('ours'), of('nodemailer pool, raw email')),
      ratio('marked first / between', of('ours, marked first'), of('ours, marked between')),
    ],
    loads,
  }),
)
