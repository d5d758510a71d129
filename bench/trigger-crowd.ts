/**
 * One birthday for all: a million subscribers enter a trigger on one day and get an email, while
 * programs make calls, and a subscriber of another list waits for its welcome email.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { makeList } from '../src/domain/lists/add-list.ts'
import { startPostfixSink } from '../test/support/postfix-sink.ts'
import { type Context, drive } from './driving.ts'
import { type Figures, quantiles } from './figures.ts'
import { fill } from './filters.ts'
import { type Bench, onNewDatabase, startWeb, startWorker } from './own-database.ts'
import { answerTo, insertOf, POSITIVE } from './requests.ts'

const CONNECTIONS = 4

export interface Crowd {
  people: number
  /** Adds the trigger that sends an email to new subscribers of that list. */
  addWelcome(bench: Bench, listId: number): Promise<unknown>
  /** Adds the trigger whose subscribers have their day today, backdated to yesterday. */
  addTrigger(bench: Bench): Promise<unknown>
}

export async function crowd(
  context: Context,
  figures: Figures,
  { people, addTrigger, addWelcome }: Crowd,
): Promise<void> {
  const { log, seconds } = context
  await onNewDatabase(context, async bench => {
    const { store, accountId, listId } = bench
    const ask = async (text: string): Promise<number> =>
      Number(
        (await store.run({ name: '', text, again: false }, text.includes('$1') ? [accountId] : []))
          .rows[0]?.[0],
      )
    log('making a million subscribers who have the same birthday')
    await fill(bench)
    await ask(
      `update subscribers set fields[3] = '1970-' || to_char(now() at time zone ` +
        `'Etc/GMT-1', 'MM-DD') where account_id = $1`,
    )
    await ask(
      `insert into counters (account_id, kind, next_id) values ($1, 'subscriber', ${2 * people})`,
    )
    await ask('vacuum analyze subscribers')
    const sink = await startPostfixSink()
    const service = await startWeb(bench)
    const worker = await startWorker(bench, {
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      PUBLIC_URL: 'https://post.example.org',
    })
    let part = 0
    const calls = () =>
      drive({
        port: service.port,
        connections: CONNECTIONS,
        measuredMs: seconds * 1000,
        requests: [insertOf('bench', listId, `c${part++}x${Date.now().toString(36)}`)],
        positive: POSITIVE.insert,
      })
    const welcomes = await makeList(store, accountId, {
      name: 'Others',
      fromName: '',
      fromEmail: 'others@example.org',
      description: '',
      characterSet: '',
    })
    await addWelcome(bench, welcomes)
    /**
     * From the call that adds a subscriber to the other list until their email is in the ledger.
     */
    const welcome = async (): Promise<number> => {
      const place = `w${part++}x${Date.now().toString(36)}`
      const begun = performance.now()
      await answerTo(
        service.port,
        insertOf('bench', welcomes, place).replaceAll('##########', 'new'),
      )
      const there = `select count(*) from deliveries where account_id = $1 and source_kind = 2 \
and id = (
        select id from subscribers where account_id = $1 and email_key = \
'new.${place}@example.com')`
      while ((await ask(there)) === 0) await pause(20)
      return performance.now() - begun
    }
    try {
      await calls()
      const idle = await calls()
      await welcome()
      figures.add('a crowd: a welcome email of another list planned, before', 'ms', await welcome())
      figures.add(
        'a crowd: InsertSubscriber p99 before',
        'ms',
        idle.p99,
        `${CONNECTIONS} connections`,
      )
      const from = performance.now()
      await addTrigger(bench)
      const worst = { p50: 0, p99: 0, welcome: 0 }
      const p99s: number[] = []
      let entered = 0
      let planned = 0
      for (const since = () => (performance.now() - from) / 1000; planned < people; ) {
        const { p50, p99 } = await calls()
        worst.p50 = Math.max(worst.p50, p50)
        worst.p99 = Math.max(worst.p99, p99)
        p99s.push(p99)
        worst.welcome = Math.max(worst.welcome, await welcome())
        if (entered < people) {
          entered = await ask('select count(*) from trigger_entries where account_id = $1')
          if (entered >= people) figures.add('a crowd: all have entered after', 's', since())
        }
        planned = await ask(
          'select count(*) from deliveries where account_id = $1 and source_kind = 2',
        )
        const shown = `p99 ${p99.toFixed(1)} ms, welcomes up to ${worst.welcome.toFixed(0)} ms`
        log(`${since().toFixed(0)} s: ${entered} entered, ${planned} emails planned, ${shown}`)
        if (since() > 1800) throw new Error('the crowd takes too long')
        await pause(100)
      }
      figures.add('a crowd: all emails planned after', 's', (performance.now() - from) / 1000)
      figures.add('a crowd: InsertSubscriber p50 meanwhile, worst part', 'ms', worst.p50)
      figures.add(
        'a crowd: InsertSubscriber p99 meanwhile, median of parts',
        'ms',
        quantiles(p99s, [0.5])[0]!,
      )
      figures.add('a crowd: InsertSubscriber p99 meanwhile, worst part', 'ms', worst.p99)
      figures.add('a crowd: a welcome email of another list planned, worst', 'ms', worst.welcome)
      figures.add('a crowd: most memory of the worker', 'MB', worker.most())
    } finally {
      await worker.stop()
      await service.stop()
      await sink.stop()
    }
  })
}
