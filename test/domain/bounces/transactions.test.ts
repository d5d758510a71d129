/**
 * Emails of transactions that come back: to the person where there is one, to the address alone
 * where there is none.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applyReports } from '../../../src/domain/bounces/apply-reports.ts'
import { releasePerson } from '../../../src/domain/bounces/suppression/release-person.ts'
import { suppressedAddresses } from '../../../src/domain/bounces/suppression/suppressed.ts'
import { exportPerson } from '../../../src/domain/privacy/export-person.ts'
import { newAccount, newAddress } from '../../support/account.ts'
import { newProject } from '../../support/projects.ts'

async function setUp() {
  const account = await newAccount()
  const project = await newProject(account)
  const { store } = account.service
  const accountId = account.account.id
  const insert = (email: string) =>
    account.call.InsertTransaction({
      projectGuid: project.guid,
      identifier: '',
      email,
      name: '',
      format: undefined,
      sendTime: undefined,
      fieldNames: '',
      fieldValues: '',
    })
  const ask = async (text: string, ...values: unknown[]) =>
    (await store.run({ name: '', text, again: true }, [accountId, ...values])).rows
  return {
    ...account,
    store,
    accountId,
    insert,
    ask,
    project,
    /** A message about the email; without an email, only the address says whom it is about. */
    async cameBack(
      message: number | undefined,
      kind: 'hard' | 'soft' | 'complaint',
      recipient?: string,
    ) {
      const judgements = [
        { kind, class: 'bad-mailbox', status: '5.1.1', recipient, reply: '550 no', rule: 'r' },
      ]
      const named =
        message === undefined
          ? undefined
          : ({ sourceKind: 3, sourceId: project.id, deliveryId: message } as const)
      const told = {
        messageId: null,
        sentMessage: named,
        identity: 'token',
        judgements,
        receivedAt: new Date(),
      }
      await store.transact(
        tx => applyReports(store, tx, accountId, [told], { softLimit: 3, softDays: 14 }),
        {},
      )
    },
    accepted: (id: number) =>
      ask(
        "update deliveries set state = 'accepted', attempts = 1, next_try_at = null, " +
          'changed_at = now() where account_id = $1 and source_kind = 3 and id = $2::bigint',
        id,
      ),
    stateOf: async (id: number) =>
      (
        await ask(
          'select state, reply, reason from deliveries where account_id = $1 and ' +
            'source_kind = 3 and id = $2::bigint',
          id,
        )
      )[0],
    suppressed: async () => {
      const found: string[] = []
      for await (const part of suppressedAddresses(store, accountId, {}))
        found.push(...part.map(({ email }) => email))
      return found
    },
  }
}

describe('an email of a transaction that comes back', () => {
  test('makes the subscriber of that address undeliverable, ignoring letter case', async () => {
    const { call, list, insert, accepted, cameBack, stateOf, suppressed, store, accountId } =
      await setUp()
    const email = newAddress()
    await call.InsertSubscriber({
      email,
      name: '',
      format: undefined,
      countryCode: '',
      phone: '',
      listId: await list(),
    })
    const id = await insert(email.toUpperCase())
    await accepted(id)
    await cameBack(id, 'hard')
    assert.deepEqual(await stateOf(id), ['bounced', '550 no', 'bad-mailbox'])
    assert.deepEqual(await suppressed(), [email])
    assert.equal(await releasePerson(store, accountId, email), 'released')
    assert.deepEqual(await suppressed(), [])
  })

  test('keeps an address that no subscriber has from more emails, until it is released', async () => {
    const { insert, accepted, cameBack, suppressed, store, accountId } = await setUp()
    const [email, other] = [newAddress(), newAddress()]
    for (const to of [email, other, email]) {
      const id = await insert(to)
      await accepted(id)
      await cameBack(id, 'hard')
    }
    assert.deepEqual(await suppressed(), [other, email])
    assert.equal(await releasePerson(store, accountId, ` ${email.toUpperCase()}`), 'released')
    assert.deepEqual(await suppressed(), [other])
    assert.equal(await releasePerson(store, accountId, email), 'unknown')
  })

  test('is found by the address alone, when a report names nothing else: the latest email that was handed over', async () => {
    const { insert, accepted, cameBack, stateOf } = await setUp()
    const email = newAddress()
    const [first, second, waiting] = [await insert(email), await insert(email), await insert(email)]
    await accepted(first)
    await accepted(second)
    await cameBack(undefined, 'hard', `<${email}>`.slice(1, -1))
    assert.deepEqual(
      [(await stateOf(first))![0], (await stateOf(second))![0], (await stateOf(waiting))![0]],
      ['accepted', 'bounced', 'planned'],
    )
  })

  test('with a complaint opts the address out of everything, known or not', async () => {
    const { call, insert, accepted, cameBack, stateOf } = await setUp()
    const email = newAddress()
    const id = await insert(email)
    await accepted(id)
    await cameBack(id, 'complaint')
    assert.equal((await stateOf(id))![0], 'accepted')
    const [row] = await call.GetOptOutAll({})
    assert.deepEqual([row!.email, row!.reason], [email, 'complaint'])
  })

  test('is part of the export of the address', async () => {
    const { insert, accepted, cameBack, store, account } = await setUp()
    const email = newAddress()
    const id = await insert(email)
    await accepted(id)
    await cameBack(id, 'hard')
    const known = await exportPerson(store, account, email)
    assert.equal(known!.bounces.length, 1)
  })
})
