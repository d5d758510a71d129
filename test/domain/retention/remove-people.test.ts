/**
 * The rows of people of old sendings go; what reports say of these sendings stays, and nothing that
 * needs the rows is done without them.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clicksTable, viewsTable } from '../../../src/actions/exports/report-tables.ts'
import { report } from '../../../src/cli/sending-report.ts'
import { applyReports } from '../../../src/domain/bounces/apply-reports.ts'
import { complaintRates } from '../../../src/domain/bounces/bounces.sql.ts'
import { addNamedFilter } from '../../../src/domain/filters/save-filter.ts'
import { linksOf } from '../../../src/domain/reports/sendings/clicked-links.ts'
import { sendingOfReport, wholeFigures } from '../../../src/domain/reports/sendings/figures.ts'
import { recentSendings } from '../../../src/domain/reports/sendings/overview.sql.ts'
import { hoursOf, linksOfSending, providersOf } from '../../../src/domain/reports/sendings/parts.ts'
import {
  allRecipients,
  recipientSelection,
  recipientsOf,
} from '../../../src/domain/reports/sendings/recipients.ts'
import { summaryOf } from '../../../src/domain/reports/summary.ts'
import { liveProgress } from '../../../src/domain/sendings/live/live-progress.ts'
import { makeSending } from '../../../src/domain/sendings/make-sending.ts'
import { sendingProgress } from '../../../src/domain/sendings/progress.ts'
import { retrySending } from '../../../src/domain/sendings/steer-sending.ts'
import { foldHits } from '../../../src/domain/tracking/fold-hits.ts'
import { dropOldHits } from '../../../src/domain/tracking/hit-months.ts'
import { recordHit, takeHitId } from '../../../src/domain/tracking/record-hit.ts'
import { forgetOld } from '../../../src/workers/ledger.ts'
import { endedSending } from '../../support/ended-sending.ts'
import { moved } from '../../support/moved.ts'

type Setup = Awaited<ReturnType<typeof oldSending>>

const PEOPLE = 12
const RULES = { softLimit: 5, softDays: 30 }

/** Ended a year ago, with a late bounce, a complaint, opens and clicks. */
async function oldSending() {
  const setup = await endedSending(PEOPLE)
  const { store, accountId, sendingId, ask } = setup
  const hit = async (
    deliveryId: number,
    kind: 'view' | 'click',
    link = kind === 'view' ? 0 : 1,
  ) => {
    const who = { deliveryId, link, verdict: 'person' as const }
    const program = { reason: 'browser', agent: 'Firefox, Windows', network: '', at: Date.now() }
    const id = await takeHitId(store, accountId)
    const of = { accountId, source: 'sending' as const, sourceId: sendingId }
    await recordHit(store, { ...of, ...who, ...program, kind, id })
  }
  for (const id of [3, 4, 5]) await hit(id, 'view')
  await hit(4, 'click')
  // Another link to the same page, clicked by the same person and by another.
  await ask(
    `insert into links (account_id, source_kind, source_id, number, target)
     select account_id, source_kind, source_id, 2, target from links where number = 1`,
  )
  for (const id of [4, 5]) await hit(id, 'click', 2)
  for (const [kind, deliveryId] of [['hard', 6] as const, ['complaint', 7] as const])
    await store.transact(async tx => {
      const about = { class: 'bad-mailbox', status: '5.1.1', recipient: undefined }
      const judgements = [{ kind, ...about, reply: '550 5.1.1 <p6@example.test> no', rule: 'r' }]
      const sentMessage = { sourceKind: 1 as const, sourceId: sendingId, deliveryId }
      const came = { messageId: null, identity: 'token', receivedAt: new Date() }
      await applyReports(store, tx, accountId, [{ ...came, sentMessage, judgements }], RULES)
    }, {})
  await foldHits(store, accountId)
  await ask(
    `update sendings set ${['planned_at', 'due_at', 'finished_at']
      .map(column => `${column} = ${moved(column, '-31536000')}`)
      .join()}`,
  )
  return {
    ...setup,
    hit,
    forget: (keepMonths = 2) => forgetOld({ store, keepMonths, log: () => {} }),
    rows: async () => {
      const tables = ['deliveries', 'engagements', 'clicked_links']
      const counts = tables.map(name => `(select count(*) from ${name})`)
      return (await ask(`select ${counts.join(', ')}`))[0]!.map(Number)
    },
  }
}

