/**
 * A whole sending: planned, composed, signed, marked, handed over to Postfix's smtp-sink and
 * settled, by a worker process.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { createTransport } from 'nodemailer'
import { addDraft } from '../src/domain/newsletters/save-newsletter.ts'
import { makeSending } from '../src/domain/sendings/make-sending.ts'
import { planSending } from '../src/domain/sendings/plan-sending.ts'
import { sendingProgress } from '../src/domain/sendings/progress.ts'
import { macKey } from '../src/mail/links/signing.ts'
import { compileMessage } from '../src/mail/message/compile.ts'
import { renderMessage } from '../src/mail/message/compose.ts'
import { freePort } from '../test/support/free-port.ts'
import { paceOfPostfix, startPostfixSink, withoutPostfix } from '../test/support/postfix-sink.ts'
import { type Context, ROOT, serviceEnv, stopped } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { PEOPLE } from './fixture.ts'
import { FIELDS, HTML, SUBJECT, TEXT } from './message.ts'
import { processorOf, residentOf } from './processors.ts'
import {
  forgetSendable,
  forgetSendings,
  makeSendable,
  newsletter,
  type Sendable,
  type Signed,
} from './send-fixture.ts'
import { PROGRAM } from './smoke.ts'

const CONNECTIONS = 20
/** Size of the composed email; smtp-source's constant one has the same. */
const SIZE = 23_100
const PLANNING = `planning for ${PEOPLE.toLocaleString('en-US')}`
/** nodemailer sends this fraction of the emails. */
const FEWER = 10

export async function send(context: Context, messages: number): Promise<Omit<Result, 'loads'>> {
  if (withoutPostfix) throw new Error(withoutPostfix)
  const { fixture, runs, quietly } = context
  const figures = new Figures()
  const sendable = await makeSendable(fixture, messages, CONNECTIONS)
  const toSink = <T>(measure: (port: number) => Promise<T>) =>
    quietly(async () => {
      const sink = await startPostfixSink()
      return measure(sink.port).finally(() => sink.stop())
    })
  const ours = async (name: string, signed: Signed) => {
    const sent = await toSink(port => sendOurs(context, sendable, signed, port))
    figures.add(name, 'emails/s', sent.pace)
    figures.add(`${name}: most memory`, 'MB', sent.memory)
    figures.add(`${name}: processor, worker`, 'us/email', sent.workerMicros)
    figures.add(`${name}: processor, store`, 'us/email', sent.storeMicros)
  }
  try {
    for (let run = 0; run < runs; run++) {
      context.noteLoad()
      figures.add(
        'smtp-source',
        'emails/s',
        await toSink(port => paceOfPostfix(port, messages, CONNECTIONS, SIZE)),
      )
      await ours('ours, not signed', 'plain')
      const fewer = Math.ceil(messages / FEWER)
      figures.add(
        'nodemailer, RSA-2048',
        'emails/s',
        await toSink(port => sendByNodemailer(port, fewer, sendable.key)),
      )
      await ours('ours, RSA-2048', 'rsa')
      await ours('ours, RSA-2048 and Ed25519', 'both')
      figures.add(PLANNING, 'rows/s', await quietly(() => planForAll(context)))
    }
  } finally {
    await forgetSendable(fixture, sendable)
  }
  const of = (name: string) => figures.get(name)
  const rsa = of('ours, RSA-2048')
  const wanted = (figure: number) => ({
    name: 'wanted',
    unit: '',
    runs: rsa.runs.map(() => figure),
  })
  return {
    name: 'send',
    about:
      `${messages.toLocaleString('en-US')} personalised multipart emails of 23 KB with 30 ` +
      `tracked links, ledger on, to smtp-sink on the same machine, ${CONNECTIONS} connections.`,
    series: figures.series,
    ratios: [
      ratio('not signed / smtp-source', of('ours, not signed'), of('smtp-source'), { least: 0.4 }),
      ratio('RSA-2048 / nodemailer with RSA-2048', rsa, of('nodemailer, RSA-2048'), { least: 3 }),
      ratio('RSA-2048 / 1,500 emails/s', rsa, wanted(1500), { least: 1 }),
      ratio('planning / 100,000 rows/s', of(PLANNING), wanted(1e5), {
        least: 1,
      }),
      ratio('memory / 300 MB', of('ours, RSA-2048: most memory'), wanted(300), { most: 1 }),
    ],
  }
}

