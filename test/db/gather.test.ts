/** Gathered calls: each answered as if it had come alone. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Store } from '../../src/db/db.ts'
import { gathered } from '../../src/db/gather.ts'

/** Only its memory matters here: the statements are the test's own. */
const aStore = () => ({ locals: new Map() }) as unknown as Store

/** One turn of the event loop: earlier calls have been sent to the store after it. */
const turn = () => new Promise(resolve => setImmediate(resolve))

const soon = () => new Promise(resolve => setTimeout(resolve, 5))

function recording(
  fails: (keys: string[]) => unknown = () => undefined,
  most = 250,
  executed: () => Promise<unknown> = soon,
) {
  const statements: string[][] = []
  const answer = async (keys: string[]) => {
    statements.push(keys)
    await executed()
    const failure = fails(keys)
    if (failure) throw failure
  }
  const call = gathered<string, string>({
    keyOf: key => key.split(' ')[0]!,
    most,
    one: async (_db, _accountId, key) => {
      await answer([key])
      return `one ${key}`
    },
    many: async (_db, _accountId, keys) => {
      await answer(keys)
      return keys.map(key => `many ${key}`)
    },
  })
  return { call, statements }
}

describe('gathered calls', () => {
  test('a lone call takes the plain statement at once', async () => {
    const { call, statements } = recording()
    assert.equal(await call(aStore(), 1, 'a'), 'one a')
    assert.deepEqual(statements, [['a']])
  })

  test('calls that arrive together go together, sorted, each with its own answer', async () => {
    const { call, statements } = recording()
    const db = aStore()
    const answers = await Promise.all(['b', 'a', 'c'].map(key => call(db, 1, key)))
    assert.deepEqual(statements, [['a', 'b', 'c']])
    assert.deepEqual(answers, ['many b', 'many a', 'many c'])
  })

  test('calls that arrive while statements are in flight go together', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { call, statements } = recording(undefined, undefined, () => promise)
    const db = aStore()
    const answers = [call(db, 1, 'd')]
    await turn()
    answers.push(call(db, 1, 'c'))
    await turn()
    answers.push(...['b', 'a', 'e'].map(key => call(db, 1, key)))
    resolve()
    assert.deepEqual(await Promise.all(answers), ['one d', 'one c', 'many b', 'many a', 'many e'])
    assert.deepEqual(statements, [['d'], ['c'], ['a', 'b', 'e']])
  })

  test('callers that call again when they are answered are shared evenly by the statements in flight', async () => {
    const { call, statements } = recording()
    const db = aStore()
    const caller = async (name: number) => {
      for (let i = 0; i < 10; i++) await call(db, 1, `${name}-${i}`)
    }
    await Promise.all(Array.from({ length: 16 }, (_, name) => caller(name)))
    assert.equal(statements.flat().length, 160)
    assert.ok(
      statements.every(batch => batch.length <= 8),
      `batches of ${statements.map(batch => batch.length)}`,
    )
    assert.ok(statements.length <= 40, `${statements.length} statements`)
  })

  test('of callers that are known to be many, a batch waits for those who are just arriving', async () => {
    const { call, statements } = recording()
    const db = aStore()
    await Promise.all(Array.from({ length: 20 }, (_, name) => call(db, 1, `before-${name}`)))
    statements.length = 0
    const answers = [call(db, 1, 'a'), call(db, 1, 'b')]
    for (const key of ['c', 'd', 'e']) {
      await turn()
      answers.push(call(db, 1, key))
    }
    await Promise.all(answers)
    assert.deepEqual(statements, [['a', 'b', 'c', 'd', 'e']])
  })

  test('calls without keys go in the order in which they came', async () => {
    const statements: number[][] = []
    const note = async (numbers: number[]) => {
      statements.push(numbers)
      await soon()
      return numbers
    }
    const call = gathered<number, number>({
      most: 4,
      one: async (_db, _accountId, number) => (await note([number]))[0]!,
      many: (_db, _accountId, numbers) => note(numbers),
    })
    const db = aStore()
    assert.deepEqual(
      await Promise.all([5, 3, 4, 3, 1, 2].map(number => call(db, 1, number))),
      [5, 3, 4, 3, 1, 2],
    )
    assert.deepEqual(statements, [
      [5, 3, 4, 3],
      [1, 2],
    ])
  })

  test('calls of one key keep their order and never share a batch', async () => {
    const { call, statements } = recording()
    const db = aStore()
    await Promise.all(['x', 'y', 'a 1', 'a 2', 'b', 'a 3'].map(key => call(db, 1, key)))
    const flat = statements.flat()
    assert.deepEqual(
      flat.filter(key => key.startsWith('a')),
      ['a 1', 'a 2', 'a 3'],
    )
    for (const batch of statements)
      assert.equal(new Set(batch.map(key => key[0])).size, batch.length)
  })

  test('accounts do not wait for each other, nor share a statement', async () => {
    const { call, statements } = recording()
    const db = aStore()
    await Promise.all([call(db, 1, 'a'), call(db, 2, 'b'), call(db, 3, 'c')])
    assert.deepEqual(statements, [['a'], ['b'], ['c']])
  })

  test('a batch that fails for the data of one call is tried one by one', async () => {
    const { call } = recording(keys =>
      keys.includes('bad') ? Object.assign(new Error('no'), { code: '22001' }) : undefined,
    )
    const db = aStore()
    const answers = await Promise.allSettled(
      ['x', 'y', 'a', 'bad', 'c'].map(key => call(db, 1, key)),
    )
    assert.deepEqual(
      answers.map(answer => answer.status),
      ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    )
  })

  test('a batch that fails for the store fails its calls, and the next ones go on', async () => {
    let down = true
    const { call, statements } = recording(() =>
      down ? Object.assign(new Error('gone'), { code: '08006' }) : undefined,
    )
    const db = aStore()
    const answers = await Promise.allSettled(['x', 'y', 'a', 'b'].map(key => call(db, 1, key)))
    assert.ok(answers.every(answer => answer.status === 'rejected'))
    assert.equal(statements.length, 1)
    down = false
    assert.equal(await call(db, 1, 'z'), 'one z')
  })

  test('a statement that waits for a lock does not hold up the calls behind it', async () => {
    let release = () => {}
    const locked = new Promise<void>(resolve => {
      release = resolve
    })
    const call = gathered<string, string>({
      keyOf: key => key,
      one: async (_db, _account, key) => {
        if (key.startsWith('locked')) await locked
        return key
      },
      many: async (_db, _account, keys) => keys,
    })
    const db = aStore()
    const stuck = [call(db, 1, 'locked 1')]
    await turn()
    stuck.push(call(db, 1, 'locked 2'))
    await turn()
    assert.equal(await call(db, 1, 'free'), 'free')
    release()
    assert.deepEqual(await Promise.all(stuck), ['locked 1', 'locked 2'])
  })

  test('calls without a key share a statement, behind those that have one', async () => {
    const statements: string[][] = []
    const answer = async (keys: string[]) => {
      statements.push(keys)
      await soon()
      return keys
    }
    const call = gathered<string, string>({
      keyOf: key => (key.startsWith('-') ? undefined : key),
      one: async (_db, _accountId, key) => (await answer([key]))[0]!,
      many: async (_db, _accountId, keys) => answer(keys),
    })
    const db = aStore()
    const keys = ['-2', 'b', '-2', 'b', 'a']
    assert.deepEqual(await Promise.all(keys.map(key => call(db, 1, key))), keys)
    assert.deepEqual(statements, [['a', 'b', '-2', '-2'], ['b']])
  })

  test('no more calls than the limit share a statement', async () => {
    const { call, statements } = recording(undefined, 2)
    const db = aStore()
    await Promise.all(['p', 'q', 'a', 'b', 'c'].map(key => call(db, 1, key)))
    assert.ok(statements.every(batch => batch.length <= 2))
    assert.equal(statements.flat().length, 5)
  })
})
