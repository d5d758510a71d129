/**
 * Filters on a sending: the planned recipients, the excluded ones, the parts of each email, and
 * that all of it is frozen.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import PostalMime from 'postal-mime'
import { removeFilter } from '../../../src/domain/filters/filters.sql.ts'
import { addNamedFilter, editFilter } from '../../../src/domain/filters/save-filter.ts'
import { addDraft, editDraft } from '../../../src/domain/newsletters/save-newsletter.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { makeSending, type NewSending } from '../../../src/domain/sendings/make-sending.ts'
import { makeTestSending } from '../../../src/domain/sendings/make-test-sending.ts'
import { planSending } from '../../../src/domain/sendings/plan-sending.ts'
import { addToTestGroup } from '../../../src/domain/test-groups/keep-test-group.ts'
import { sendingSetup } from '../../support/sending.ts'
import { startSink } from '../../support/smtp-sink.ts'

const HTML =
  '<p>All</p><div data-filter="1"><p>For the first</p></div><p data-filter="2">For <a ' +
  'href="https://example.test/l">Lund</a></p><a href="{{ web_version_url }}">browser</a>'

let setup: Awaited<ReturnType<typeof sendingSetup>>
before(async () => {
  setup = await sendingSetup(40)
  const { ask, store, accountId } = setup
  await ask(`update subscribers set fields = array['Lund'] where id % 2 = 0`)
  await ask(`update subscribers set opted_out_at = now() where id in (1, 2)`)
  await ask(`update subscribers set complained_at = now() where id in (3, 4)`)
  await ask(`update subscribers set undeliverable_since = now() where id in (5, 6)`)
  assert.equal(
    await addNamedFilter(
      store,
      accountId,
      'First',
      'email in ("p7@example.test", "p8@example.test", "p1@example.test")',
    ),
    1,
  )
  assert.equal(await addNamedFilter(store, accountId, 'Lund', 'DD1 = "lund"'), 2)
})
after(() => setup?.drop())

async function planned(more: Partial<NewSending> = {}) {
  const { store, accountId, newsletterId, listId, ask } = setup
  const id = await makeSending(store, accountId, {
    newsletterId,
    listId,
    dueAt: new Date(),
    zone: '+01:00',
    ...more,
  })
  return {
    id,
    plan: async () => {
      await planSending(store, accountId, id, 3_600_000)
      const [[candidates, planned, leftOut]] = (await ask(
        'select candidates, planned, left_out from sendings where id = $1',
        [id],
      )) as [string[]]
      const rows = await ask('select id, blocks from deliveries where source_id = $1 order by id', [
        id,
      ])
      return {
        candidates: Number(candidates),
        planned: Number(planned),
        leftOut: JSON.parse(leftOut!),
        rows: rows.map(([one, blocks]) => [Number(one), blocks]),
      }
    },
  }
}

const refused = (work: Promise<unknown>, says: RegExp) =>
  assert.rejects(work, error => error instanceof Refusal && says.test(error.message))

describe('a sending with filters', () => {
  test('goes to those who match all of them; the others are counted', async () => {
    const { rows, ...numbers } = await (await planned({ filterIds: [2, 1, 2] })).plan()
    assert.deepEqual(numbers, {
      candidates: 40,
      planned: 1,
      // Who may not be written to is left out for that.
      leftOut: { 'opted out': 2, complained: 2, undeliverable: 2, filter: 33 },
    })
    assert.deepEqual(rows, [[8, null]])
  })

  test('without any is planned as one with a filter that everybody matches', async () => {
    const everybody = await addNamedFilter(
      setup.store,
      setup.accountId,
      'Everybody',
      'email is not empty',
    )
    const plain = await (await planned()).plan()
    assert.equal(plain.planned, 34)
    assert.deepEqual(await (await planned({ filterIds: [everybody] })).plan(), plain)
  })

  test('keeps the filters as they were when it was made', async () => {
    const { store, accountId } = setup
    const id = await addNamedFilter(store, accountId, 'Moving', 'name = "P9"')
    const before = await planned({ filterIds: [id] })
    await editFilter(store, accountId, id, { source: 'name = "P10"' })
    const after = await planned({ filterIds: [id] })
    assert.deepEqual(
      (await before.plan()).rows.map(([one]) => one),
      [9],
    )
    assert.deepEqual(
      (await after.plan()).rows.map(([one]) => one),
      [10],
    )
  })

  test('is refused for a filter that there is not, and leaves nothing', async () => {
    const { store, accountId, newsletterId, listId, ask } = setup
    const count = () => ask('select count(*) from sendings')
    const before = await count()
    const given = { newsletterId, listId, dueAt: new Date(), zone: '+01:00' }
    await refused(
      makeSending(store, accountId, { ...given, filterIds: [1, 999] }),
      /There is no filter 999/,
    )
    await refused(
      makeSending(store, accountId, {
        ...given,
        filterIds: Array.from({ length: 21 }, (_, i) => i + 1),
      }),
      /at most 20 filters/,
    )
    assert.deepEqual(await count(), before)
  })

  test('may not ask who opened on a list that is tracked anonymously', async () => {
    const { store, accountId, newsletterId, listId, ask } = setup
    const id = await addNamedFilter(
      store,
      accountId,
      'Openers',
      'opened within 90 days or name = "x"',
    )
    await ask('insert into anonymous_lists (account_id, list_id) values ($1, $2)', [
      accountId,
      listId,
    ])
    const given = { newsletterId, listId, dueAt: new Date(), zone: '+01:00' }
    await refused(
      makeSending(store, accountId, { ...given, filterIds: [id] }),
      /tests who opened or clicked, and list 1 is tracked anonymously/,
    )
    await ask('delete from anonymous_lists', [])
  })
})

describe('parts of an email by filter', () => {
  let newsletterId: number
  before(async () => {
    const draft = {
      name: 'Parts',
      subject: 'Parts',
      preheader: '',
      text: '',
      fromName: '',
      fromEmail: '',
      replyTo: '',
      listId: null,
    }
    newsletterId = await addDraft(setup.store, setup.accountId, {
      ...draft,
      source: { kind: 'html', html: HTML },
    })
  })

  test('are decided with the plan, and arrive so', async () => {
    const { store, accountId } = setup
    const sending = await planned({ newsletterId, filterIds: [1] })
    // The newsletter and what the filters ask may change: the sending has its own.
    await editDraft(store, accountId, newsletterId, {
      source: { kind: 'html', html: '<p>Other</p>' },
    })
    const { rows } = await sending.plan()
    assert.deepEqual(rows, [
      [7, '{1}'],
      [8, '{1,2}'],
    ])
    await setup.ask(`update subscribers set fields = '{}' where id = 8`)
    // Only this one goes.
    await setup.ask('delete from work where source_id <> $1', [sending.id])
    const sink = await startSink({ keep: 10 })
    const workers = await setup.startWorkers(sink.port)
    try {
      while (sink.messages.length < 2) await new Promise(resolve => setTimeout(resolve, 20))
    } finally {
      await workers.stop()
      await sink.stop()
    }
    const read = await Promise.all(sink.messages.map(({ bytes }) => PostalMime.parse(bytes)))
    const parts = Object.fromEntries(
      read.map(({ to, html = '', text = '' }) => {
        assert.doesNotMatch(html, /data-filter|filter_/)
        for (const words of ['For the first', 'For '])
          assert.equal(html.includes(words), text.includes(words))
        return [
          to![0]!.address!,
          [html.includes('<p>All</p>'), html.includes('For the first'), html.includes('>Lund</a>')],
        ]
      }),
    )
    assert.deepEqual(parts, {
      'p7@example.test': [true, true, false],
      'p8@example.test': [true, true, true],
    })
    await editDraft(store, accountId, newsletterId, { source: { kind: 'html', html: HTML } })
    await setup.ask(`update subscribers set fields = array['Lund'] where id = 8`)
  })

  test('of a test email are those of the subscriber', async () => {
    const { store, accountId, listId, ask } = setup
    await addToTestGroup(store, accountId, 'office', ['p8@example.test', 'stranger@example.test'])
    const { id } = await makeTestSending(store, accountId, {
      newsletterId,
      listId,
      to: { group: 'office' },
      zone: '+01:00',
    })
    const rows = await ask(
      'select email, blocks from deliveries where source_id = $1 order by email',
      [id],
    )
    assert.deepEqual(rows, [
      ['p8@example.test', '{1,2}'],
      ['stranger@example.test', null],
    ])
  })

  test('by a filter that there is not are refused when saved, and stop the sending when it is gone later', async () => {
    const { store, accountId, listId } = setup
    await refused(
      editDraft(store, accountId, newsletterId, {
        source: { kind: 'html', html: '<p data-filter="77">a</p>' },
      }),
      /There is no filter 77/,
    )
    await refused(
      editDraft(store, accountId, newsletterId, { text: '{% if filter_77 %}a{% endif %}' }),
      /There is no filter 77/,
    )
    const id = await addNamedFilter(store, accountId, 'Gone soon', 'name = "x"')
    await editDraft(store, accountId, newsletterId, {
      source: { kind: 'html', html: `<p data-filter="${id}">a</p>` },
    })
    await removeFilter(store, { accountId, id })
    const sending = makeSending(store, accountId, {
      newsletterId,
      listId,
      dueAt: new Date(),
      zone: '+01:00',
    })
    await refused(sending, new RegExp(`There is no filter ${id}`))
  })
})