/** From the end of planning to the last settled email, by the worker's log. */
async function sendOurs(
  { fixture, profiles }: Context,
  { accountId, listId, newsletters }: Sendable,
  signed: Signed,
  port: number,
) {
  const { store, dataDir } = fixture
  await forgetSendings(store)
  const profiling =
    profiles === undefined
      ? []
      : ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-name=${signed}.cpuprofile`]
  const env = {
    ...serviceEnv(dataDir, await freePort()),
    ROLES: 'worker',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PUBLIC_URL: 'https://post.example.org',
  }
  const worker = spawn(process.execPath, [...profiling, PROGRAM, 'start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines = createInterface({ input: worker.stderr! })
  const logged = (event: string) =>
    new Promise<number>((resolve, reject) => {
      lines.on('line', line => {
        const said = JSON.parse(line) as { msg: string; time: string; level: string }
        if (said.msg === event) resolve(Date.parse(said.time))
        else if (said.level === 'error') reject(new Error(line))
      })
      worker.once('exit', code => reject(new Error(`the worker ended with ${code}`)))
    })
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, residentOf(worker.pid!))
  }, 100)
  try {
    await logged('the service is up')
    const [planned, finished] = [logged('a sending is planned'), logged('a sending is finished')]
    for (const event of [planned, finished]) event.catch(() => {})
    const sendingId = await makeSending(store, accountId, {
      newsletterId: newsletters[signed],
      listId,
      dueAt: new Date(),
      zone: '+01:00',
    })
    const from = await planned
    const used = processorOf(worker.pid!, dataDir)
    const seconds = ((await finished) - from) / 1000
    const { service, store: ofStore } = used()
    const { counts } = await sendingProgress(store, accountId, sendingId)
    const accepted = counts.accepted ?? 0
    if (Object.keys(counts).join() !== 'accepted')
      throw new Error(`not every email was taken: ${JSON.stringify(counts)}`)
    const micros = (cores: number) => (cores * seconds * 1e6) / accepted
    return {
      pace: accepted / seconds,
      memory: most,
      workerMicros: micros(service),
      storeMicros: micros(ofStore),
    }
  } finally {
    clearInterval(watching)
    lines.removeAllListeners('line')
    await stopped(worker)
  }
}

/** The same emails from the same merge values, composed and signed by nodemailer. */
async function sendByNodemailer(
  port: number,
  messages: number,
  key: Sendable['key'],
): Promise<number> {
  const domainName = key.domain
  const compiled = compileMessage(
    {
      subject: SUBJECT,
      html: HTML,
      text: TEXT,
      from: { name: 'News', address: `news@${domainName}` },
    },
    {
      accountId: 1,
      of: 'sending',
      ofId: 1,
      list: { id: 1, name: 'People' },
      characterSet: 'iso-8859-1',
      fields: new Map(),
      publicUrl: 'https://post.example.org',
      bounceDomain: 'post.example.org',
      key: macKey(1, Buffer.alloc(32)),
    },
  )
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: 1e9,
    ignoreTLS: true,
    dkim: { domainName, keySelector: key.selector, privateKey: key.privateKey },
  })
  let next = 0
  const from = performance.now()
  await Promise.all(
    Array.from({ length: 5 * CONNECTIONS }, async () => {
      while (next < messages) {
        const id = ++next
        const to = {
          name: id % 3 === 0 ? `Åsa Öberg ${id}` : `Jane Doe ${id}`,
          address: `person.${id}@example.com`,
        }
        const { subject, html, text } = renderMessage(compiled, {
          id,
          email: to.address,
          name: to.name,
          format: 'html',
          fields: FIELDS,
        })
        await transport.sendMail({
          from: `News <news@${domainName}>`,
          to,
          subject,
          html: html!,
          text,
        })
      }
    }),
  )
  transport.close()
  return (messages / (performance.now() - from)) * 1000
}

/** The audience of a sending to all subscribers, planned and committed. */
async function planForAll({ fixture: { store, people } }: Context): Promise<number> {
  await forgetSendings(store)
  const { accountId, fullList: listId } = people
  const newsletterId = await addDraft(store, accountId, newsletter('everybody', ''))
  const sendingId = await makeSending(store, accountId, {
    newsletterId,
    listId,
    dueAt: new Date(),
    zone: '+01:00',
  })
  const from = performance.now()
  const planned = await planSending(store, accountId, sendingId, 60_000)
  const seconds = (performance.now() - from) / 1000
  await forgetSendings(store)
  if (planned?.planned !== PEOPLE) throw new Error(`planned: ${JSON.stringify(planned)}`)
  return PEOPLE / seconds
}
