/**
 * Triggers: ten thousand subscribers enter at once, a date is searched among a million, and a
 * million wait while nothing is due. Beside planning a sending of that size, reading the million
 * once, and workers without any trigger.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../src/db/db.ts'
import { makeSending } from '../src/domain/sendings/make-sending.ts'
import { planSending } from '../src/domain/sendings/plan-sending.ts'
import { definitionOf } from '../src/domain/triggers/entries/entries.sql.ts'
import { countSkipped, pollStart } from '../src/domain/triggers/entries/poll.ts'
import { addWatch } from '../src/domain/triggers/entries/watches.sql.ts'
import type { Definition } from '../src/domain/triggers/language/definition.ts'
import { createTriggerWork } from '../src/workers/triggers.ts'
import type { Context } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { fill } from './filters.ts'
import { type Bench, onNewDatabase } from './own-database.ts'
import { processorOf } from './processors.ts'
import { sized } from './smoke.ts'
import { crowd } from './trigger-crowd.ts'
import { add, addNewsletter, ask, timed } from './triggers-add.ts'

const PEOPLE = sized(1_000_000, 200)
const ENTERING = sized(10_000, 100)
const DAY_OF = sized(3_000, 10)
/** How long idle workers are observed. */
const IDLE_SECONDS = sized(10, 1)

interface Idle {
  statements: number
  store: number
  worker: number
}

export async function triggers(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  const idle: Record<string, Idle> = {}
  await onNewDatabase(context, async bench => {
    const newsletterId = await addNewsletter(bench)
    idle['no trigger'] = await idling(context, bench)
    for (let run = 0; run < context.runs; run++) {
      context.noteLoad()
      await enterAtOnce(bench, figures, newsletterId, run)
    }
    await ask(bench, 'update triggers set removed_at = now() where account_id = $1')
    for (const table of ['subscribers', 'subscriptions']) await ask(bench, `truncate ${table}`)
    context.log('making a million subscribers')
    await fill(bench)
    for (let run = 0; run < context.runs; run++) {
      context.noteLoad()
      await lookForDay(bench, figures, newsletterId)
    }
    context.log('making a million who wait')
    await ask(bench, 'update triggers set removed_at = now() where account_id = $1')
    await waitAll(bench, newsletterId)
    idle['a million waiting'] = await idling(context, bench)
    for (const [name, { statements, store, worker }] of Object.entries(idle)) {
      figures.add(`${name}, statements`, '/s', statements)
      figures.add(`${name}, cores of the store`, 'cores', store)
      figures.add(`${name}, cores of the worker`, 'cores', worker)
    }
  })
  await crowd(context, figures, { people: PEOPLE, addTrigger: addBirthday, addWelcome })
  const limit = (name: string, millis: number) => ({
    name,
    unit: 'ms',
    runs: figures.get('their emails planned').runs.map(() => millis),
  })
  return {
    name: 'triggers',
    about:
      `${ENTERING.toLocaleString('en-US')} people enter at once; ` +
      `${DAY_OF.toLocaleString('en-US')} of ${PEOPLE.toLocaleString('en-US')} subscribers ` +
      `with 25 fields have the day; all of them wait while nothing is due for ${IDLE_SECONDS} ` +
      's.',
    series: figures.series,
    ratios: [
      ratio(
        'emails planned / five seconds',
        figures.get('their emails planned'),
        limit('five seconds', 5000),
        { most: 1 },
      ),
      ratio(
        'emails planned / a sending planned to as many',
        figures.get('their emails planned'),
        figures.get('a sending planned to as many'),
      ),
      ratio('day found / one second', figures.get('their day found'), limit('one second', 1000), {
        most: 1,
      }),
      ratio(
        'day found / all read once',
        figures.get('their day found'),
        figures.get('all of them read once'),
      ),
    ],
  }
}

async function enterAtOnce(
  bench: Bench,
  figures: Figures,
  newsletterId: number,
  run: number,
): Promise<void> {
  const { store, accountId, listId } = bench
  const work = workOn(store)
  const from = run * ENTERING
  await ask(bench, 'update triggers set removed_at = now() where account_id = $1')
  await add(bench, {
    start: { on: 'joined' },
    steps: [{ key: 'welcome', do: 'send', newsletterId, next: null }],
  })
  await work.step()
  await ask(
    bench,
    `insert into subscribers (account_id, id, email, email_key) select $1, i, \
'p' || i || '@example.test', 'p' || i || '@example.test'
     from generate_series(${from + 1}, ${from + ENTERING}) i`,
  )
  await ask(bench, 'update subscriptions set unsubscribed_at = now() where account_id = $1')
  await ask(
    bench,
    `insert into subscriptions (account_id, subscriber_id, list_id) select $1, i, ${listId} ` +
      `from generate_series(${from + 1}, ${from + ENTERING}) i`,
  )
  const sendingId = await makeSending(store, accountId, {
    newsletterId,
    listId,
    dueAt: new Date(),
    zone: '+01:00',
  })
  await timed(figures, 'a sending planned to as many', () =>
    planSending(store, accountId, sendingId, 3_600_000),
  )
  await timed(figures, 'their emails planned', async () => {
    while (await work.step());
  })
  const { rows } = await ask(
    bench,
    'select count(*) from deliveries where account_id = $1 and source_kind = 2',
  )
  if (Number(rows[0]![0]) !== (run + 1) * ENTERING)
    throw new Error(`${rows[0]![0]} emails were planned`)
}

