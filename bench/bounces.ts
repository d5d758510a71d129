/**
 * Bounce messages of mixed kinds by SMTP: stored, judged and acted on by a worker, beside the
 * smtp-server package that only stores the bytes.
 */
import { spawn } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openKeys } from '../src/domain/keys/keys.ts'
import { addDraft } from '../src/domain/newsletters/save-newsletter.ts'
import { makeSending } from '../src/domain/sendings/make-sending.ts'
import { planSending } from '../src/domain/sendings/plan-sending.ts'
import { createSealer } from '../src/lib/secrets.ts'
import { messageTokens } from '../src/mail/links/links.ts'
import { mailToken } from '../src/mail/links/mail-address.ts'
import { macKey } from '../src/mail/links/signing.ts'
import { freePort } from '../test/support/free-port.ts'
import { complaint, report } from '../test/support/inbound.ts'
import { databaseUrl } from '../test/support/worker-process.ts'
import { type Context, OUT, ROOT, stopped } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { execute } from './fixture.ts'
import { type Bench, onNewDatabase } from './own-database.ts'
import { processorOf, residentOf } from './processors.ts'
import { newsletter } from './send-fixture.ts'
import { COMPILED, PROGRAM } from './smoke.ts'

const CONNECTIONS = 20
const DOMAIN = 'bounces.example.org'
const SECRET = 'a secret for the bench, long enough'

interface Message {
  to: string
  content: Buffer
}

export async function bounceBench(
  context: Context,
  emails: number,
): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  for (let run = 0; run < context.runs; run++) {
    context.noteLoad()
    await onNewDatabase(context, async bench => {
      const messages = await prepare(bench, emails)
      figures.add(
        'smtp-server, octets into a file',
        'messages/s',
        await context.quietly(() => toSmtpServer(messages)),
      )
      const ours = await context.quietly(() => toOurs(context, bench, messages))
      figures.add('ours, kept', 'messages/s', ours.kept)
      figures.add('ours, kept, judged and acted on', 'messages/s', ours.judged)
      figures.add('processor, service', 'us/message', ours.service)
      figures.add('processor, store', 'us/message', ours.store)
      figures.add('most memory', 'MB', ours.memory)
      figures.add('memory after a tenth', 'MB', ours.early)
    })
  }
  const of = (name: string) => figures.get(name)
  const judged = of('ours, kept, judged and acted on')
  const wanted = (figure: number) => ({
    name: 'wanted',
    unit: '',
    runs: judged.runs.map(() => figure),
  })
  return {
    name: 'bounces',
    about:
      `${emails.toLocaleString('en-US')} messages (reports, texts of many servers, ` +
      `complaints, emails) over ${CONNECTIONS} connections; each is durable before it is ` +
      'acknowledged.',
    series: figures.series,
    ratios: [
      ratio('judged / 1,000 messages/s', judged, wanted(1000), { least: 1 }),
      ratio('kept / smtp-server', of('ours, kept'), of('smtp-server, octets into a file')),
      ratio('most memory / memory after a tenth', of('most memory'), of('memory after a tenth'), {
        most: 1.6,
      }),
    ],
  }
}

/** A sending to this many subscribers, all accepted, and a message about each email. */
async function prepare({ store, accountId, listId }: Bench, emails: number): Promise<Message[]> {
  await execute(
    store,
    `insert into subscribers (account_id, id, email, email_key) select ${accountId}, n, 'p' ` +
      `|| n || '@example.com', 'p' || n || '@example.com' from generate_series(1, ${emails}) n`,
    `insert into subscriptions (account_id, subscriber_id, list_id) select ${accountId}, n, ` +
      `${listId} from generate_series(1, ${emails}) n`,
  )
  const newsletterId = await addDraft(store, accountId, newsletter('News', 'news@example.org'))
  const sendingId = await makeSending(store, accountId, {
    newsletterId,
    listId,
    dueAt: new Date(),
    zone: '+01:00',
  })
  await planSending(store, accountId, sendingId, 1e9)
  await execute(
    store,
    "update deliveries set state = 'accepted', attempts = 1, next_try_at = null, changed_at " +
      '= now()',
    "update sendings set state = 'finished', finished_at = now()",
    'delete from work',
    'vacuum analyze',
  )
  const keys = await openKeys(store, createSealer(SECRET))
  const key = macKey(keys.newest().id, keys.newest().secret)
  keys.close()
  const collected = globSync(`${ROOT}test/corpus/bounces/*.eml`).map(file =>
    readFileSync(file, 'latin1'),
  )
  return Array.from({ length: emails }, (_, i) => {
    const tokens = messageTokens({ accountId, of: 'sending', ofId: sendingId, id: i + 1 }, key)
    const email = `p${i + 1}@example.com`
    if (i % 500 === 499)
      return message(`abuse@${DOMAIN}`, complaint(`<${tokens.messageId}@example.org>`))
    const to = `${mailToken('b', tokens.bounce)}@${DOMAIN}`
    if (i % 2 === 0) return message(to, collected[(i / 2) % collected.length]!)
    const kinds = [
      [
        '5.1.1',
        `550 5.1.1 <${email}>: Recipient address rejected: User unknown in virtual mailbox table`,
      ],
      ['5.2.2', `552 5.2.2 <${email}>: Mailbox full`],
      [
        '5.7.1',
        '554 5.7.1 Service unavailable; client host [192.0.2.1] blocked using a block list',
      ],
    ] as const
    const [status, diagnostic] = kinds[(i >> 1) % kinds.length]!
    return message(to, report(status, diagnostic, email))
  })
}

