/** New versions and the people on their way, pausing, going on. The engine is the real one. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { removeFilter } from '../../../src/domain/filters/filters.sql.ts'
import { addNamedFilter } from '../../../src/domain/filters/save-filter.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import {
  addNewTrigger,
  editTrigger,
  pauseTrigger,
  resumeTrigger,
} from '../../../src/domain/triggers/save-trigger.ts'
import { triggersOfAccount } from '../../../src/domain/triggers/triggers.sql.ts'
import { withTriggers } from '../../support/triggers.ts'

const yaml = (steps: string, head = 'start: joined', name = 'Welcome', list = 'All') =>
  `trigger: ${name}\nlist: ${list}\n${head}\nsteps:\n${steps}`
const SEND = '  - step: hello\n    send: News\n'
const WAIT = '  - step: rest\n    wait: 2 days\n'
const THEN_SET = '  - step: mark\n    set: DD5\n    to: yes\n'

const refused = (reason: string, says: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.reason === reason && says.test(error.subject ?? '')

describe('a new version', () => {
  test('is for people who enter; the others finish on theirs', () =>
    withTriggers(0, async ({ store, accountId, advance, join, later, passed }) => {
      const { id } = await addNewTrigger(store, accountId, yaml(WAIT + SEND))
      await advance()
      await join([7])
      await advance()
      await assert.rejects(
        editTrigger(store, accountId, id, yaml(WAIT + THEN_SET), undefined),
        refused('not-now', /^1 run is active: choose whether they finish/),
      )
      assert.deepEqual(await editTrigger(store, accountId, id, yaml(WAIT + THEN_SET), 'finish'), {
        version: 2,
        moved: 0,
        notes: [],
        finishing: 1,
        ended: 0,
      })
      await join([8])
      await advance()
      await later(3 * 1440)
      await advance()
      assert.deepEqual(
        [await passed(7), await passed(8)],
        [
          ['rest', 'hello'],
          ['rest', 'mark'],
        ],
      )
    }))

  test('takes those along who stand at a step that it has, of the same kind', () =>
    withTriggers(0, async ({ store, accountId, advance, join, later, passed }) => {
      const other = '  - step: pause\n    wait: 1 day\n'
      const { id } = await addNewTrigger(store, accountId, yaml(WAIT + other + SEND))
      await advance()
      await join([7])
      await advance()
      await later(3 * 1440)
      await advance()
      await join([8])
      await advance()
      const changed = await editTrigger(store, accountId, id, yaml(WAIT + THEN_SET), 'move')
      assert.deepEqual(changed, { version: 2, notes: [], moved: 1, finishing: 1, ended: 0 })
      await later(3 * 1440)
      await advance()
      assert.deepEqual(
        [await passed(7), await passed(8)],
        [
          ['rest', 'pause', 'hello'],
          ['rest', 'mark'],
        ],
      )
    }))

  test('still wakes those who wait for something when they are taken along', () =>
    withTriggers(0, async ({ store, accountId, advance, join, passed, field }) => {
      const waits = '  - step: w\n    wait for: {changed: DD6}\n    within: 9 days\n    else: end\n'
      const { id } = await addNewTrigger(store, accountId, yaml(waits + SEND))
      await advance()
      await join([7])
      await advance()
      assert.deepEqual(await editTrigger(store, accountId, id, yaml(waits + THEN_SET), 'move'), {
        version: 2,
        moved: 1,
        notes: [],
        finishing: 0,
        ended: 0,
      })
      await field(7, 6, 'new')
      await advance()
      assert.deepEqual(await passed(7), ['w then', 'mark'])
    }))

  test('knows a step again by what it does in the version that each one is on', () =>
    withTriggers(0, async ({ store, accountId, advance, join, standing, passed, later }) => {
      const { id } = await addNewTrigger(store, accountId, yaml(WAIT + SEND))
      await advance()
      await join([7])
      await advance()
      const message = yaml('  - step: rest\n    send: News\n  - step: w\n    wait: 1 day\n')
      await editTrigger(store, accountId, id, message, 'finish')
      await join([8])
      await advance()
      // For one of them "rest" is a wait, for the other it is behind them.
      assert.deepEqual([await standing(7), await standing(8)], [['rest'], ['w']])
      const changed = await editTrigger(store, accountId, id, `${message}${THEN_SET}`, 'move')
      assert.deepEqual(changed, { version: 3, notes: [], moved: 1, finishing: 1, ended: 0 })
      await later(3 * 1440)
      await advance()
      assert.deepEqual(
        [await passed(7), await passed(8)],
        [
          ['rest', 'hello'],
          ['rest', 'w', 'mark'],
        ],
      )
    }))

  test('may end the runs of those on their way', () =>
    withTriggers(0, async ({ store, accountId, advance, join, standing }) => {
      const { id } = await addNewTrigger(store, accountId, yaml(WAIT + SEND))
      await advance()
      await join([7])
      await advance()
      const changed = await editTrigger(store, accountId, id, yaml(WAIT + SEND), 'end')
      assert.deepEqual(changed, { version: 2, notes: [], moved: 0, finishing: 0, ended: 1 })
      await advance()
      assert.deepEqual(await standing(7), ['left for a new version'])
    }))

  test('of a trigger stays with its list, and is not made by two at once', () =>
    withTriggers(0, async ({ store, accountId }) => {
      const { id } = await addNewTrigger(store, accountId, yaml(SEND))
      const twice = await Promise.allSettled(
        ['finish', 'finish'].map(people =>
          editTrigger(store, accountId, id, yaml(SEND + WAIT), people as 'finish'),
        ),
      )
      const [row] = await triggersOfAccount(store, { accountId })
      assert.equal(row?.version, 1 + twice.filter(({ status }) => status === 'fulfilled').length)
      await assert.rejects(
        editTrigger(store, accountId, 99, yaml(SEND), 'move'),
        refused('no-such-trigger', /no trigger 99/),
      )
    }))
})

test('held for a missing part, it is resumed when the part is no longer needed', () =>
  withTriggers(0, async ({ store, accountId, advance, join, stateOf, passed }) => {
    const filter = await addNamedFilter(store, accountId, 'Lately', 'name = "P7"')
    const source = yaml(
      `  - step: who\n    filter: Lately\n    then: mark\n    else: end\n${THEN_SET}`,
    )
    const { id } = await addNewTrigger(store, accountId, source)
    await advance()
    await removeFilter(store, { accountId, id: filter })
    await join([7])
    await advance()
    assert.equal((await stateOf(id))[0], 'held')
    await assert.rejects(
      resumeTrigger(store, accountId, id, false),
      refused(
        'not-now',
        /^The trigger needs objects that were deleted: filter 1\. Make a version without them\./,
      ),
    )
    const without = source.replace('filter: Lately', 'if: name = "P7"')
    assert.deepEqual(await editTrigger(store, accountId, id, without, 'finish'), {
      version: 2,
      moved: 0,
      notes: [],
      finishing: 1,
      ended: 0,
    })
    await assert.rejects(
      resumeTrigger(store, accountId, id, false),
      refused('not-now', /filter 1, in an older version with active runs/),
    )
    await editTrigger(store, accountId, id, without, 'move')
    await resumeTrigger(store, accountId, id, false)
    await advance()
    assert.deepEqual(await passed(7), ['who then', 'mark'])
  }))

test('saved paused it begins when a person says so', () =>
  withTriggers(0, async ({ store, accountId, advance, join, messages, stateOf }) => {
    const { id } = await addNewTrigger(store, accountId, yaml(SEND), true)
    await advance()
    await join([7])
    await advance()
    assert.deepEqual([await messages(), await stateOf(id)], [[], ['paused', 'Not started yet.']])
    await resumeTrigger(store, accountId, id, false)
    await advance()
    assert.deepEqual(await messages(), ['hello 7'])
  }))

test('paused it holds people where they are; resumed they go on', () =>
  withTriggers(0, async ({ store, accountId, advance, join, later, passed, ask, stateOf }) => {
    const { id } = await addNewTrigger(store, accountId, yaml(WAIT + SEND))
    await advance()
    await join([7])
    await advance()
    assert.equal((await pauseTrigger(store, accountId, id)).was, 'running')
    await later(3 * 1440)
    await advance()
    assert.deepEqual(await passed(7), [])
    await resumeTrigger(store, accountId, id, false)
    await advance()
    assert.deepEqual(await passed(7), ['rest', 'hello'])
    await ask(`update triggers set state = 'unconfirmed', reason = 'Overdue.'`)
    await assert.rejects(
      resumeTrigger(store, accountId, id, false),
      refused('not-now', /only if you confirm it/),
    )
    await resumeTrigger(store, accountId, id, true)
    assert.deepEqual(await stateOf(id), ['running', null])
  }))
