/** API keys: made, read back from their token, expired, removed; none opens another account. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { Store } from '../../../src/db/db.ts'
import { openStore } from '../../../src/db/open-store.ts'
import { addAccount } from '../../../src/domain/accounts/add-account.ts'
import { closeAccount, reopenAccount } from '../../../src/domain/accounts/change-account.ts'
import {
  listApiKeys,
  makeApiKey,
  revokeApiKey,
} from '../../../src/domain/members/api-keys/api-keys.ts'
import { holderOfApiKey } from '../../../src/domain/members/api-keys/key-holder.ts'
import { temporaryStore } from '../../support/database.ts'
import { until } from '../../support/until.ts'

let store: Store
let connection: ClientConfig
let drop: () => Promise<void>
let accountId: number
let other: number
before(async () => {
  ;({ store, connection, drop } = await temporaryStore())
  const add = async (username: string) =>
    (await addAccount(store, { username, password: 'a long secret' }))!.id
  ;[accountId, other] = [await add('shop'), await add('other')]
})
after(() => drop())

const make = (given: Partial<Parameters<typeof makeApiKey>[2]> = {}) =>
  makeApiKey(store, accountId, {
    name: 'shop',
    rights: ['read'],
    maker: { kind: 'command' } as const,
    ...given,
  })

/** Turns the clock of a key back, as the passing of time would. */
const age = (id: number, column: 'used_at' | 'expires_at', interval: string) =>
  store.run(
    {
      name: '',
      text: `update api_keys set ${column} = now() - $3::text::interval
        where account_id = $1 and id = $2`,
      again: false,
    },
    [accountId, id, interval],
  )

const refused = (token: string) =>
  until(async () => (await holderOfApiKey(store, token, '192.0.2.1')) === undefined)

describe('an API key', () => {
  test('opens its account with its rights, and is not readable from the store', async () => {
    const { key, token } = await make({ rights: ['read', 'send', 'read'], masked: true })
    assert.match(token, new RegExp(`^ppk_${accountId}_[\\w-]{43}$`))
    const holder = (await holderOfApiKey(store, token, '192.0.2.1'))!
    assert.deepEqual(
      { ...holder, rights: [...holder.rights] },
      {
        account: { id: accountId, username: 'shop', fieldCount: 25 },
        keyId: key.id,
        name: 'shop',
        rights: ['read', 'send'],
        masked: true,
        isTest: false,
        callsPerMinute: null,
        maker: { kind: 'command' },
        bound: { projectId: null, listId: null },
      },
    )
    await store.withClient(async client => {
      const { rows } = await client.query('select api_keys::text as row from api_keys')
      const secret = token.slice(token.lastIndexOf('_', 10) + 1)
      assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(secret)))
    })
  })

  test('is refused when it is wrong in any place, or of another account', async () => {
    const { token } = await make()
    const last = token.at(-1) === 'A' ? 'B' : 'A'
    const wrong = [
      '',
      token.slice(0, -1) + last,
      token.slice(0, -1),
      `${token}A`,
      token.replace(`ppk_${accountId}_`, `ppk_${other}_`),
      token.replace('ppk_', ''),
      `ppk_${accountId}.${token.slice(-43)}`,
      `${accountId}.${token.slice(-43)}`,
      'ppk_'.repeat(5000),
    ]
    for (const text of wrong)
      assert.equal(await holderOfApiKey(store, text, '192.0.2.1'), undefined, text)
  })

  test('ends on its day, when it is removed, and while the account is closed', async () => {
    const later = new Date(Date.now() + 3_600_000)
    const { key, token } = await make({ expires: later })
    assert.ok(await holderOfApiKey(store, token, '192.0.2.1'))
    await closeAccount(store, 'shop')
    await refused(token)
    await reopenAccount(store, 'shop')
    assert.ok(await holderOfApiKey(store, token, '192.0.2.1'))
    await age(key.id, 'expires_at', '1 second')
    await refused(token)
    assert.equal(
      (await listApiKeys(store, accountId)).find(({ id }) => id === key.id)?.expired,
      true,
    )
    const { key: second, token: secondToken } = await make()
    await assert.rejects(revokeApiKey(store, other, second.id), { reason: 'no-such-key' })
    assert.ok(await holderOfApiKey(store, secondToken, '192.0.2.1'))
    await revokeApiKey(store, accountId, second.id)
    assert.equal(await holderOfApiKey(store, secondToken, '192.0.2.1'), undefined)
    await assert.rejects(revokeApiKey(store, accountId, second.id), {
      message: `There is no API key ${second.id}.`,
    })
  })

  test('ends in all processes before its removal is answered, however busy they are', async () => {
    const other = openStore({ connection })
    try {
      const { key, token } = await make()
      const takes = async () => (await holderOfApiKey(other, token, '192.0.2.1')) !== undefined
      const calling = new AbortController()
      const calls = Array.from({ length: 8 }, async () => {
        while (!calling.signal.aborted) {
          await takes()
          await nextTurn()
        }
      })
      assert.ok(await takes())
      await revokeApiKey(store, accountId, key.id)
      const after = await Promise.all(Array.from({ length: 100 }, takes))
      calling.abort()
      await Promise.all(calls)
      assert.deepEqual(new Set(after), new Set([false]))
    } finally {
      await other.close()
    }
  })

  test('notes its last use once a minute', async () => {
    const { key, token } = await make()
    const used = async () => (await listApiKeys(store, accountId)).find(k => k.id === key.id)!.used
    assert.equal(await used(), null)
    await holderOfApiKey(store, token, '192.0.2.1')
    const first = await used()
    assert.notEqual(first, null)
    await holderOfApiKey(store, token, '192.0.2.1')
    assert.equal(await used(), first)
    await age(key.id, 'used_at', '61 seconds')
    const aged = await used()
    await until(async () => {
      await holderOfApiKey(store, token, '192.0.2.1')
      return (await used()) !== aged
    })
  })

  test('has a name, known rights, and an end to come', async () => {
    const wrong = [
      [{ name: ' ' }, /needs a name/],
      [{ name: 'x'.repeat(5000) }, /more than 100 characters/],
      [{ name: 'a\0b' }, /control characters/],
      [{ rights: [] }, /at least one right/],
      [{ rights: ['read', 'admin'] }, /no right "admin"/],
      [{ expires: new Date(Date.now() - 1) }, /in the past/],
    ] as const
    for (const [given, message] of wrong)
      await assert.rejects(make(given), { reason: 'not-valid', message })
  })
})
