/** The commands for fields, lists, opt-outs, keys and the store, run as a user runs them. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { schemaNumber } from '../../src/db/migrate.ts'
import {
  type CommandDatabase,
  emptyDatabase,
  newFolder,
  pennypost,
  type RunOptions,
} from './setup.ts'

let database: CommandDatabase
const run = (args: string[], { env, ...options }: RunOptions = {}) =>
  pennypost(args, { ...options, env: { ...database.env, ...env } })
/** Runs what must succeed, and reads its answer. */
const json = async (...args: string[]) => {
  const { code, out, err } = await run([...args, '--json'])
  assert.equal(code, 0, err)
  return JSON.parse(out)
}
const fails = async (args: string[], says: RegExp, options: RunOptions = {}) => {
  const { code, out, err } = await run(args, options)
  assert.match(err, says)
  assert.deepEqual([code, out, err.trimEnd().split('\n').length], [1, '', 1])
}

before(async () => {
  database = await emptyDatabase()
  assert.equal((await run(['account', 'add', 'shop'], { input: 'a long secret' })).code, 0)
})
after(() => database.drop())

describe('a command', () => {
  test('that is not understood ends with 2', async () => {
    for (const args of [
      ['field', 'edit', 'DD101', '--type', 'text'],
      ['field', 'edit', 'DD1', '--type', 'colour'],
      ['list', 'add', 'x'],
      ['list', 'show', 'x'],
      ['backup'],
      ['store', 'look'],
    ])
      assert.equal((await run(args)).code, 2, args.join(' '))
  })
})

describe('field', () => {
  test('names and types show in the list', async () => {
    assert.equal(
      (await run(['field', 'edit', 'DD5', '--name', 'Shoe size'])).out,
      'DD5 is called Shoe size and holds text.\n',
    )
    assert.deepEqual(await json('field', 'edit', '5', '--type', 'number'), {
      number: 5,
      field: 'DD5',
      name: 'Shoe size',
      type: 'number',
      choices: [],
      activated: true,
      searched: false,
      inUse: true,
    })
    const fields = await json('field', 'list')
    assert.equal(fields.length, 100)
    assert.deepEqual(fields[4], {
      number: 5,
      field: 'DD5',
      name: 'Shoe size',
      type: 'number',
      choices: [],
      activated: true,
      searched: false,
      inUse: true,
    })
    assert.match((await run(['field', 'list'])).out, /^DD5 {4}Shoe size {2}number$/m)
    assert.match((await run(['field', 'edit', 'DD60', '--name', 'Hat'])).out, /is not activated/)
  })

  test('is made with choices, and removed', async () => {
    const made = await json('field', 'add', 'Zone', '--choices', '7a', '7b')
    assert.deepEqual([made.field, made.name, made.choices], ['DD1', 'Zone', ['7a', '7b']])
    assert.deepEqual((await json('field', 'edit', 'DD1', '--choices')).choices, [])
    await json('field', 'remove', 'DD1')
    assert.equal((await json('field', 'list'))[0].name, 'DD1')
  })

  test('an empty name is none', async () => {
    await json('field', 'edit', 'DD7', '--name', 'Colour')
    assert.equal((await json('field', 'edit', 'DD7', '--name', '')).name, 'DD7')
  })

  test('a name is refused that is or means another field', async () => {
    await json('field', 'edit', 'DD8', '--name', 'Town')
    await fails(['field', 'edit', 'DD9', '--name', 'TOWN'], /^DD8 has that name already\.$/m)
    await fails(['field', 'edit', 'DD9', '--name', 'dd10'], /is the number of another field/)
    await fails(['field', 'edit', 'DD9', '--name', 'a;b'], /must not contain a semicolon/)
  })
})