async function withOld(work: (setup: Setup) => Promise<void>) {
  const setup = await oldSending()
  try {
    await work(setup)
  } finally {
    await setup.drop()
  }
}

async function urlsOf(store: Setup['store'], accountId: number) {
  const all = { from: new Date(0), until: new Date(Date.now() + 60_000), url: '' }
  const rows = []
  for await (const part of linksOf(store, accountId, all)) rows.push(...part)
  return rows
}

/** What people read of the sending, but for the words of single servers and the pace of now. */
async function told({ store, accountId, sendingId }: Setup) {
  const sending = await sendingOfReport(store, accountId, sendingId)
  const { replies, peopleRemoved, ...progress } = await sendingProgress(store, accountId, sendingId)
  const live = await liveProgress(store, accountId, sendingId)
  return {
    progress,
    replies: replies.reduce((sum, { count }) => sum + count, 0),
    live: [live.all, live.done, live.counts],
    groups: [live.routes, live.providers].map(groups =>
      groups.map(({ name, counts }) => ({ name, counts })),
    ),
    figures: await wholeFigures(store, accountId, sending),
    providers: await providersOf(store, accountId, sending),
    links: await linksOfSending(store, accountId, sending),
    urls: await urlsOf(store, accountId),
    hours: await hoursOf(store, accountId, sending, 100_000),
    summary: await summaryOf(store, accountId, sendingId),
    complaints: await complaintRates(store, { accountId, since: new Date(0) }),
    home: await recentSendings(store, { accountId, listId: null, most: 10 }),
  }
}