const message = (to: string, text: string): Message => ({
  to,
  content: Buffer.from(
    `${text.replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..')}\r\n.\r\n`,
    'latin1',
  ),
})

async function toOurs({ profiles, fixture }: Context, bench: Bench, messages: Message[]) {
  const port = await freePort()
  const dataDir = `${OUT}bounce-worker`
  mkdirSync(dataDir, { recursive: true })
  const profiling =
    profiles === undefined
      ? []
      : ['--cpu-prof', `--cpu-prof-dir=${profiles}`, '--cpu-prof-interval=400']
  const child = spawn(process.execPath, [...profiling, PROGRAM, 'start'], {
    cwd: ROOT,
    env: {
      ...COMPILED,
      PATH: process.env.PATH,
      ROLES: 'worker',
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl(bench.connection),
      SECRET_KEY: SECRET,
      BOUNCE_PORT: String(port),
      BOUNCE_HOST: '127.0.0.1',
      BOUNCE_DOMAIN: DOMAIN,
    } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let memory = 0
  let early = 0
  let sent = 0
  const watching = setInterval(() => {
    memory = Math.max(memory, residentOf(child.pid!))
    if (sent < messages.length / 10) early = memory
  }, 50)
  try {
    const used = processorOf(child.pid!, fixture.dataDir)
    const since = performance.now()
    const from = await send(port, messages, () => {
      sent++
    })
    const kept = performance.now() - from
    for (;;) {
      const { rows } = await bench.store.withClient(client =>
        client.query(
          "select exists (select 1 from inbound_messages where state = 'new') as open, " +
            '(select count(*)::int from inbound_messages) as all',
        ),
      )
      if (rows[0].all !== messages.length)
        throw new Error(`${rows[0].all} of ${messages.length} messages are in the store`)
      if (!rows[0].open) break
      await pause(20)
    }
    const judged = performance.now() - from
    const cores = used()
    const micros = (share: number) => (share * (performance.now() - since) * 1000) / messages.length
    const pace = (millis: number) => (messages.length * 1000) / millis
    return {
      kept: pace(kept),
      judged: pace(judged),
      memory,
      early,
      service: micros(cores.service),
      store: micros(cores.store),
    }
  } finally {
    clearInterval(watching)
    await stopped(child)
  }
}

async function toSmtpServer(messages: Message[]): Promise<number> {
  const port = await freePort()
  const file = `${OUT}smtp-server.mbox`
  rmSync(file, { force: true })
  const child = spawn(process.execPath, ['bench/smtp-server-only.ts', String(port), file], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  try {
    const from = await send(port, messages, () => {})
    return (messages.length * 1000) / (performance.now() - from)
  } finally {
    await stopped(child)
    rmSync(file, { force: true })
  }
}

/**
 * Sends all messages over some connections, with pipelined commands; resolves with the time of the
 * first greeting.
 */
async function send(port: number, messages: Message[], onSent: () => void): Promise<number> {
  for (;;) {
    const up = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () =>
        resolve(false),
      )
      socket.once('connect', () => socket.destroy())
    })
    if (up) break
    await pause(20)
  }
  const from = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const { say, end } = talking(port)
      await say('', 1)
      await say('EHLO bench.example.org\r\n', 1)
      for (;;) {
        const one = messages[next++]
        if (!one) break
        await say(`MAIL FROM:<>\r\nRCPT TO:<${one.to}>\r\nDATA\r\n`, 3)
        await say(one.content, 1)
        onSent()
      }
      end()
    }),
  )
  return from
}

/** A connection that sends commands and waits for a number of replies. */
function talking(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let open = 0
  let done = () => {}
  let failed = (_error: Error) => {}
  let rest = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop()!
    for (const line of lines) {
      if (line[3] === '-') continue
      if (!/^[23]/.test(line)) failed(new Error(`refused: ${line}`))
      if (--open === 0) done()
    }
  })
  socket.on('error', error => failed(error))
  return {
    say: (text: string | Buffer, replies: number) =>
      new Promise<void>((resolve, reject) => {
        open = replies
        done = resolve
        failed = reject
        if (text.length > 0) socket.write(text)
      }),
    end: () => socket.end('QUIT\r\n'),
  }
}
