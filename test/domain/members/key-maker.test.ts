/** A key has at most what its maker has now; nothing once they are no member. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Store } from '../../../src/db/db.ts'
import { addAccount } from '../../../src/domain/accounts/add-account.ts'
import { closeAccount, reopenAccount } from '../../../src/domain/accounts/change-account.ts'
import { withActor } from '../../../src/domain/audit/actor.ts'
import { auditOf } from '../../../src/domain/audit/read.ts'
import {
  listApiKeys,
  makeApiKey,
  takeOverApiKey,
} from '../../../src/domain/members/api-keys/api-keys.ts'
import { keyCacheExpiry } from '../../../src/domain/members/api-keys/key-cache.ts'
import { holderOfApiKey } from '../../../src/domain/members/api-keys/key-holder.ts'
import type { KeyMaker } from '../../../src/domain/members/api-keys/key-maker.ts'
import {
  accountsOfPerson,
  keysOfMember,
  lostRightsBy,
  onlyAccount,
} from '../../../src/domain/members/api-keys/lost-rights.ts'
import { dropMember, editMember } from '../../../src/domain/members/members.ts'
import { RIGHTS, type Role } from '../../../src/domain/members/rights.ts'
import { temporaryStore } from '../../support/database.ts'
import { LOW_COST } from '../../support/password-cost.ts'

let store: Store
let drop: () => Promise<void>
let accountId: number
let people = 0
before(async () => {
  ;({ store, drop } = await temporaryStore())
})
after(() => drop())

const ask = (text: string, values: unknown[] = []) =>
  store.run({ name: '', text, again: false }, values)

const account = async (username: string) =>
  (await addAccount(store, { username, password: 'a long secret', cost: LOW_COST }))!.id

async function person(role: Role, { operator = false, masked = false } = {}): Promise<number> {
  const id = ++people
  await ask(
    `insert into people (id, email, email_key, name, password_hash, language, operator, proven_at)
     values ($1, $2, $2, '', 'x', 'en', $3, now())`,
    [id, `p${id}@members.test`, operator],
  )
  await join(id, role, masked)
  return id
}

const join = (personId: number, role: Role, masked = false) =>
  ask('insert into members (account_id, person_id, role, masked) values ($1, $2, $3, $4)', [
    accountId,
    personId,
    role,
    masked,
  ])

const make = (maker: KeyMaker, given: { rights?: readonly string[]; masked?: boolean } = {}) =>
  makeApiKey(store, accountId, { name: 'crm', rights: RIGHTS, maker, ...given })

/** As calls are answered when no process uses the key as it was before. */
async function has(token: string) {
  await keyCacheExpiry()
  const holder = (await holderOfApiKey(store, token, '192.0.2.1'))!
  return [[...holder.rights].join(' '), holder.masked]
}

async function listed(id: number) {
  const { rights, lost, why, masked } = (await listApiKeys(store, accountId)).find(
    key => key.id === id,
  )!
  return { rights: rights.join(' '), lost: lost.join(' '), why, masked }
}

const ALL = RIGHTS.join(' ')
const OWNER = 'read content people send own'

