/** Ids that callers give: kept, refused when taken, and never issued again. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { addNamedFilter } from '../../src/domain/filters/save-filter.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { saveNewTemplate } from '../../src/domain/templates/save-template.ts'
import { makeProject } from '../../src/domain/transactions/projects.ts'
import { newAccount, newAddress, type TestAccount } from '../support/account.ts'

const list = {
  name: 'News',
  fromName: 'Shop',
  fromEmail: 'shop@example.test',
  description: '',
  characterSet: '',
}
const draft = {
  name: 'Spring',
  subject: 'Spring',
  preheader: '',
  source: { kind: 'html' as const, html: '<p>Hello</p>' },
  text: '',
  fromName: '',
  fromEmail: 'shop@example.test',
  replyTo: '',
  listId: null,
}

let caller: TestAccount
before(async () => {
  caller = await newAccount()
})

const store = () => caller.service.store
const accountId = () => caller.account.id

describe('a record with a given id', () => {
  test('has it, and the counter continues above the highest', async () => {
    assert.equal(await makeList(store(), accountId(), list, { id: 700 }), 700)
    assert.equal(await makeList(store(), accountId(), list, { id: 300 }), 300)
    assert.equal(await caller.newList(), 701)
    assert.equal(await addDraft(store(), accountId(), draft, { id: 40 }), 40)
    assert.equal(await addDraft(store(), accountId(), draft), 41)
    const filter = await addNamedFilter(store(), accountId(), 'Lund', 'dd1 = "Lund"', { id: 9 })
    assert.equal(filter, 9)
    const template = {
      name: 'Plain',
      description: '',
      source: { kind: 'html' as const, html: '<p>x</p>' },
    }
    assert.equal((await saveNewTemplate(store(), accountId(), template, { id: 12 })).id, 12)
  })

  test('is refused when it is taken, with who has it, or when it does not fit', async () => {
    await assert.rejects(makeList(store(), accountId(), list, { id: 700 }), {
      message: /The id 700 is taken: list "News" has it\./,
    })
    await assert.rejects(addDraft(store(), accountId(), draft, { id: 40 }), {
      message: /The id 40 is taken: newsletter "Spring" has it\./,
    })
    await assert.rejects(makeList(store(), accountId(), list, { id: 2 ** 31 }), {
      message: /The id 2147483648 does not fit: the id of a list is a number from 1 to 2000000000/,
    })
  })

  test('a project keeps its guid', async () => {
    const guid = 'a3c1f0de-0000-4000-8000-00000000beef'
    const facts = {
      name: 'Orders',
      newsletterId: 40,
      fromName: '',
      fromEmail: '',
      replyTo: '',
      routeId: null,
      marketing: false,
      repeats: '24h' as const,
      retentionDays: null,
      versions: [],
    }
    const project = await makeProject(store(), accountId(), facts, `{${guid.toUpperCase()}}`)
    assert.equal(project.guid, guid)
    await assert.rejects(makeProject(store(), accountId(), { ...facts, name: 'Other' }, guid), {
      message: /The guid is taken: project "Orders" has it\./,
    })
    await assert.rejects(makeProject(store(), accountId(), { ...facts, name: 'Third' }, 'x'), {
      message: /That is no guid/,
    })
  })
})

test('an id within a block that this process holds is not issued a second time', async () => {
  const listId = await caller.newList()
  const insert = (email: string) =>
    caller.call.InsertSubscriber({
      email,
      name: '',
      format: 'html',
      countryCode: '',
      phone: '',
      listId,
    })
  const first = await insert(newAddress())
  // Another process keeps the next ids, which the block of this one holds.
  const given = [first + 1, first + 2, first + 5]
  await store().withClient(async client => {
    for (const id of given)
      await client.query(
        'insert into subscribers (account_id, id, email, email_key) values ($1, $2, $3, $3)',
        [accountId(), id, newAddress()],
      )
  })
  const ids = await Promise.all(Array.from({ length: 40 }, () => insert(newAddress())))
  assert.equal(new Set([...ids, ...given, first]).size, 44)
  assert.ok(ids.every(id => id > 0))
  await optOut(store(), accountId(), {
    email: newAddress(),
    reason: '',
    listText: '',
    sendingText: '',
  })
})
