/**
 * API keys in place of the password, in every binding: each operation with the right of the key
 * and no other, within what the key is bound to, and never by a key that is wrong or elsewhere.
 */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { contract, entryOf, type OperationName, operationNames } from '../../src/contract/index.ts'
import {
  makeApiKey,
  type NewApiKey,
  revokeApiKey,
} from '../../src/domain/members/api-keys/api-keys.ts'
import { RIGHTS } from '../../src/domain/members/rights.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { KEY_RIGHTS } from '../../src/operations/keys/key-rights.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import { bindings, type Texts } from '../support/typed-client/request.ts'

let shop: TestAccount
before(async () => {
  shop = await newAccount()
})

async function keyed(given: Partial<NewApiKey> = {}) {
  const { key, token } = await makeApiKey(shop.service.store, shop.account.id, {
    name: 'program',
    rights: RIGHTS,
    maker: { kind: 'command' },
    ...given,
  })
  return { ...shop.as({ password: token }), id: key.id, token }
}

/** Texts that every operation can read. */
const textsFor = (name: OperationName): Texts =>
  Object.fromEntries(
    Object.values<AnyParam>(contract[name].params).map(({ wire, xsd, form }) => [
      wire,
      readable(`${xsd} ${form}`),
    ]),
  )

type AnyParam = Record<'wire' | 'xsd' | 'form', string>

function readable(kind: string): string {
  if (/guid/.test(kind)) return '00000000-0000-4000-8000-000000000000'
  if (/yyyy/.test(kind)) return '2026-01-01'
  if (/ISO/.test(kind)) return '2026-01-01T00:00:00'
  if (/HTML/.test(kind)) return 'Text'
  return /^char/.test(kind) ? '59' : '1'
}

/** What a call was refused for; undefined if it was carried out, or refused otherwise. */
async function refusalOf(send: TestAccount['send'], name: OperationName, texts = textsFor(name)) {
  const turn = operationNames.indexOf(name) % bindings.length
  try {
    const answer = await send(name, texts, bindings[turn]!)
    return answer === -9 || answer === -1000 ? answer : undefined
  } catch (error) {
    return /not-permitted|may not do this/.test(String((error as Error).message)) ? -9 : undefined
  }
}

