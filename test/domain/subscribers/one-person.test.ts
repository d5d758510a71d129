/** An internationalised domain in Unicode or in ASCII: one person, in whatever spelling. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applyReports } from '../../../src/domain/bounces/apply-reports.ts'
import { releasePerson } from '../../../src/domain/bounces/suppression/release-person.ts'
import { suppressedAddresses } from '../../../src/domain/bounces/suppression/suppressed.ts'
import { countMatching } from '../../../src/domain/filters/matching.ts'
import { readFilter } from '../../../src/domain/filters/read-filter.ts'
import { liftOptOut } from '../../../src/domain/opt-outs/opt-out.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import { exportPerson } from '../../../src/domain/privacy/export-person.ts'
import { addToTestGroup } from '../../../src/domain/test-groups/keep-test-group.ts'
import { newAccount } from '../../support/account.ts'
import { newProject } from '../../support/projects.ts'

const UNICODE = 'ola@bücher.example'
const ASCII = 'ola@xn--bcher-kva.example'
const OPTED_OUT = -8

async function all<Row>(pages: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

const spellings = [
  [UNICODE, ASCII],
  [ASCII, UNICODE.toUpperCase()],
] as const

for (const [one, other] of spellings)
  describe(`${one}, then ${other}`, () => {
    test('is one subscriber, shown as it was given first', async () => {
      const { call, list } = await newAccount()
      const listId = await list()
      const id = await call.InsertSubscriber({ email: one, listId })
      assert.equal(await call.InsertSubscriber({ email: other, listId }), id)
      const people = await call.GetPagedSubscribers({ listId, page: 1, size: 10 })
      assert.deepEqual(
        people.map(({ email }) => email),
        [one],
      )
      assert.equal(await call.DeleteSubscription({ email: other, listId: undefined }), 1)
    })

    test('an opt-out holds, until it is lifted by either', async () => {
      const { call, list, service, account } = await newAccount()
      const listId = await list()
      await call.MoveSubscriberToOptOutAll({ email: one })
      assert.equal(await call.InsertSubscriber({ email: other, listId }), OPTED_OUT)
      assert.equal((await call.GetOptOutAll())[0]?.email, one)
      assert.equal(await liftOptOut(service.store, account.id, other), true)
      assert.ok((await call.InsertSubscriber({ email: one, listId })) > 0)
    })

    test('who opted out and was erased stays out', async () => {
      const { call, list, service, account } = await newAccount()
      const listId = await list()
      await call.InsertSubscriber({ email: one, listId })
      await call.MoveSubscriberToOptOutAll({ email: one })
      assert.equal((await erase(service.store, account.id, other))?.keptOut, true)
      for (const email of [one, other])
        assert.equal(await call.InsertSubscriber({ email, listId }), OPTED_OUT)
    })

    test('a hard bounce without a subscriber suppresses both, and is released by either', async () => {
      const account = await newAccount()
      const { store } = account.service
      const accountId = account.account.id
      const project = await newProject(account)
      const deliveryId = await account.call.InsertTransaction({
        projectGuid: project.guid,
        identifier: '',
        email: one,
        name: '',
        format: undefined,
        sendTime: undefined,
        fieldNames: '',
        fieldValues: '',
      })
      const judged = { kind: 'hard', class: 'bad-mailbox', rule: 'r' } as const
      const report = {
        messageId: null,
        sentMessage: { sourceKind: 3, sourceId: project.id, deliveryId } as const,
        identity: 'token',
        judgements: [{ ...judged, status: undefined, recipient: undefined, reply: undefined }],
        receivedAt: new Date(),
      }
      const rules = { softLimit: 5, softDays: 14 }
      await store.transact(tx => applyReports(store, tx, accountId, [report], rules), {})
      const held = async () =>
        (await all(suppressedAddresses(store, accountId, {}))).map(({ email }) => email)
      assert.deepEqual(await held(), [one])
      assert.equal(await releasePerson(store, accountId, other), 'released')
      assert.deepEqual(await held(), [])
    })

    test('is found by filters', async () => {
      const { call, list, service, account } = await newAccount()
      const listId = await list()
      await call.InsertSubscriber({ email: one, listId })
      await call.InsertSubscriber({ email: 'x@example.test', listId })
      for (const condition of [
        `email = "${other}"`,
        `email in ("${other}", "y@example.test")`,
        'domain = "Bücher.example"',
        'domain = "xn--bcher-kva.example"',
        `email contains "@${other.split('@')[1]}"`,
        `domain ends with "${other.split('@')[1]}"`,
        `domain begins with "${one.split('@')[1]!.slice(0, 4)}"`,
      ]) {
        const read = [readFilter(condition, [])]
        const { matching } = await countMatching(service.store, account.id, read, { listId })
        assert.equal(matching, 1, condition)
      }
    })

    test('the data of the person is exported and erased by either', async () => {
      const { call, list, service, account } = await newAccount()
      const { store } = service
      await call.InsertSubscriber({ email: one, listId: await list() })
      await addToTestGroup(store, account.id, 'us', [one])
      const known = await exportPerson(store, { id: account.id, fieldCount: 25 }, other)
      assert.deepEqual([known?.email, known?.testGroups], [one, ['us']])
      const erased = await erase(store, account.id, other)
      assert.equal(erased?.testGroups, 1)
      const left = await exportPerson(store, { id: account.id, fieldCount: 25 }, one)
      assert.equal(left, undefined)
    })
  })
