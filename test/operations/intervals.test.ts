/**
 * Ends of intervals, the same in every operation that takes one: adjacent windows see everything
 * exactly once.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keepLinks } from '../../src/domain/tracking/keep-links.ts'
import { addNewTrigger } from '../../src/domain/triggers/save-trigger.ts'
import { reported } from '../domain/reports/reported.ts'
import { newProject } from '../support/projects.ts'
import { bindings } from '../support/typed-client/request.ts'

const START = Date.UTC(2026, 4, 4, 11)
const SECONDS = 6
/** In each of the seconds the first and the last moment that a Date has, and one in between. */
const TIMES = Array.from({ length: SECONDS }, (_, second) =>
  [0, 500, 999].map(part => START + second * 1000 + part),
).flat()

/** As the specification writes it, at +01:00. */
const second = (at: number) => new Date(at + 3_600_000).toISOString().slice(0, 19)

/** Asks for each second by itself, and for all of them in windows of two; counts what comes. */
async function countInWindows(
  ask: (from: string, to: string) => Promise<unknown[]>,
): Promise<void> {
  for (const length of [1, 2]) {
    const counts: number[] = []
    for (let at = 0; at < SECONDS; at += length)
      counts.push(
        (await ask(second(START + at * 1000), second(START + (at + length - 1) * 1000))).length,
      )
    assert.deepEqual(counts, new Array(SECONDS / length).fill(3 * length))
  }
}

type Made = Awaited<ReturnType<typeof reported>>

const insertBounces = (
  { store, accountId }: Pick<Made, 'store' | 'accountId'>,
  [kind, id, delivery]: readonly [kind: number, id: number, delivery: number],
) =>
  store.withClient(client =>
    client.query(
      `insert into bounces (account_id, id, source_kind, source_id, delivery_id, email, kind, \
class, rule, identity, received_at)
       select $1, place, $2, $3, $4, 'x@example.test', 'hard', 'no such mailbox', 'a rule', \
'token', at + interval '0.0009 seconds'
       from unnest($5::timestamptz[]) with ordinality as g (at, place)`,
      [accountId, kind, id, delivery, TIMES.map(at => new Date(at))],
    ),
  )

describe('adjacent windows see everything once:', () => {
  test('views and clicks of a sending', async () => {
    const made = await reported()
    await made.sending()
    for (const at of TIMES) await made.hit({ at, deliveryId: at, kind: 'click', link: 1 })
    for (const binding of bindings) {
      for (const operation of [
        'GetReportViewsByDateInterval',
        'GetReportClicksByDateInterval',
      ] as const) {
        await countInWindows(async (datIntervalFrom, datIntervalTo) => {
          const texts = { strSendQueueId: '1', datIntervalFrom, datIntervalTo, ddField: '' }
          return (await made.send(operation, texts, binding)) as unknown[]
        })
      }
    }
  })

  test('sendings with an address', async () => {
    const made = await reported()
    let id = 0
    for (const at of TIMES)
      await made.sending({ id: ++id, plannedAt: new Date(at), links: ['https://shop.example/'] })
    await countInWindows(async (strStartTime, strEndTime) => {
      const texts = { strStartTime, strEndTime, strUrl: 'https://shop.example/' }
      return (await made.send('GetLinkInfoInExcelFormat', texts, 'soap11')) as unknown[]
    })
  })

  test('opt-outs, whose times have microseconds', async () => {
    const made = await reported()
    await made.store.withClient(client =>
      client.query(
        `insert into opt_outs (account_id, id, subscriber_id, email, email_key, created_at)
         select $1, place, place, place || '@example.test', place || '@example.test', \
at + interval '0.0009 seconds'
         from unnest($2::timestamptz[]) with ordinality as g (at, place)`,
        [made.accountId, TIMES.map(at => new Date(at))],
      ),
    )
    await countInWindows(async (strFrom, strTo) => {
      return (await made.send('GetOptOutAllInPeriod', { strFrom, strTo }, 'post')) as unknown[]
    })
  })

  test('bounces of transactions', async () => {
    const made = await reported()
    const project = await newProject(made)
    await insertBounces(made, [3, project.id, 1])
    await countInWindows(async (datIntervalFrom, datIntervalTo) => {
      const texts = { strProjectGuid: project.guid, datIntervalFrom, datIntervalTo }
      return (await made.send('GetTransactionBouncesByDateInterval', texts, 'get')) as unknown[]
    })
  })

  test('views, clicks and bounces of a trigger, whose bounds are typed', async () => {
    const made = await reported()
    const { store, accountId } = made
    const source =
      `trigger: Welcome\nlist: ${await made.list()}\nstart: joined\nsteps:\n  - step: hello\n` +
      `    wait: 1 day\n`
    const { id: triggerId } = await addNewTrigger(store, accountId, source)
    await store.withClient(client =>
      client.query(
        `insert into trigger_messages (account_id, id, trigger_id, step, newsletter_id, digest, \
round, list_id, message)
         values ($1, 7, $2, 'hello', 1, '', 1, 1, '{"name": "Hello"}')`,
        [accountId, triggerId],
      ),
    )
    await keepLinks(store, { accountId, source: 'trigger', sourceId: 7 }, [
      { number: 1, target: 'https://shop.example/' },
    ])
    for (const at of TIMES)
      await made.hit({ source: 'trigger', sourceId: 7, at, deliveryId: at, kind: 'click', link: 1 })
    await insertBounces(made, [2, 7, 1])
    for (const binding of bindings) {
      for (const operation of [
        'GetTriggerViews',
        'GetTriggerClicks',
        'GetTriggerBounces',
      ] as const) {
        await countInWindows(async (fromDate, toDate) => {
          return (await made.send(
            operation,
            { triggerId: String(triggerId), fromDate, toDate },
            binding,
          )) as unknown[]
        })
      }
    }
  })
})
