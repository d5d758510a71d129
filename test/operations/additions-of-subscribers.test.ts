/** Subscriber operations beyond the specification: their answers and refusals. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { editField } from '../../src/domain/demographics/change-field.ts'
import { newAccount, newAddress, type TestAccount } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { ended, type ImportWorker, startImportWorker } from '../support/imports.ts'
import { heldInBuffers, heldInStrings } from '../support/memory.ts'
import { service } from '../support/service.ts'
import { columnsOf } from '../support/typed-client/dataset.ts'

let worker: ImportWorker
before(async () => {
  worker = await startImportWorker((await service()).store)
})
after(() => worker.stop())

const nobody = { subscriberId: undefined, email: '' }

async function person({ call, list }: TestAccount, more: object = {}) {
  const listId = await list()
  const email = newAddress()
  const id = await call.InsertSubscriber({ listId, email, name: 'Ada', ...more })
  return { id, email, listId }
}

describe('GetSubscriberDetails', () => {
  test('answers one row by id, by address or by both, with a column for each field', async () => {
    const own = await newAccount()
    const { id, email, listId } = await person(own, { countryCode: '46', phone: '0701740610' })
    const { store } = own.service
    await editField(store, own.account.id, 1, { name: 'Home town' })
    await editField(store, own.account.id, 3, { name: 'email' })
    await own.call.InsertSubscriberWithDemData({
      listId,
      email,
      name: '',
      countryCode: '',
      phone: '',
      format: undefined,
      fieldNames: 'DD1;DD2;DD3',
      fieldValues: 'Lund;x;y',
    })
    for (const named of [
      { subscriberId: String(id), email: '' },
      { subscriberId: '', email: email.toUpperCase() },
      { subscriberId: ` ${id} `, email },
    ]) {
      const rows = await own.call.GetSubscriberDetails(named)
      assert.equal(rows.length, 1)
      const { fields, created, ...row } = rows[0]!
      assert.ok(created instanceof Date)
      assert.deepEqual(row, {
        id,
        email,
        name: 'Ada',
        format: 'html',
        countryCode: '46',
        phone: '0701740610',
      })
      // A name that a fixed column has gets a number.
      assert.deepEqual(fields, { 'Home town': 'Lund', dd2: 'x', email_1: 'y' })
      const columns = columnsOf(rows).map(({ name }) => name)
      assert.deepEqual(columns.slice(0, 10), [
        'Id',
        'Email',
        'Name',
        'Format',
        'CountryCode',
        'PhoneNumber',
        'Created',
        'Home town',
        'dd2',
        'email_1',
      ])
      assert.equal(columns.length, 7 + 25)
    }
  })

  test('answers no row, with the same columns, for an unknown person', async () => {
    const own = await newAccount()
    const [one, two] = [await person(own), await person(own)]
    await editField(own.service.store, own.account.id, 1, { name: 'City' })
    for (const [subscriberId, email] of [
      ['', ''],
      ['no id', ''],
      ['9'.repeat(30), ''],
      ['', 'unknown@example.test'],
      [String(one.id), two.email],
    ]) {
      const rows = await own.call.GetSubscriberDetails({ subscriberId, email })
      assert.deepEqual([...rows], [])
      assert.ok(columnsOf(rows).some(({ name }) => name === 'City'))
    }
  })
})

describe('GetSubscribers', () => {
  test('answers all of a list, in the order of GetPagedSubscribers', async () => {
    const own = await newAccount()
    const listId = await own.list()
    for (let at = 0; at < 12; at++)
      await own.call.InsertSubscriberWithDemData({
        listId,
        email: newAddress(),
        name: `N${at}`,
        countryCode: '',
        phone: '',
        format: undefined,
        fieldNames: 'DD2',
        fieldValues: String(at),
      })
    const rows = await own.call.GetSubscribers({ listId })
    const paged = await own.call.GetPagedSubscribers({ listId, page: 1, size: 100 })
    assert.deepEqual(
      rows.map(({ id, email, name, fields }) => ({ id, email, name, fields })),
      paged.map(({ id, email, name, fields }) => ({ id, email, name, fields })),
    )
    assert.deepEqual(
      columnsOf(rows)
        .map(({ name }) => name)
        .slice(0, 5),
      ['SubscriberID', 'Email', 'Name', 'dd1', 'dd2'],
    )
    assert.deepEqual([...(await own.call.GetSubscribers({ listId: 99 }))], [])
    const stranger = own.as({ password: 'another' }).call
    await assert.rejects(stranger.GetSubscribers({ listId }), refusal('unknown-credentials'))
    await assert.rejects(stranger.GetSubscriberDetails({}), refusal('unknown-credentials'))
  })

  test('is streamed: rows are read when the caller takes them, and none is kept', async () => {
    const own = await newAccount()
    const listId = await own.list()
    const people = 30_000
    const join = (from: number, to: number) =>
      own.service.store.withClient(client =>
        client.query(
          `with people as (
             insert into subscribers (account_id, id, email, email_key, fields)
             select $1, n, 's' || n || '@x.test', 's' || n || '@x.test',
               array_fill(repeat('v', 20), array[25])
             from generate_series($3::int, $4::int) n returning id)
           insert into subscriptions (account_id, subscriber_id, list_id)
           select $1, id, $2 from people`,
          [own.account.id, listId, from, to],
        ),
      )
    await join(1, people)
    const { username, password } = own.account
    const asked = new URLSearchParams({
      strUsername: username,
      strPassword: password,
      strMailingListId: String(listId),
    })
    const call = request(`${own.service.url}/GetSubscribers?${asked}`, { agent: false })
    const before = heldInBuffers() + heldInStrings()
    const [answer] = (await once(call.end(), 'response')) as [IncomingMessage]
    // Nobody reads now: the service comes to rest once the buffers of the system are full.
    let held = 0
    for (let last = -1; held !== last; await pause(300)) {
      last = held
      held = Math.round((heldInBuffers() + heldInStrings() - before) / 2 ** 21)
    }
    // Who joins behind the rows that were read is in the answer.
    await join(people + 1, people + 1)
    let [size, end] = [0, '']
    for await (const text of answer.setEncoding('utf8')) {
      size += text.length
      end = (end + text).slice(-5000)
    }
    assert.match(
      end,
      new RegExp(`rowOrder="${people}".*<Email>s${people + 1}@x\\.test</Email>`, 's'),
    )
    assert.ok(size > 24 << 20, `${size} bytes`)
    assert.ok(held < size / 2 ** 20 / 4, `${held} MB held of ${size >> 20}`)
  })
})

describe('UpdateSubscriber', () => {
  test('changes what is given, finds by id or address, and answers 1', async () => {
    const own = await newAccount()
    await own.inEveryBinding(async (call, binding) => {
      const { id, email } = await person(own, { phone: '0701740610' })
      const moved = newAddress()
      const name = `Åsa ${binding}`
      assert.equal(await call.UpdateSubscriber({ ...nobody, email, name, format: 'text' }), 1)
      assert.equal(await call.UpdateSubscriber({ subscriberId: id, email: moved }), 1)
      const [row] = await own.call.GetSubscriberDetails({ subscriberId: String(id) })
      assert.deepEqual(
        [row!.email, row!.name, row!.format, row!.phone],
        [moved, name, 'text', '0701740610'],
      )
      assert.deepEqual([...(await own.call.GetSubscriberDetails({ email }))], [])
    })
  })

  test('refuses an unknown person, a taken address, one that opted out, and invalid values', async () => {
    const own = await newAccount()
    const [one, two] = [await person(own), await person(own)]
    const gone = newAddress()
    await own.call.MoveSubscriberToOptOutAll({ email: gone })
    await own.inEveryBinding(async ({ UpdateSubscriber }) => {
      assert.equal(await UpdateSubscriber({ ...nobody, name: 'x' }), -2)
      assert.equal(await UpdateSubscriber({ ...nobody, email: newAddress(), name: 'x' }), -3)
      assert.equal(await UpdateSubscriber({ subscriberId: 999_999, name: 'x' }), -3)
      assert.equal(await UpdateSubscriber({ subscriberId: one.id, email: two.email }), -2)
      assert.equal(await UpdateSubscriber({ subscriberId: one.id, email: gone }), -8)
      assert.equal(await UpdateSubscriber({ subscriberId: one.id, email: 'no address' }), -2)
      assert.equal(await UpdateSubscriber({ subscriberId: one.id, name: 'x'.repeat(501) }), -2)
    })
    const [row] = await own.call.GetSubscriberDetails({ subscriberId: String(one.id) })
    assert.deepEqual([row!.email, row!.name], [one.email, 'Ada'])
  })
})

describe('UpdateSubscriberData', () => {
  test('sets one field, by number or DDn, also to empty', async () => {
    const own = await newAccount()
    const { id, email } = await person(own)
    const fields = async () => (await own.call.GetSubscriberDetails({ email }))[0]!.fields
    await own.inEveryBinding(async ({ UpdateSubscriberData }, binding) => {
      const set = (field: string, value: string) =>
        UpdateSubscriberData({ subscriberId: id, email, field, value })
      assert.equal(await set('5', `5 ${binding}; |`), 1)
      assert.equal(await set('DD6', 'six'), 1)
      assert.deepEqual(await fields(), { dd5: `5 ${binding}; |`, dd6: 'six' })
      assert.equal(await set('dd6', ''), 1)
      assert.deepEqual(await fields(), { dd5: `5 ${binding}; |` })
    })
  })

  test('refuses another field, a longer value, an unknown person, and two that differ', async () => {
    const own = await newAccount()
    const [one, two] = [await person(own), await person(own)]
    await own.inEveryBinding(async ({ UpdateSubscriberData }) => {
      const of = (more: object) =>
        UpdateSubscriberData({ ...nobody, email: one.email, field: '1', value: 'x', ...more })
      for (const field of ['', '0', '101', 'DD', 'City', '1;2'])
        assert.equal(await of({ field }), -2, field)
      assert.equal(await of({ value: 'x'.repeat(501) }), -2)
      assert.equal(await of({ email: newAddress() }), -3)
      assert.equal(await of({ email: '' }), -2)
      assert.equal(await of({ subscriberId: two.id }), -2)
    })
  })
})

describe('InsertCsvSubscribersWithDemData', () => {
  test('imports the rows of the call', async () => {
    const own = await newAccount()
    const listId = await own.list()
    await own.inEveryBinding(async ({ InsertCsvSubscribersWithDemData }, binding) => {
      const email = newAddress()
      const csv = `${email};"Åsa; ${binding}";Text;Lund;Blå\r\n${newAddress()};Bo;HTML;Ystad\r\n`
      const importId = await InsertCsvSubscribersWithDemData({ listId, csv })
      const progress = await ended(own.service.store, own.account.id, importId)
      assert.deepEqual([progress.state, progress.inserted, progress.rejected], [2, 2, 0])
      const [row] = await own.call.GetSubscriberDetails({ email })
      assert.equal(row!.name, `Åsa; ${binding}`)
      assert.deepEqual(row!.fields, { dd1: 'Lund', dd2: 'Blå' })
      assert.equal(await InsertCsvSubscribersWithDemData({ listId: 99, csv }), -3)
      assert.equal(await InsertCsvSubscribersWithDemData({ listId, csv: ' ' }), -2)
    })
  })
})
