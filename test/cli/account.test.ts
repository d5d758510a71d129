/** The commands for accounts, run as a user runs them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { findAccount } from '../../src/domain/accounts/accounts.sql.ts'
import { matchesHash } from '../../src/domain/accounts/passwords.ts'
import { temporaryStore } from '../support/database.ts'
import { pennypost, type RunOptions, urlOf } from './setup.ts'

let temporary: Awaited<ReturnType<typeof temporaryStore>>
before(async () => {
  temporary = await temporaryStore()
})
after(() => temporary.drop())

const run = (args: string[], { env, ...options }: RunOptions = {}) =>
  pennypost(args, { ...options, env: { DATABASE_URL: urlOf(temporary.connection), ...env } })

const account = (username: string) => findAccount(temporary.store, { usernameKey: username })

describe('pennypost account', () => {
  test('add reads the password from standard input, and shows a generated one', async () => {
    const added = await run(['account', 'add', 'Shop'], { input: 'from a pipe\n' })
    assert.deepEqual([added.code, added.out, added.err], [0, 'The account Shop was made.\n', ''])
    assert.ok(await matchesHash((await account('shop'))!.passwordHash, 'from a pipe'))
    const generated = JSON.parse(
      (await run(['account', 'add', 'other', '--generate', '--json'])).out,
    )
    assert.ok(await matchesHash((await account('other'))!.passwordHash, generated.password))
    const again = await run(['account', 'add', 'SHOP', '--generate'])
    assert.deepEqual(
      [again.code, again.out, again.err],
      [1, '', 'There is an account SHOP already.\n'],
    )
  })

  test('password, close, activate', async () => {
    assert.equal((await run(['account', 'add', 'third'], { input: 'number one' })).code, 0)
    assert.equal((await run(['account', 'password', 'third'], { input: 'number two' })).code, 0)
    assert.ok(await matchesHash((await account('third'))!.passwordHash, 'number two'))
    assert.match((await run(['account', 'close', 'third', '--yes'])).out, /is closed/)
    assert.equal((await account('third'))!.closed, true)
    assert.equal((await run(['account', 'activate', 'third'])).code, 0)
    assert.equal(
      (await run(['account', 'activate', 'third', 'dd100'])).out,
      'The account third has 100 demographic fields.\n',
    )
    assert.deepEqual(
      [(await account('third'))!.closed, (await account('third'))!.fieldCount],
      [false, 100],
    )
  })

  test('a new password has 8 characters, unless an old service gave out a shorter one', async () => {
    assert.equal(
      (await run(['account', 'add', 'moved', '--allow-short'], { input: 'old' })).code,
      0,
    )
    assert.ok(await matchesHash((await account('moved'))!.passwordHash, 'old'))
    for (const args of [
      ['account', 'add', 'fresh'],
      ['account', 'password', 'moved'],
    ]) {
      const { code, err } = await run(args, { input: '1234567' })
      assert.equal(code, 1)
      assert.match(err, /^A new password has at least 8 characters\. .*--allow-short\n$/)
    }
    assert.equal(await account('fresh'), undefined)
    assert.ok(await matchesHash((await account('moved'))!.passwordHash, 'old'))
  })

  test('list, for people and for programs', async () => {
    await run(['account', 'add', 'listed', '--generate'])
    const accounts: { username: string; fields: number; closed: string | null }[] = JSON.parse(
      (await run(['account', 'list', '--json'])).out,
    )
    const found = accounts.find(({ username }) => username === 'listed')
    assert.deepEqual([found?.fields, found?.closed], [25, null])
    assert.match(
      (await run(['account', 'list'])).out,
      /^ +Id {2}User name .*\n[\s\S]*listed +25 +\d{4}-\d\d-\d\d +open$/m,
    )
  })

  test('a failure is one sentence and exit code 1; a wrong command line is 2', async () => {
    for (const [args, input, says] of [
      [
        ['account', 'close', 'nobody'],
        '',
        'There is no account nobody. To see them: pennypost account list',
      ],
      [['account', 'add', 'x'], '', 'A password has at least one character.'],
      [
        ['account', 'add', ' x'],
        'p',
        'A user name has 1 to 100 characters, none of them a control character, and no blanks around it.',
      ],
    ] as const) {
      const { code, err, out } = await run([...args], { input })
      assert.deepEqual([code, err, out], [1, `${says}\n`, ''])
    }
    const wrong = await run(['account', 'list'], { env: { PORT: 'x' } })
    assert.deepEqual(
      [wrong.code, wrong.err],
      [1, 'PORT is set to "x", but it wants a whole number from 0 to 65535.\n'],
    )
    const nowhere = await run(['account', 'list'], {
      env: { DATABASE_URL: urlOf({ ...temporary.connection, database: 'no_such_database' }) },
    })
    assert.match(nowhere.err, /^The PostgreSQL of DATABASE_URL can't be used: .*\n$/)
    for (const args of [
      ['acount'],
      ['account', 'activate', 'x', 'dd50'],
      ['account', 'list', '--jsn'],
    ])
      assert.equal((await run(args)).code, 2)
  })

  test('version', async () => {
    const facts = JSON.parse((await run(['version', '--json'])).out)
    assert.equal(facts.node, process.versions.node)
    assert.ok(facts.schema >= 2)
    assert.match((await run(['version'])).out, /^Pennypost \d+\.\d+\.\d+ /)
  })
})
