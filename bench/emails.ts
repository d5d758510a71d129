/**
 * Emails whose content is in the call, by the JSON API with a key, beside InsertTransaction on the
 * same store, in turns; then batches of 500. All are sent later, so that only accepting is
 * measured, and each has an identifier.
 */
import { addDkimKey } from '../src/domain/dkim/dkim.sql.ts'
import { makeApiKey } from '../src/domain/members/api-keys/api-keys.ts'
import { type Context, drive, profileOptions } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { type Bench, onNewDatabase, startWeb } from './own-database.ts'
import { processorOf } from './processors.ts'
import { bodiesOf, jsonPost, PROGRAM_KEY, postAll } from './programs.ts'
import { sized } from './smoke.ts'
import { orderOf, projectIn } from './transactions.ts'
import { takeTurns } from './turns.ts'

const CONNECTIONS = 32
const WARM_MILLIS = sized(6_000, 20)
const BATCH = sized(500, 5)
const BATCHES = sized(80, 2)
/** As many callers as a shop has workers. */
const BATCHES_AT_ONCE = 4
const AS_FEW = `POST /emails, ${BATCHES_AT_ONCE} connections`
const BATCHED = `POST /emails/batch of ${BATCH}`
const SENDER = 'orders@shop.example.org'
const LATER = '2099-01-01T09:00:00Z'

export async function emailsBench(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  const ratios: Result['ratios'] = []
  await onNewDatabase(context, async bench => {
    const guid = await projectIn(bench)
    const token = await programIn(bench)
    const service = await startWeb(bench, profileOptions(context.profiles))
    let part = 0
    const run = () => `e${part++}`
    const order = () => orderOf(guid, run(), '2099-01-01')
    const email = () => jsonPost('/emails', token, emailOf(`##########.${run()}`))
    const targets = () => [
      { name: 'InsertTransaction', requests: [order()], positive: '<InsertTransactionResult>' },
      { name: 'POST /emails', requests: [email()], positive: '"id":' },
    ]
    try {
      const call = { port: service.port, token, path: '/emails/batch', atOnce: BATCHES_AT_ONCE }
      const load = { port: service.port, connections: CONNECTIONS }
      for (const target of targets()) await drive({ ...load, ...target, measuredMs: WARM_MILLIS })
      for (let turn = 0; turn < context.runs; turn++) {
        context.noteLoad()
        for (const { name, ...target } of targets()) {
          const used = processorOf(service.pid, context.fixture.dataDir)
          const measuredMs = context.seconds * 1000
          const { perSecond } = await drive({ ...load, ...target, measuredMs })
          const cores = used()
          figures.add(name, 'calls/s', perSecond)
          figures.add(`${name}: service`, 'us/call', (cores.service * 1e6) / perSecond)
          figures.add(`${name}: store`, 'us/call', (cores.store * 1e6) / perSecond)
        }
        const few = { ...load, connections: BATCHES_AT_ONCE, measuredMs: context.seconds * 1000 }
        figures.add(AS_FEW, 'calls/s', (await drive({ ...few, ...targets()[1]! })).perSecond)
        const bodies = bodiesOf(BATCHES, batchOf(run()))
        const used = processorOf(service.pid, context.fixture.dataDir)
        const pace = BATCH * (await postAll(call, bodies, answer => answer.taken === BATCH))
        const cores = used()
        figures.add(BATCHED, 'emails/s', pace)
        figures.add(`${BATCHED}: service`, 'us/email', (cores.service * 1e6) / pace)
        figures.add(`${BATCHED}: store`, 'us/email', (cores.store * 1e6) / pace)
      }
      const inTurns = targets().map(target => ({ ...target, port: service.port }))
      ratios.push(...(await takeTurns(figures, CONNECTIONS, inTurns, 0.8)))
    } finally {
      await service.stop()
    }
  })
  ratios.push(
    ratio(
      'POST /emails / InsertTransaction',
      figures.get('POST /emails'),
      figures.get('InsertTransaction'),
      { least: 0.8 },
    ),
    ratio(`${BATCHED} / ${AS_FEW}`, figures.get(BATCHED), figures.get(AS_FEW), { least: 5 }),
    ratio(`${BATCHED} / POST /emails`, figures.get(BATCHED), figures.get('POST /emails')),
  )
  return {
    name: 'emails',
    about: `POST /emails with one recipient, HTML and an identifier, from a signed domain, ${CONNECTIONS} connections, beside InsertTransaction over SOAP 1.1; and ${BATCHES_AT_ONCE} batches of ${BATCH} at once. Durable when answered.`,
    series: figures.series,
    ratios,
  }
}

/** An account that signs for the sender; returns the token of its key. */
async function programIn({ store, accountId }: Bench): Promise<string> {
  // Nothing is sent, so the key signs nothing.
  const key = { selector: 'bench', algorithm: 'rsa', sealedPrivateKey: '', publicKey: '' }
  const domain = SENDER.slice(SENDER.indexOf('@') + 1)
  await addDkimKey(store, { accountId, domain, ...key })
  return (await makeApiKey(store, accountId, PROGRAM_KEY)).token
}

const emailOf = (name: string) => ({
  from: { email: SENDER, name: 'Shop' },
  to: [{ email: `${name}@example.com`, name: 'Ada Lovelace 1815' }],
  subject: 'Your order 1001',
  html: '<p>Dear Ada,</p><p>thank you for <a href="https://shop.example.org/orders">your order 1001</a>.</p>',
  identifier: 'order-1001',
  sendAt: LATER,
})

const batchOf = (run: string) => (n: number) => ({
  emails: Array.from({ length: BATCH }, (_, i) => emailOf(`${n}.${i}.${run}`)),
})