describe('people of an old sending', { concurrency: 3 }, () => {
  test('are removed with their addresses, and all that is told of the sending stays', () =>
    withOld(async setup => {
      const { store, accountId, sendingId, ask, forget, rows } = setup
      const before = await told(setup)
      assert.deepEqual(before.figures.counts, { accepted: 9, bounced: 3 })
      assert.deepEqual(
        [before.figures.opens.people, before.figures.clicks.people, before.figures.complained],
        [3, 2, 1],
      )
      assert.deepEqual(await rows(), [PEOPLE, 3, 3])
      assert.deepEqual(
        before.urls.map(({ clicks, uniqueClicks }) => [clicks, uniqueClicks]),
        [[3, 2]],
      )
      assert.equal(await forget(0), 0, 'for ever')
      assert.equal(await forget(13), 0, 'not yet')
      assert.equal(await forget(), PEOPLE + 3 + 3)
      assert.equal(await forget(), 0)
      assert.deepEqual(await rows(), [0, 0, 0])
      assert.deepEqual(await told(setup), before)
      const progress = await sendingProgress(store, accountId, sendingId)
      const { peopleRemoved, replies } = progress
      const shown =
        /^Recipients: +removed on .{10,40}, 1[12] months after the end; the numbers stay$/m
      assert.match(report(progress).join('\n'), shown)
      assert.ok([11, 12].includes(peopleRemoved!.months), String(peopleRemoved!.months))
      // Of what servers said the code alone: the rest may name a person.
      assert.deepEqual(
        replies.map(({ state, reply, count }) => [state, reply, count]),
        [['bounced', '550 5.1.1', 3]],
      )
      // What the people have said and what came back is kept: they are not mailed.
      const kept =
        'select id from subscribers where undeliverable_since is not null or ' +
        'complained_at is not null order by id'
      assert.deepEqual(
        (await ask(kept)).map(([id]) => Number(id)),
        [1, 2, 6, 7],
      )
    }))

  test('are not known any more: no retry, no resend, no list of recipients', () =>
    withOld(async ({ store, accountId, sendingId, newsletterId, listId, forget, ask }) => {
      const saved = `not opened sending ${sendingId}`
      const filterId = await addNamedFilter(store, accountId, 'Saved', saved)
      await forget()
      const removed = { reason: 'people-removed' }
      await assert.rejects(retrySending(store, accountId, sendingId, ['bounced']), removed)
      const again = { newsletterId, listId, dueAt: new Date(), zone: '+01:00' }
      const resend = { sendingId, without: 'opened' as const }
      await assert.rejects(makeSending(store, accountId, { ...again, resend }), removed)
      await assert.rejects(addNamedFilter(store, accountId, 'Another', saved), removed)
      const withSaved = { ...again, filterIds: [filterId] }
      await assert.rejects(makeSending(store, accountId, withSaved), removed)
      await assert.rejects(allRecipients(store, accountId, sendingId, {}), removed)
      for (const table of [viewsTable(sendingId, {}), clicksTable(sendingId, {})])
        await assert.rejects(table(store, { id: accountId }), removed)
      await assert.rejects(recipientSelection(store, accountId, sendingId, {}), removed)
      const page = await recipientsOf(store, accountId, sendingId, {}, { limit: 10 })
      assert.deepEqual([page.items, page.next, page.peopleRemoved !== null], [[], undefined, true])
      assert.deepEqual(await ask('select count(*) from sendings'), [['1']])
      assert.deepEqual(await ask('select state from sendings'), [['finished']])
    }))

  test('are not noted again when they open or click it later; the hits are counted', () =>
    withOld(async setup => {
      const { hit, forget, rows, store } = setup
      const { figures } = await told(setup)
      await forget()
      await hit(3, 'view')
      await hit(9, 'click')
      const later = (await told(setup)).figures
      assert.deepEqual([later.opens.people, later.clicks.people], [3, 2])
      assert.deepEqual(
        [later.opens.all, later.clicks.all],
        [figures.opens.all + 1, figures.clicks.all + 1],
      )
      assert.deepEqual(await rows(), [0, 0, 0])
      const persons = 'select 1 from hits where delivery_id = 9'
      assert.deepEqual(await setup.ask(persons), [])
      await dropOldHits(store, 0, new Date(Date.now() + 40 * 86_400_000))
      assert.deepEqual((await told(setup)).figures, later)
    }))

  test('stay while a sending is open, is half of an A/B test, or others wait for who opened', () =>
    withOld(async ({ store, accountId, sendingId, newsletterId, listId, forget, ask, rows }) => {
      const kept = async (why: string) => {
        assert.equal(await forget(), 0, why)
        assert.equal((await rows())[0], PEOPLE)
      }
      const again = { newsletterId, listId, zone: '+01:00', dueAt: new Date(Date.now() + 1e9) }
      const resend = { sendingId, without: 'opened' as const }
      const next = await makeSending(store, accountId, { ...again, resend })
      await kept('a sending is planned to those who did not open this one')
      await ask('delete from sendings where id = $1', [next])
      const source = `opened sending ${sendingId}`
      const filterIds = [await addNamedFilter(store, accountId, 'Openers', source)]
      const filtered = await makeSending(store, accountId, { ...again, filterIds })
      await kept('a sending is planned to those who opened this one')
      await ask('delete from sendings where id = $1', [filtered])
      await ask("update sendings set state = 'paused'")
      await kept('it is paused')
      await ask("update sendings set state = 'finished', parent_id = 99")
      const rest = await makeSending(store, accountId, again)
      await ask('update sendings set parent_id = $1 where id = $2', [rest, sendingId])
      await kept('it is a sample, and the rest waits')
      await ask('update sendings set parent_id = null where id = $1', [sendingId])
      await ask("update deliveries set state = 'handed over' where id = 12")
      await kept('an email is in the hands of a worker')
    }))
})