describe('list', () => {
  test('is made and shown', async () => {
    const { out } = await run(['list', 'add', 'Küchen "A"', '--from-email', 'a@example.com'])
    assert.match(out, /^The list Küchen "A" was made\. Its id is \d+\.\n$/)
    const { id } = await json(
      'list',
      'add',
      'News',
      '--from-email',
      'news@example.com',
      '--from-name',
      'Shop',
    )
    const shown = await json('list', 'show', String(id))
    assert.deepEqual(
      [shown.name, shown.fromName, shown.characterSet, shown.subscribers],
      ['News', 'Shop', 'utf-8', 0],
    )
    assert.match(shown.created, /\+01:00$/)
    assert.ok(
      (await json('list', 'list')).some((list: { name: string }) => list.name === 'Küchen "A"'),
    )
    assert.match((await run(['list', 'list'])).out, / 0 {2}Shop <news@example\.com>$/m)
  })

  test('is refused in a sentence', async () => {
    await fails(['list', 'add', 'x', '--from-email', 'nobody'], /sender's address/)
    await fails(
      ['list', 'show', '99999'],
      /^There is no list 99999\. To see them: pennypost list list$/m,
    )
    await fails(
      ['list', 'change', '99999', '--tracking', 'anonymous'],
      /^There is no list 99999\./m,
    )
  })

  test('is tracked by person, or anonymously', async () => {
    const tracking = async (id: number) => (await json('list', 'show', String(id))).tracking
    const { id } = await json(
      'list',
      'add',
      'Quiet',
      '--from-email',
      'a@example.com',
      '--tracking',
      'anonymous',
    )
    assert.equal(await tracking(id), 'anonymous')
    assert.match(
      (await run(['list', 'change', String(id), '--tracking', 'personal'])).out,
      /is tracked by person from now on/,
    )
    assert.equal(await tracking(id), 'personal')
  })
})

describe('optout', () => {
  test('add, list, remove', async () => {
    assert.equal(
      (await run(['optout', 'add', 'Ada@example.com', '--reason', 'by "phone"\nand mail'])).out,
      '1 address is opted out.\n',
    )
    assert.deepEqual(
      (await run(['optout', 'add', '-', '--json'], { input: 'b@example.com\n\nc@example.com\n' }))
        .code,
      0,
    )
    const { out } = await run(['optout', 'list', '--json'])
    const rows = out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    assert.deepEqual(
      rows.map(({ email }) => email),
      ['c@example.com', 'b@example.com', 'Ada@example.com'],
    )
    assert.equal(rows[2].reason, 'by "phone"\nand mail')
    assert.match(
      (await run(['optout', 'list'])).out,
      /^\S+\+01:00 {2}Ada@example\.com {2}by "phone" and mail$/m,
    )
    assert.equal((await run(['optout', 'list', '--until', '2020-01-01'])).out, '')
    assert.match(
      (await run(['optout', 'remove', 'ADA@example.com'])).out,
      /is off the opt-out list/,
    )
    await fails(
      ['optout', 'remove', 'ada@example.com'],
      /^ada@example.com is not on the opt-out list\.$/m,
    )
  })

  test('invalid addresses are named and left out', async () => {
    const { code, out, err } = await run(['optout', 'add', 'd@example.com', 'two\nlines', '--json'])
    assert.deepEqual(JSON.parse(out), { optedOut: 1, refused: ['two\nlines'] })
    assert.deepEqual([code, err], [1, 'Not addresses, and left out: "two\\nlines"\n'])
  })
})

describe('the account that is meant', () => {
  test('may be left out while there is one only', async () => {
    await fails(
      ['list', 'list', '--account', 'nobody'],
      /^There is no account nobody\. To see them: /m,
    )
    assert.equal((await run(['account', 'add', 'other'], { input: 'tulips of spring' })).code, 0)
    await fails(
      ['list', 'list'],
      /^There are several accounts: say which one with --account \(shop, other\)\.$/m,
    )
    assert.deepEqual(await json('list', 'list', '--account', 'OTHER'), [])
    assert.equal((await run(['account', 'close', 'other', '--yes'])).code, 0)
    assert.ok((await json('list', 'list')).length > 0)
  })
})

test('key shop makes keys for shops, and makes them useless', async () => {
  const { key } = await json('key', 'shop')
  assert.match(key, /^ppc-\w+-[0-9a-f]{40}$/)
  assert.deepEqual(await json('key', 'shop', '--remove', '--yes'), { removed: 1 })
})

describe('key rotate', () => {
  test('makes keys one after the other', async () => {
    // Commands before this one may have needed a key, and made it.
    const { key } = await json('key', 'rotate')
    assert.ok(key >= 1)
    assert.match(
      (await run(['key', 'rotate'])).out,
      new RegExp(`^Key ${key + 1} signs from now on\\.`),
    )
  })

  test('without the secret that the keys were sealed with, none is made', async () => {
    const DATA_DIR = join(newFolder(), 'other')
    await fails(['key', 'rotate'], /^There is no key here/, { env: { DATA_DIR } })
    assert.ok(!existsSync(DATA_DIR))
    await fails(['key', 'rotate'], /another SECRET_KEY/, { env: { SECRET_KEY: 'x'.repeat(40) } })
  })
})

describe('store', () => {
  test('status and upgrade', async () => {
    const facts = await json('store', 'status')
    assert.deepEqual([facts.kind, facts.schema, facts.missing], ['external', schemaNumber(), []])
    assert.ok(facts.bytes > 1e6)
    assert.match((await run(['store', 'status'])).out, /^Schema: +\d+, up to date$/m)
    assert.deepEqual(await json('store', 'upgrade'), { schema: schemaNumber(), applied: [] })
  })

  test('an empty database is upgraded', async () => {
    const empty = await emptyDatabase()
    try {
      const status = await pennypost(['store', 'status', '--json'], { env: empty.env })
      assert.equal(JSON.parse(status.out).missing.length, schemaNumber())
      const { out, err } = await pennypost(['store', 'upgrade'], { env: empty.env })
      assert.equal(out, `The schema is now ${schemaNumber()}.\n`)
      assert.match(err, /^applied 0001-accounts\.sql$/m)
    } finally {
      await empty.drop()
    }
  })

  test('looking at a folder without a store makes none', async () => {
    const DATA_DIR = join(newFolder(), 'data')
    const env = { DATA_DIR, DATABASE_URL: '' }
    assert.equal(
      (await run(['store', 'status'], { env })).out,
      `There is no store in ${DATA_DIR} yet: the first start makes one.\n`,
    )
    await fails(['backup', 'x.backup'], /^There is no store in /, { env })
    assert.equal((await run(['doctor'], { env })).code, 0)
    assert.ok(!existsSync(DATA_DIR))
  })
})
