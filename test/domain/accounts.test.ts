/** Accounts: made once, changed, found without case; login links and sessions. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Store } from '../../src/db/db.ts'
import { accountsInOrder, findAccount } from '../../src/domain/accounts/accounts.sql.ts'
import { addAccount, addFirstAccount } from '../../src/domain/accounts/add-account.ts'
import {
  activateFields,
  changePassword,
  closeAccount,
  reopenAccount,
} from '../../src/domain/accounts/change-account.ts'
import { makeLoginLink, useLoginLink } from '../../src/domain/accounts/login-link.ts'
import {
  generatePassword,
  matchesHash,
  wrongNewPassword,
  wrongPassword,
} from '../../src/domain/accounts/passwords.ts'
import { endSession, findSession, openSession } from '../../src/domain/accounts/session.ts'
import { usernameKey, wrongUsername } from '../../src/domain/accounts/username.ts'
import { temporaryStore } from '../support/database.ts'
import { moved } from '../support/moved.ts'

let store: Store
let drop: () => Promise<void>
before(async () => {
  ;({ store, drop } = await temporaryStore())
})
after(() => drop())

const newName = () => `Shop-${randomBytes(5).toString('hex')}`
const newAccount = async () =>
  (await addAccount(store, { username: newName(), password: 'right' }))!

describe('accounts', () => {
  test('the first account is made on an empty store only, by one of many', async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        addFirstAccount(store, { username: `first-${i}`, password: 'p' }),
      ),
    )
    assert.equal(made.filter(account => account !== undefined).length, 1)
    assert.equal((await accountsInOrder(store, {})).length, 1)
    assert.equal(await addFirstAccount(store, { username: 'second', password: 'p' }), undefined)
  })

  test('ids are dense and never doubled, each with its row for inserts', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, newAccount))
    const ids = made.map(({ id }) => id)
    assert.equal(new Set(ids).size, 10)
    await store.withClient(async client => {
      const { rowCount } = await client.query('select 1 from tenants where account_id = any ($1)', [
        ids,
      ])
      assert.equal(rowCount, 10)
    })
  })

  test('a user name is taken ignoring its case, and once by concurrent calls', async () => {
    const username = `Åsa-${randomBytes(4).toString('hex')}`
    const made = await Promise.all(
      [username, username.toUpperCase(), username.toLowerCase()].map(username =>
        addAccount(store, { username, password: 'p' }),
      ),
    )
    assert.equal(made.filter(account => account !== undefined).length, 1)
  })

  test('the password is kept as an argon2id hash of the decided cost', async () => {
    const { username } = await newAccount()
    const row = await findAccount(store, { usernameKey: usernameKey(username) })
    assert.match(row!.passwordHash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.ok(await matchesHash(row!.passwordHash, 'right'))
  })

  test('fields, closing and opening', async () => {
    const { username } = await newAccount()
    const row = () => findAccount(store, { usernameKey: usernameKey(username) })
    assert.ok(await activateFields(store, username, 100))
    assert.ok(await closeAccount(store, username.toUpperCase()))
    assert.deepEqual([(await row())!.fieldCount, (await row())!.closed], [100, true])
    assert.ok(await reopenAccount(store, username))
    assert.equal((await row())!.closed, false)
    for (const nobody of [closeAccount, reopenAccount])
      assert.equal(await nobody(store, 'nobody'), false)
    assert.equal(await changePassword(store, 'nobody', 'p'), false)
  })

  test('what names and passwords may be', async () => {
    for (const good of ['a', 'Åsa Öberg', 'x@example.test'])
      assert.equal(wrongUsername(good), undefined)
    for (const bad of ['', ' ', ' a', 'a\n', '\0', 'x'.repeat(101)]) assert.ok(wrongUsername(bad))
    for (const bad of ['', 'a\0', 'x'.repeat(1001)]) assert.ok(wrongPassword(bad))
    assert.equal(await wrongNewPassword('no common'), undefined)
    assert.match((await wrongNewPassword('no comm'))!.detail, /at least 8 characters/)
    for (const common of ['password', 'PassWord1', '12345678', 'aaaaaaaa', 'abcabcab', 'HejHejHej'])
      assert.match((await wrongNewPassword(common))!.detail, /first that are guessed/, common)
    for (const old of ['1', 'password'])
      assert.equal(await wrongNewPassword(old, { allowWeak: true }), undefined)
    assert.match(generatePassword(), /^[a-zA-Z2-9]{20}$/)
  })
})

describe('login links', () => {
  test('open once, also when many open it at the same time', async () => {
    const account = await newAccount()
    const token = await makeLoginLink(store, account.id)
    const opened = (
      await Promise.all(Array.from({ length: 8 }, () => useLoginLink(store, token)))
    ).filter(Boolean)
    assert.equal(opened.length, 1)
    const session = await findSession(store, opened[0]!)
    assert.deepEqual([session?.account, session?.kind], [account, 'link'])
  })

  test('not after ten minutes, not with another token, not of a closed account', async () => {
    const account = await newAccount()
    const token = await makeLoginLink(store, account.id)
    for (const other of [
      `${token}x`,
      token.replace(/^\d+/, '1'),
      '',
      'x',
      `${account.id}.${'A'.repeat(43)}`,
    ])
      assert.equal(await useLoginLink(store, other), undefined)
    await move('login_links', account.id, '10 minutes')
    assert.equal(await useLoginLink(store, token), undefined)
    const another = await makeLoginLink(store, account.id)
    await closeAccount(store, account.username)
    assert.equal(await useLoginLink(store, another), undefined)
  })

  test('the store holds no token', async () => {
    const account = await newAccount()
    const token = await makeLoginLink(store, account.id)
    const { rows } = await store.withClient(client =>
      client.query('select token_hash from login_links where account_id = $1', [account.id]),
    )
    assert.equal(rows.length, 1)
    assert.ok(!token.includes(rows[0].token_hash))
  })
})

describe('sessions', () => {
  test('end by signing out, after twelve hours, with a new password, with the account', async () => {
    const account = await newAccount()
    const open = () => openSession(store, account.id)
    const isOpen = async (token: string) => (await findSession(store, token)) !== undefined
    const [one, other] = [await open(), await open()]
    await endSession(store, one)
    assert.deepEqual([await isOpen(one), await isOpen(other)], [false, true])
    await move('sessions', account.id, '12 hours')
    assert.equal(await isOpen(other), false)
    const third = await open()
    await changePassword(store, account.username, 'new')
    assert.equal(await isOpen(third), false)
    const fourth = await open()
    await closeAccount(store, account.username)
    await reopenAccount(store, account.username)
    assert.equal(await isOpen(fourth), false)
  })
})

/** Time is moved by writing rows. */
const move = (table: 'login_links' | 'sessions', accountId: number, by: string) =>
  store.withClient(client =>
    client.query(
      `update ${table} set expires_at = ${moved('expires_at', '-extract(epoch from $2::interval)')}
       where account_id = $1`,
      [accountId, by],
    ),
  )
