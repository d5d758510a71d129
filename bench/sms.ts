/**
 * An SMS to 100,000 numbers: counted and paid for, claimed, marked, submitted over SMPP and
 * settled, by a worker process, to an SMPP server of another package on loopback. Beside it the
 * client of the same package and ours, both without a store, to the same server.
 */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import smpp from 'smpp'
import { addCredits } from '../src/domain/sms/credits/credits.ts'
import { smsProgress } from '../src/domain/sms/progress.ts'
import { sendSmsToList } from '../src/domain/sms/send-sms.ts'
import { readSmppUrl } from '../src/sms/gateway-url.ts'
import { octetsOf } from '../src/sms/octets.ts'
import { segment } from '../src/sms/segments.ts'
import { createSmppGateway } from '../src/sms/smpp/gateway.ts'
import { databaseUrl } from '../test/support/worker-process.ts'
import { type Context, OUT, ROOT, stopped } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { execute } from './fixture.ts'
import { type Bench, onNewDatabase } from './own-database.ts'
import { processorOf, residentOf } from './processors.ts'
import { COMPILED, PROGRAM } from './smoke.ts'

const WINDOW = 50
const TEXT =
  'Autumn sale: 20 % off all bicycles until Sunday. Show this text at the till. Reply STOP ' +
  'to opt out.'
const numberOf = (i: number): string => `+4670${1_000_000 + i}`

export async function sms(context: Context, numbers: number): Promise<Omit<Result, 'loads'>> {
  const { runs, quietly, log } = context
  const figures = new Figures()
  await onNewDatabase(context, async bench => {
    await makePeople(bench, numbers)
    await addCredits(bench.store, bench.accountId, '1000000000', 'bench')
    for (let run = 0; run < runs; run++) {
      context.noteLoad()
      const theirs = await quietly(() => toServer(port => byPackage(port, numbers)))
      figures.add('client of the smpp package', 'segments/s', theirs)
      const alone = await quietly(() => toServer(port => byOurClient(port, numbers)))
      figures.add('our client, no store', 'segments/s', alone)
      const sent = await quietly(() => toServer(port => byWorker(context, bench, port, numbers)))
      figures.add('worker, with ledger', 'segments/s', sent.pace)
      figures.add('planning and paying', 'numbers/s', sent.planned)
      figures.add('most memory', 'MB', sent.memory)
      figures.add('processor, worker', 'us/segment', sent.workerMicros)
      figures.add('processor, store', 'us/segment', sent.storeMicros)
      log(
        `run ${run + 1}: package ${Math.round(theirs)}, ours ${Math.round(alone)}, worker ` +
          `${Math.round(sent.pace)} segments/s`,
      )
    }
  })
  const worker = figures.get('worker, with ledger')
  const wanted = { name: '2,000 segments/s', unit: '', runs: worker.runs.map(() => 2000) }
  const theirs = figures.get('client of the smpp package')
  return {
    name: 'sms',
    about:
      `An SMS of one segment to ${numbers.toLocaleString('en-US')} numbers by SMPP, window ` +
      `${WINDOW}, to a server of the smpp package on the same machine.`,
    series: figures.series,
    ratios: [
      ratio('worker, with ledger / 2,000 segments/s', worker, wanted, { least: 1 }),
      ratio('our client / client of the smpp package', figures.get('our client, no store'), theirs),
      ratio('worker, with ledger / client of the smpp package', worker, theirs),
    ],
  }
}

async function makePeople({ store, accountId, listId }: Bench, numbers: number): Promise<void> {
  await execute(
    store,
    `insert into subscribers (account_id, id, email, email_key, name, country_code, phone)
     select ${accountId}, n, address, address, 'Jane', '46', '070' || (1000000 + n)
     from (select n, 'person.' || n || '@example.com' as address from generate_series(1, \
${numbers}) n) person`,
    `insert into subscriptions (account_id, subscriber_id, list_id) select ${accountId}, n, ` +
      `${listId} from generate_series(1, ${numbers}) n`,
    'vacuum analyze subscribers, subscriptions',
  )
}

/** Each measurement has its own server, which must receive all segments. */
async function toServer<T>(measure: (port: number) => Promise<T>): Promise<T> {
  const child = fork(new URL('./smpp-server-only.ts', import.meta.url))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  try {
    return await measure(port)
  } finally {
    child.kill()
  }
}

