/** Saving triggers: refusals against the store. The engine is the real one. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addNamedFilter } from '../../../src/domain/filters/save-filter.ts'
import { trackHitsOf } from '../../../src/domain/newsletters/exemptions.ts'
import { addDraft } from '../../../src/domain/newsletters/save-newsletter.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { setTracking } from '../../../src/domain/tracking/anonymous-lists.ts'
import { countDates } from '../../../src/domain/triggers/check-dates.ts'
import { checkTrigger, validTrigger } from '../../../src/domain/triggers/check-trigger.ts'
import { dateIn } from '../../../src/domain/triggers/language/definition-date.ts'
import {
  addNewTrigger,
  editTrigger,
  removeTrigger,
} from '../../../src/domain/triggers/save-trigger.ts'
import { triggersOfAccount } from '../../../src/domain/triggers/triggers.sql.ts'
import { type TriggerSetup, withTriggers } from '../../support/triggers.ts'

const yaml = (steps: string, head = 'start: joined', name = 'Welcome', list = 'All') =>
  `trigger: ${name}\nlist: ${list}\n${head}\nsteps:\n${steps}`
const SEND = '  - step: hello\n    send: News\n'
const THEN_SET = '  - step: mark\n    set: DD5\n    to: yes\n'

const refused = (reason: string, says: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.reason === reason && says.test(error.subject ?? '')

const problems = async ({ store, accountId }: TriggerSetup, source: string): Promise<string[]> =>
  (await checkTrigger(store, accountId, source)).problems.map(
    ({ line, column, says }) => `${line}:${column} ${says}`,
  )

describe('a trigger', () => {
  test('is kept once under its name, and runs', () =>
    withTriggers(2, async setup => {
      const { store, accountId, advance, join, messages } = setup
      const { id } = await addNewTrigger(store, accountId, yaml(SEND))
      await assert.rejects(
        addNewTrigger(store, accountId, yaml(SEND, 'start: joined', 'WELCOME')),
        refused('not-valid', /^Line 1, column 1: Trigger 1 has that name already/),
      )
      await advance()
      await join([7])
      await advance()
      assert.deepEqual(await messages(), ['hello 7'])
      assert.deepEqual(
        (await triggersOfAccount(store, { accountId })).map(row => [row.id, row.state, row.active]),
        [[id, 'running', 0]],
      )
    }))

  test('added by two at once is there once', () =>
    withTriggers(0, async ({ store, accountId }) => {
      const both = await Promise.allSettled(
        [1, 2].map(() => addNewTrigger(store, accountId, yaml(SEND))),
      )
      assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      assert.equal((await triggersOfAccount(store, { accountId })).length, 1)
    }))

  test('that is refused changes nothing', () =>
    withTriggers(0, async ({ store, accountId }) => {
      await assert.rejects(
        addNewTrigger(store, accountId, yaml('  - step: a\n    send: Nws\n')),
        refused('not-valid', /^Line 6, column 11: /),
      )
      assert.deepEqual(await triggersOfAccount(store, { accountId }), [])
    }))

  test('may be removed, and its name given again', () =>
    withTriggers(0, async ({ store, accountId, join, advance, messages }) => {
      const { id } = await addNewTrigger(store, accountId, yaml(SEND))
      await advance()
      await removeTrigger(store, accountId, id)
      await join([7])
      await advance()
      assert.deepEqual(await messages(), [])
      await assert.rejects(
        removeTrigger(store, accountId, id),
        refused('no-such-trigger', /There is no trigger 1/),
      )
      assert.equal((await addNewTrigger(store, accountId, yaml(SEND))).id, 2)
    }))
})

describe('what a trigger may not ask', () => {
  test('lists and sendings that are not there', () =>
    withTriggers(0, async setup => {
      const branch = (condition: string) =>
        yaml(`${SEND}  - step: who\n    if: ${condition}\n    then: end\n    else: hello\n`)
      const found = await problems(setup, branch('on list 99 or opened sending 98'))
      assert.match(found[0]!, /^5:5 The steps "hello", "who" lead to each other without a wait/)
      assert.deepEqual(found.slice(1), ['7:5 There is no list 99.', '7:5 There is no sending 98.'])
    }))

  test('who opened or clicked, where that is not kept by person', () =>
    withTriggers(0, async setup => {
      const { store, accountId, listId } = setup
      const filter = await addNamedFilter(store, accountId, 'Lately', 'clicked within 90 days')
      const sources = [
        yaml(SEND, 'start: {clicked: News}'),
        yaml(SEND, 'start: {not opened: News, within: 3 days}'),
        yaml(
          `${SEND}  - step: w\n    wait for: {clicked: hello}\n    within: 1 day\n` +
            `    then: end\n    else: mark\n${THEN_SET}`,
        ),
        yaml(`  - step: a\n    filter: ${filter}\n    then: hello\n    else: end\n${SEND}`),
        yaml(`  - step: a\n    if: opened\n    then: hello\n    else: end\n${SEND}`),
      ]
      for (const source of sources) assert.deepEqual(await problems(setup, source), [])
      await setTracking(store, accountId, listId, 'anonymous')
      for (const source of sources)
        assert.match(
          (await problems(setup, source)).join(),
          /^\d:\d List 1 is tracked anonymously[^;]*$/,
        )
    }))

  test('emails that can not be sent to its list', () =>
    withTriggers(0, async setup => {
      const { store, accountId, listId } = setup
      const filter = await addNamedFilter(store, accountId, 'Lately', 'clicked within 90 days')
      const html = `<p>Hello</p><div data-filter="${filter}">again</div>`
      const message = {
        preheader: '',
        text: '',
        fromName: '',
        fromEmail: '',
        replyTo: '',
        listId: null,
      }
      await addDraft(store, accountId, {
        name: 'Parts',
        subject: 'Parts',
        source: { kind: 'html', html },
        ...message,
      })
      const source = yaml('  - step: hello\n    send: Parts\n')
      assert.deepEqual(await problems(setup, source), [])
      await setTracking(store, accountId, listId, 'anonymous')
      assert.deepEqual(await problems(setup, source), [
        "5:5 Newsletter 2 can't be sent to list 1: Filter 1 tests who opened or clicked, " +
          'and list 1 is tracked anonymously.',
      ])
    }))

  test('to start another one that starts it again', () =>
    withTriggers(0, async setup => {
      const { store, accountId } = setup
      const head = (to: string) => `start: {changed: DD5, to: ${to}}\nagain: always`
      const set = (to: string) => `  - step: a\n    set: DD5\n    to: ${to}\n`
      await addNewTrigger(store, accountId, yaml(set('Lund'), head('Ystad'), 'one'))
      assert.deepEqual(await problems(setup, yaml(set('Ystad'), head('Lund'), 'two')), [
        '1:1 "two" starts "one" starts "two": an endless loop. Add a wait to one of them, ' +
          'or set "again: never" or "again: after 30 days" in one.',
      ])
      const { problems: none, notes } = await checkTrigger(
        store,
        accountId,
        yaml(set('Ystad'), 'start: {changed: DD5, to: Lund}', 'two'),
      )
      assert.deepEqual([none.length, notes.length], [0, 1])
    }))
})

test('what waits for opens and clicks that are not tracked is told, and saved', () =>
  withTriggers(0, async ({ store, accountId, newsletterId, listId }) => {
    const waits = `${SEND}  - step: look
    wait for: {opened: hello}
    within: 2 days
    then: end
    else: mark
${THEN_SET}`
    const source = (start: string) => yaml(waits, `start: ${start}`)
    const notes = async (start: string) =>
      (await checkTrigger(store, accountId, source(start))).notes
        .map(({ line, says }) => `${line} ${says}`)
        .filter(says => !/estimate/.test(says))
    const starts = ['joined', '{clicked: News}', '{not opened: News, within: 2 days}']
    for (const start of starts) assert.deepEqual(await notes(start), [])
    const untracked = 'is not tracked: opens and clicks are not known, so'
    const newsletter = { noun: 'newsletter', id: newsletterId } as const
    await trackHitsOf(store, accountId, newsletter, false)
    const wait = `7 Newsletter 1 ${untracked} all go on by "else".`
    assert.deepEqual(await notes('joined'), [wait])
    assert.deepEqual(await notes(starts[1]!), [`1 Newsletter 1 ${untracked} nobody enters.`, wait])
    assert.deepEqual(await notes(starts[2]!), [
      `1 Newsletter 1 ${untracked} everybody who gets its emails enters.`,
      wait,
    ])
    const added = await addNewTrigger(store, accountId, source('joined'))
    assert.equal(added.notes.length, 2)
    const again = source('joined').replace('within: 2', 'within: 3')
    const changed = await editTrigger(store, accountId, added.id, again, undefined)
    assert.equal(changed.notes.length, 2)

    await trackHitsOf(store, accountId, newsletter, true)
    await trackHitsOf(store, accountId, { noun: 'list', id: listId }, false)
    const asks = yaml(`${SEND}  - step: ask
    if: opened and not (opened)
    then: end
    else: mark
${THEN_SET}`)
    const asked = (await checkTrigger(store, accountId, asks)).notes.map(({ says }) => says)
    assert.deepEqual(
      asked.filter(says => !/estimate/.test(says)),
      [`List 1 ${untracked} nobody counts as having opened it.`],
    )
  }))

test('what people have in a date field is told before the trigger runs', () =>
  withTriggers(0, async setup => {
    const { store, accountId, join, field } = setup
    const source = yaml(SEND, 'start: {date: DD6, at: "09:00"}')
    const notes = async () =>
      (await checkTrigger(store, accountId, source)).notes.map(({ says }) => says)
    assert.deepEqual(await notes(), [
      'No subscriber on the list has a date like 2026-01-31 in DD6.',
    ])
    const ids = Array.from({ length: 260 }, (_, i) => i + 1)
    await join(ids)
    const held = [
      '1984-02-29',
      '1900-02-29',
      '1900-02-30',
      '2000-02-29',
      '1984-04-31',
      'soon',
      '1984-1-1',
      '1984-12-31T10:00',
      ' 1984-12-31',
      '1984-12-311',
    ]
    for (const [i, value] of held.entries()) await field(i + 1, 6, value)
    assert.deepEqual(await notes(), [
      '7 people on the list have a value in DD6 that is not a date like 2026-01-31; they ' +
        'will be left out.',
    ])
    const days = held.filter(value => dateIn(value) !== undefined)
    assert.deepEqual(
      await countDates(store, accountId, (await validTrigger(store, accountId, source)).definition),
      {
        days: days.length,
        empty: 250,
        none: 7,
        busiest: { day: '02-29', people: 2 },
      },
    )
    for (const id of ids.slice(100, 220)) await field(id, 6, '1900-01-01')
    assert.match(
      (await notes()).join(),
      /120 people of 123 have the same day in DD6, 01-01: is it a placeholder/,
    )
  }))