describe('a key and its maker', () => {
  beforeEach(async () => {
    accountId = await account(`shop${++people}`)
    await person('owner')
  })

  test('role, operator and mask of its maker hold for a key from the next call on', async () => {
    const personId = await person('owner', { operator: true })
    const { key, token } = await make({ kind: 'person', personId })
    assert.deepEqual(await has(token), [ALL, false])
    assert.deepEqual(await listed(key.id), { rights: ALL, lost: '', why: null, masked: false })
    await editMember(store, accountId, personId, { operator: false })
    assert.deepEqual(await has(token), [OWNER, false])
    const why = 'maker-has-less'
    assert.deepEqual(await listed(key.id), { rights: ALL, lost: 'operate', why, masked: false })
    await editMember(store, accountId, personId, { role: 'editor', masked: true })
    assert.deepEqual(await has(token), ['read content people send', true])
    const lost = 'own operate'
    assert.deepEqual(await listed(key.id), { rights: ALL, lost, why, masked: true })
    await editMember(store, accountId, personId, { role: 'owner', masked: false, operator: true })
    assert.deepEqual(await has(token), [ALL, false])
  })

  test('a masked key stays masked, and one with less rights gains none', async () => {
    const personId = await person('owner', { operator: true })
    const { token } = await make({ kind: 'person', personId }, { rights: ['read'], masked: true })
    assert.deepEqual(await has(token), ['read', true])
  })

  test('a key of a former member has no right, and is named before the removal', async () => {
    const personId = await person('owner')
    const { key, token } = await make({ kind: 'person', personId })
    await make({ kind: 'person', personId: await person('owner') })
    const others = await make({ kind: 'account' })
    const ending = await keysOfMember(store, accountId, personId)
    assert.deepEqual(
      ending.map(({ id, name }) => [id, name]),
      [[key.id, 'crm']],
    )
    const { losing } = await lostRightsBy(store, await accountsOfPerson(store, personId), () =>
      dropMember(store, accountId, personId),
    )
    assert.deepEqual(
      losing.map(({ id, stopped }) => [id, stopped]),
      [[key.id, true]],
    )
    assert.deepEqual(await has(token), ['', false])
    assert.equal((await listed(key.id)).why, 'maker-gone')
    const { used, maker } = (await listApiKeys(store, accountId)).find(({ id }) => id === key.id)!
    assert.notEqual(used, null, 'a program still calls with it')
    assert.deepEqual(maker, { kind: 'person', personId, email: `p${personId}@members.test` })
    assert.deepEqual(await keysOfMember(store, accountId, personId), [])
    assert.deepEqual((await has(others.token))[0], OWNER)
  })

  test('a key is taken over with the rights that the taker has, and keeps its token', async () => {
    const personId = await person('owner', { operator: true })
    const { key, token } = await make({ kind: 'person', personId })
    await dropMember(store, accountId, personId)
    const taker = await person('owner')
    const rights = new Set(['read', 'own', 'send'] as const)
    const maker = { kind: 'person', personId: taker } as const
    const none = takeOverApiKey(store, accountId, key.id, {
      maker,
      rights: new Set(),
      masked: false,
    })
    await assert.rejects(none, { reason: 'not-valid' })
    const elsewhere = await account(`other${++people}`)
    const wrong = takeOverApiKey(store, elsewhere, key.id, { maker, rights, masked: false })
    await assert.rejects(wrong, { reason: 'no-such-key' })
    const taken = await withActor({ kind: 'person', id: taker }, () =>
      takeOverApiKey(store, accountId, key.id, { maker, rights, masked: true }),
    )
    assert.deepEqual([taken.maker.personId, taken.why], [taker, null])
    assert.deepEqual(await has(token), ['read send own', true])
    await editMember(store, accountId, taker, { operator: true, masked: false })
    assert.deepEqual(await has(token), ['read send own', true], 'nothing comes back')
    const [entry] = await auditOf(store, accountId, { kind: 'api-key', id: key.id, most: 1 })
    assert.equal(entry!.action, 'api-key.take-over')
    assert.equal((entry!.before as { personId: number }).personId, personId)
  })

  test('what the account made operates while it is alone; a command’s key always', async () => {
    await ask('update accounts set closed_at = now() where id <> $1', [accountId])
    const own = await make({ kind: 'account' })
    const command = await make({ kind: 'command' })
    assert.deepEqual((await has(own.token))[0], ALL)
    const username = `second${++people}`
    const { losing } = await lostRightsBy(store, await onlyAccount(store), () => account(username))
    assert.deepEqual(
      losing.map(({ id, lost, stopped }) => [id, lost, stopped]),
      [[own.key.id, ['operate'], false]],
    )
    assert.deepEqual((await has(own.token))[0], OWNER)
    assert.equal((await listed(own.key.id)).why, 'not-alone')
    assert.deepEqual((await has(command.token))[0], ALL)
    await closeAccount(store, username)
    assert.deepEqual((await has(own.token))[0], ALL)
    const again = await lostRightsBy(store, await onlyAccount(store), () =>
      reopenAccount(store, username),
    )
    assert.equal(again.losing.length, 1)
    assert.deepEqual(await onlyAccount(store), [])
  })
})