/** As its documentation says, with a window around it. */
async function byPackage(port: number, numbers: number): Promise<number> {
  const session = smpp.connect({ host: '127.0.0.1', port })
  await once(session, 'connect')
  await new Promise<void>(resolve =>
    session.bind_transceiver({ system_id: 'bench', password: 'bench' }, () => resolve()),
  )
  let next = 0
  const from = performance.now()
  const one = () =>
    new Promise<void>((resolve, reject) =>
      session.submit_sm(
        {
          destination_addr: numberOf(next++).slice(1),
          source_addr: 'Shop',
          short_message: TEXT,
          registered_delivery: 1,
        },
        pdu =>
          pdu.command_status === 0 ? resolve() : reject(new Error(`status ${pdu.command_status}`)),
      ),
    )
  await Promise.all(
    Array.from({ length: WINDOW }, async () => {
      while (next < numbers) await one()
    }),
  )
  const seconds = (performance.now() - from) / 1000
  session.destroy()
  return numbers / seconds
}

async function byOurClient(port: number, numbers: number): Promise<number> {
  const listener = { receipt: async () => {}, reply: async () => {} }
  const url = readSmppUrl(`smpp://bench:bench@127.0.0.1:${port}?window=${WINDOW}&from=Shop`)
  const gateway = createSmppGateway({ url, listener })
  let next = 0
  const from = performance.now()
  await Promise.all(
    Array.from({ length: 4 * WINDOW }, async () => {
      while (next < numbers) {
        const number = numberOf(next++)
        const segmented = segment(TEXT)
        const { alphabet } = segmented
        const segments = octetsOf(segmented)
        const text = {
          number,
          text: TEXT,
          alphabet,
          segments,
          reference: 1,
          name: 'bench',
          stillOurs: () => true,
        }
        const { outcome, reply } = await gateway.send(text)
        if (outcome !== 'accepted') throw new Error(reply)
      }
    }),
  )
  const seconds = (performance.now() - from) / 1000
  await gateway.close()
  return numbers / seconds
}

async function byWorker(
  { profiles, fixture }: Context,
  bench: Bench,
  port: number,
  numbers: number,
) {
  const { store, accountId, listId } = bench
  await execute(
    store,
    'truncate sms_messages, sms_deliveries, sms_parts, sms_claims',
    "delete from work where kind = 'sms'",
  )
  const profiling = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`]
  const child = spawn(process.execPath, [...profiling, PROGRAM, 'start'], {
    cwd: ROOT,
    env: {
      ...COMPILED,
      PATH: process.env.PATH,
      ROLES: 'worker',
      DATA_DIR: `${OUT}sms-worker`,
      DATABASE_URL: databaseUrl(bench.connection),
      SECRET_KEY: 'a secret for the bench, long enough to be one',
      SMS_URL: `smpp://bench:bench@127.0.0.1:${port}?window=${WINDOW}&from=Shop`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines = createInterface({ input: child.stderr! })
  const logged = (event: string) =>
    new Promise<number>((resolve, reject) => {
      lines.on('line', line => {
        const said = JSON.parse(line) as { msg: string; time: string; level: string }
        if (said.msg === event) resolve(Date.parse(said.time))
        else if (said.level === 'error') reject(new Error(line))
      })
      child.once('exit', code => reject(new Error(`the worker ended with ${code}`)))
    })
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, residentOf(child.pid!))
  }, 100)
  try {
    await logged('the service is up')
    const finished = logged('an SMS is finished')
    finished.catch(() => {})
    const called = performance.now()
    const { messageId, planned } = await sendSmsToList(store, accountId, listId, TEXT)
    const from = Date.now()
    const used = processorOf(child.pid!, fixture.dataDir)
    const planning = (performance.now() - called) / 1000
    const seconds = ((await finished) - from) / 1000
    const { service, store: ofStore } = used()
    const progress = await smsProgress(store, accountId, messageId)
    if (planned !== numbers || progress?.counts.accepted !== numbers)
      throw new Error(`not every SMS was taken: ${JSON.stringify(progress?.counts)}`)
    const micros = (cores: number) => (cores * seconds * 1e6) / numbers
    const pace = numbers / seconds
    return {
      pace,
      planned: numbers / planning,
      memory: most,
      workerMicros: micros(service),
      storeMicros: micros(ofStore),
    }
  } finally {
    clearInterval(watching)
    lines.removeAllListeners('line')
    await stopped(child)
  }
}