describe('an API key as password', () => {
  test('may call what its right says, and nothing else', async () => {
    for (const right of RIGHTS) {
      const lacking = await keyed({ rights: RIGHTS.filter(one => one !== right) })
      for (const name of operationNames) {
        const { right: needed } = KEY_RIGHTS[name]
        // With the right it may do something: those are called once below.
        if (needed !== right && needed !== 'nobody') continue
        assert.equal(await refusalOf(lacking.send, name), -9, `${name} without ${right}`)
      }
    }
    const reader = await keyed({ rights: ['read'] })
    for (const name of operationNames.filter(one => KEY_RIGHTS[one].right === 'read'))
      assert.equal(await refusalOf(reader.send, name), undefined, name)
  })

  test('calls as the password does, in each binding', async () => {
    const listId = await shop.list()
    const key = await keyed({ rights: ['people', 'read'] })
    await key.inEveryBinding(async (call, binding) => {
      const email = `${binding}@people.test`
      const id = await call.InsertSubscriber({
        email,
        name: 'Ada',
        format: 'html',
        countryCode: '',
        phone: '',
        listId,
      })
      assert.ok(id > 0)
      const people = await call.GetPagedSubscribers({ listId, page: 1, size: 50 })
      assert.ok(people.some(one => one.email === email))
    })
  })

  test('is refused as a wrong password is, once it is gone, or of another account', async () => {
    const key = await keyed()
    const other = await newAccount()
    await revokeApiKey(shop.service.store, shop.account.id, key.id)
    for (const caller of [key, other.as({ password: (await keyed()).token })])
      for (const binding of bindings) {
        const asked = { strListName: 'x', strFromName: 'x', strFromEmail: 'x@x.test' }
        assert.equal(await caller.send('InsertMailingList', asked, binding), -1000, binding)
      }
  })

  test('to try with only reads, and one without personal data sees no people', async () => {
    const trial = await keyed({ test: true })
    const masked = await keyed({ masked: true })
    for (const name of operationNames) {
      if (!entryOf(name)!.reads) assert.equal(await refusalOf(trial.send, name), -9, name)
      if (!KEY_RIGHTS[name].impersonal) assert.equal(await refusalOf(masked.send, name), -9, name)
    }
    assert.ok(Array.isArray(await trial.call.GetMailingLists()))
    assert.ok(Array.isArray(await masked.call.GetMailingLists()))
  })

  test('bound to a list calls for that list only', async () => {
    const [own, other] = [await shop.newList(), await shop.newList()]
    const key = await keyed({ listId: own })
    for (const name of operationNames) {
      const { list } = KEY_RIGHTS[name]
      const texts = textsFor(name)
      if (list) texts[wireOf(name, list)] = String(other)
      assert.equal(await refusalOf(key.send, name, texts), -9, name)
    }
    const person = { email: 'l@people.test', name: '', format: 'html', countryCode: '', phone: '' }
    assert.ok((await key.call.InsertSubscriber({ ...person, format: 'html', listId: own })) > 0)
  })

  test('bound to a project calls for that project only', async () => {
    const { store } = shop.service
    const facts = {
      newsletterId: 0,
      fromName: '',
      fromEmail: 'a@x.test',
      replyTo: '',
      routeId: null,
      marketing: false,
      repeats: 'off' as const,
      retentionDays: null,
      versions: [],
    }
    const own = await makeProject(store, shop.account.id, { ...facts, name: 'own' })
    const other = await makeProject(store, shop.account.id, { ...facts, name: 'other' })
    const key = await keyed({ projectId: own.id })
    for (const name of operationNames) {
      const { project } = KEY_RIGHTS[name]
      const texts = textsFor(name)
      if (project) texts[wireOf(name, project)] = other.guid
      assert.equal(await refusalOf(key.send, name, texts), -9, name)
    }
    const asked = { projectGuid: own.guid }
    assert.deepEqual(await key.call.GetTransactionBouncesByDateInterval(asked), [])
  })

  test('beyond its limit is told to wait, in each binding, and no other caller is', async () => {
    const [limited, other] = [await keyed({ callsPerMinute: 2 }), await keyed()]
    const ask = { strListName: 'x', strFromName: 'x', strFromEmail: 'x@x.test' }
    const byJson = () =>
      fetch(new URL('/api/v1/lists', shop.service.url), {
        headers: { Authorization: `Bearer ${limited.token}` },
      })
    // Calls of both kinds count together.
    assert.equal((await byJson()).status, 200)
    assert.ok(Number(await limited.send('InsertMailingList', ask, bindings[0]!)) > 0)
    for (const binding of bindings) {
      assert.equal(await limited.send('InsertMailingList', ask, binding), -5, binding)
      await assert.rejects(limited.send('GetMailingLists', {}, binding), /as many calls as it may/)
      assert.ok(Number(await other.send('InsertMailingList', ask, binding)) > 0, binding)
      assert.ok(Number(await shop.send('InsertMailingList', ask, binding)) > 0, binding)
    }
    const late = await byJson()
    assert.equal(late.status, 429)
    assert.ok(Number(late.headers.get('retry-after')) > 0)
  })

  test('bound to networks is refused from elsewhere', async () => {
    const key = await keyed({ networks: ['192.0.2.0/24'] })
    for (const binding of bindings) {
      const asked = { strListName: 'x', strFromName: 'x', strFromEmail: 'x@x.test' }
      assert.equal(await key.send('InsertMailingList', asked, binding), -9, binding)
    }
  })
})

const wireOf = (name: OperationName, input: string): string =>
  (contract[name].params as Record<string, { wire: string }>)[input]!.wire
