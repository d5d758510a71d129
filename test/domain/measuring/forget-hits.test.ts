/**
 * Hits that somebody had who declined: removed, all counts are as if they had declined before the
 * email went out.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { claimDeliveries, handOver } from '../../../src/domain/deliveries/deliveries.sql.ts'
import { answer, measuringOfPerson } from '../../../src/domain/measuring/answer.ts'
import { forgetHitsOf, keepHitsOf } from '../../../src/domain/measuring/forgetting.ts'
import { setRule } from '../../../src/domain/measuring/rule.ts'
import { forgetDue } from '../../../src/domain/tracking/declined/forget-hits.ts'
import { newAddress } from '../../support/account.ts'
import { recorder, START } from '../tracking/recorder.ts'

const PEOPLE = 3

async function readers() {
  const made = await recorder()
  const { store, accountId, ask, call } = made
  const listId = await made.newList('Readers')
  const ids: number[] = []
  for (let i = 0; i < PEOPLE; i++)
    ids.push(await call.InsertSubscriber({ email: newAddress(), listId }))
  async function send() {
    await ask(
      `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at)
       values (${accountId}, 1, 1, ${listId}, '{}', 'sending', now())`,
    )
    await ask(`insert into sending_counts (account_id, sending_id) values (${accountId}, 1)`)
    await ask(
      `insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at)
       select account_id, 1, 1, id, email, now() from subscribers where account_id = ${accountId}`,
    )
    const by = { claimId: randomUUID(), worker: randomUUID(), leaseSeconds: 60 }
    await claimDeliveries(store, { accountId, sourceKind: 1, sourceId: 1, ...by, most: PEOPLE })
    const marking = { claimId: by.claimId, worker: by.worker, routeId: 1, listIds: [listId] }
    const all = { opensUnmeasured: [], clicksUnmeasured: [] }
    await handOver(store, { accountId, sendingId: 1, test: false, ids, ...all, ...marking })
  }
  const say = (agreed: { opens?: boolean; clicks?: boolean }) =>
    answer(store, accountId, ids[0]!, { ...agreed, words: 'May we?', way: 'email' })
  const due = () =>
    ask(
      `update subscribers set forget_hits_at = now() - interval '1 second'
       where account_id = ${accountId} and forget_hits_at is not null`,
    )
  /** Everything that reports read, with people by their place. */
  async function counts() {
    const of = (table: string, columns: string, where = 'true') =>
      ask(`select ${columns} from ${table} where account_id = ${accountId} and ${where} order by 1`)
    const rows = await Promise.all([
      of(
        'hit_totals',
        `concat_ws(' ', kind, link, by_all, by_people, messages, first_at, last_at)`,
        'by_all > 0',
      ),
      of(
        'hit_hours',
        `concat_ws(' ', hour, kind, link, by_all, by_people, messages)`,
        'by_all > 0',
      ),
      of(
        'engagements',
        `concat_ws(' ', delivery_id - ${ids[0]}, views, first_view_at, last_view_at, clicks,
          first_click_at, last_click_at)`,
      ),
      of(
        'clicked_links',
        `concat_ws(' ', delivery_id - ${ids[0]}, link, clicks, first_click_at, last_click_at)`,
      ),
      of('hits', `concat_ws(' ', delivery_id - ${ids[0]}, kind, link, at, verdict)`),
      of('deliveries', `concat_ws(' ', id - ${ids[0]}, opens_unmeasured, clicks_unmeasured)`),
    ])
    return rows
  }
  return { ...made, ids, send, say, due, counts }
}

const hits = fc.array(
  fc.record({
    who: fc.nat(PEOPLE - 1),
    link: fc.nat(2),
    minutes: fc.nat(180),
    verdict: fc.constantFrom('person' as const, 'scanner' as const),
    folded: fc.boolean(),
  }),
  { minLength: 1, maxLength: 14 },
)
test('the counts are as if they had declined before', async () => {
  await fc.assert(
    fc.asyncProperty(hits, fc.constantFrom('opens', 'clicks', 'both'), async (all, of) => {
      const said = {
        ...(of !== 'clicks' && { opens: false }),
        ...(of !== 'opens' && { clicks: false }),
      }
      const [before, after] = [await readers(), await readers()]
      for (const one of [before, after]) {
        if (one === before) await one.say(said)
        await one.send()
        const known = one.ids
        for (const { who, link, minutes, verdict, folded } of all) {
          await one.hit({
            sourceId: 1,
            deliveryId: known[who]!,
            kind: link === 0 ? 'view' : 'click',
            link,
            at: START + minutes * 60_000,
            verdict,
          })
          if (folded) await one.fold()
        }
        await one.fold()
      }
      const { store, accountId, ids } = after
      await after.say(said)
      await forgetHitsOf(store, accountId, ids[0]!)
      await after.due()
      await forgetDue(store)
      assert.deepEqual(await after.counts(), await before.counts())
    }),
    { numRuns: 20 },
  )
})

test('by the rule, after ten minutes; an undo and a new agreement keep them', async () => {
  const { store, accountId, ids, send, say, due, counts, hit, fold } = await readers()
  const removal = async () => (await measuringOfPerson(store, accountId, ids[0]!)).removal
  await send()
  await hit({ sourceId: 1, deliveryId: ids[0]!, kind: 'view', link: 0 })
  await fold()
  await assert.rejects(forgetHitsOf(store, accountId, ids[0]!), /not declined/)
  const kept = await counts()
  await say({ opens: false })
  assert.equal(await removal(), null)
  await forgetHitsOf(store, accountId, ids[0]!)
  assert.notEqual(await removal(), null)
  await keepHitsOf(store, accountId, ids[0]!)
  assert.equal(await removal(), null)
  await assert.rejects(keepHitsOf(store, accountId, ids[0]!), /removed already/)
  await setRule(store, accountId, { opens: 'person', clicks: 'person', removesHits: true })
  await say({ clicks: false })
  assert.notEqual(await removal(), null)
  // Not due yet.
  await forgetDue(store)
  await say({ opens: true, clicks: true })
  await due()
  await forgetDue(store)
  assert.equal(await removal(), null)
  assert.deepEqual(await counts(), kept)
  await say({ opens: false })
  await due()
  await forgetDue(store)
  assert.equal(await removal(), null)
  assert.notDeepEqual(await counts(), kept)
})