async function lookForDay(bench: Bench, figures: Figures, newsletterId: number): Promise<void> {
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(5, 10)
  const other = today === '06-15' ? '06-16' : '06-15'
  // Every subscriber has a date, and DAY_OF of them have today's.
  await ask(
    bench,
    `update subscribers set fields[3] = 1950 + id % 50 || '-' || case when id % \
${(PEOPLE / DAY_OF) | 0} = 0 then '${today}' else '${other}' end
     where account_id = $1 and (fields[3] like 'value%' or fields[3] like '%${other}')`,
  )
  await ask(bench, 'vacuum analyze subscribers')
  await ask(bench, 'delete from trigger_entries where account_id = $1')
  await timed(figures, 'all of them read once', () =>
    ask(
      bench,
      'select count(*) from subscribers s where s.account_id = $1 and s.fields[3] is not null',
    ),
  )
  await ask(bench, 'update triggers set removed_at = now() where account_id = $1')
  const triggerId = await addBirthday(bench, newsletterId)
  const { look, count, entered } = lookOnly(bench, triggerId)
  await timed(figures, 'their day found', look)
  await timed(figures, 'those without a day counted', count)
  if ((await entered()) < DAY_OF) throw new Error(`${await entered()} people were found`)
}

const addWelcome = async (bench: Bench, listId: number): Promise<number> =>
  add(
    { ...bench, listId },
    {
      start: { on: 'joined' },
      steps: [{ key: 'welcome', do: 'send', newsletterId: await addNewsletter(bench), next: null }],
    },
  )

/** An email on the day, of a trigger backdated to yesterday. */
async function addBirthday(bench: Bench, newsletterId?: number): Promise<number> {
  const start = {
    on: 'date',
    field: 3,
    days: 0,
    repeat: 'yearly',
    minute: 0,
    leapDay: '28 February',
  } as const
  const message = {
    key: 'message',
    do: 'send',
    newsletterId: newsletterId ?? (await addNewsletter(bench)),
    next: null,
  } as const
  const triggerId = await add(bench, { start, steps: [message] })
  await ask(
    bench,
    `update trigger_versions set created_at = now() - interval '1 day' where account_id = $1`,
  )
  return triggerId
}

/** The search alone, without running steps. */
function lookOnly(bench: Bench, triggerId: number) {
  const { store, accountId } = bench
  const place = { accountId, triggerId, version: 1 }
  const trigger = async () => ({
    ...place,
    definition: JSON.parse((await definitionOf(store, place))!.definition) as Definition,
  })
  return {
    async look() {
      await addWatch(store, { ...place, step: '' })
      const found = await trigger()
      while ((await pollStart(store, found)).more);
    },
    count: async () => void (await countSkipped(store, await trigger())),
    entered: async () =>
      Number(
        (
          await ask(
            bench,
            'select count(*) from trigger_entries where account_id = $1 and trigger_id = ' +
              `${triggerId}`,
          )
        ).rows[0]![0],
      ),
  }
}

async function waitAll(bench: Bench, newsletterId: number): Promise<void> {
  const triggerId = await add(bench, {
    start: { on: 'joined' },
    steps: [
      { key: 'pause', do: 'wait', delay: { days: 3 }, next: 'message' },
      { key: 'message', do: 'send', newsletterId, next: null },
    ],
  })
  await ask(
    bench,
    `insert into trigger_entries (account_id, trigger_id, subscriber_id, entry, version, \
cause_at, subscribed_at, step, due_at, waits_until)
     select j.account_id, ${triggerId}, j.subscriber_id, 1, 1, j.subscribed_at, j.subscribed_at, \
'pause', now() + interval '3 days', now() + interval '3 days'
     from subscriptions j where j.account_id = $1 and j.list_id = ${bench.listId}`,
  )
  await ask(bench, 'vacuum analyze trigger_entries')
}

/** What the trigger loop does in some seconds without due work. */
async function idling({ fixture }: Context, { store }: Bench): Promise<Idle> {
  let statements = 0
  const counting: Store = {
    ...store,
    run(...asked) {
      statements++
      return store.run(...asked)
    },
    transact(...asked) {
      statements++
      return store.transact(...asked)
    },
  }
  const work = workOn(counting)
  await work.step()
  // Earlier writes are flushed to disk before, not during the measurement.
  await store.run({ name: '', text: 'checkpoint', again: false }, [])
  await pause(2000)
  statements = 0
  const used = processorOf(process.pid, fixture.dataDir)
  for (let seconds = 0; seconds < IDLE_SECONDS; seconds++) {
    await work.step()
    await pause(1000)
  }
  const { service, store: cores } = used()
  return { statements: statements / IDLE_SECONDS, store: cores, worker: service }
}

const workOn = (db: Store) =>
  createTriggerWork({
    db,
    log: () => {},
    report: error => {
      throw error
    },
  })
