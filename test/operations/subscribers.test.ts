/**
 * The three operations that insert subscribers, section 4.2: what they answer and refuse, in all
 * four bindings. The other subscriber operations are in subscriptions, pages and opt-outs beside
 * this file, the data of InsertSubscriberWithDemData in demographic-data.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newAccount, newAddress, personUnsubscribes, type TestAccount } from '../support/account.ts'

/** The only subscriber of a list. */
const only = async (call: TestAccount['call'], listId: number) => {
  const [row, ...more] = await call.GetPagedSubscribers({ listId, page: 1, size: 10 })
  assert.ok(row)
  assert.equal(more.length, 0)
  const { id, email, name, format, countryCode, phone, fields } = row
  return { id, email, name, format, countryCode, phone, fields }
}

/** Numbers in text parameters that name no list of anybody. */
const NOWHERE = ['0', '2147483648', '99999999999', '123456789012345', '9'.repeat(30)]
const NO_ADDRESSES = [
  '',
  ' ',
  'asa',
  'asa@',
  '@example.test',
  'asa@example',
  'a@b@example.test',
  'asa@example.test\r\nBcc: all@example.test',
  'asa\r\n@example.test',
  'asa b@example.test',
  '"asa"@example.test',
  'asa@[127.0.0.1]',
  `${'x'.repeat(65)}@example.test`,
]

for (const name of [
  'InsertSubscriber',
  'InsertSubscriberSid',
  'InsertSubscriberWithDemData',
] as const) {
  describe(name, () => {
    test('answers the id of a subscriber, new or known', async () => {
      const { inEveryBinding, newList, call } = await newAccount()
      await inEveryBinding(async own => {
        const listId = await newList()
        const email = `Åsa.${newAddress()}`
        const person = {
          email,
          name: 'Åsa Öberg €',
          countryCode: '46',
          phone: '701234567',
          format: 'text' as const,
        }
        const id = await own[name]({ listId, ...person })
        assert.ok(id > 0)
        assert.deepEqual(await only(call, listId), { id, ...person, fields: [] })
        assert.equal(
          await own[name]({ listId, email: email.toUpperCase() }),
          id,
          'addresses are compared without case',
        )
        assert.deepEqual(
          await only(call, listId),
          { id, ...person, fields: [] },
          'empty values leave what is stored',
        )
        assert.equal(
          await own[name]({ listId, email: ` ${email} `, name: 'Asa', format: 'html' }),
          id,
        )
        assert.deepEqual(await only(call, listId), {
          id,
          ...person,
          name: 'Asa',
          format: 'html',
          fields: [],
        })
      })
    })

    test('a new subscriber without a format gets HTML, and joins further lists under the same id', async () => {
      const { call, newList } = await newAccount()
      const [one, two] = [await newList(), await newList()]
      const email = newAddress()
      const id = await call[name]({ listId: one, email })
      assert.equal((await only(call, one)).format, 'html')
      assert.equal(await call[name]({ listId: two, email }), id)
      assert.equal((await only(call, two)).id, id)
    })

    test('refuses an invalid address: -2, and changes nothing', async () => {
      const { inEveryBinding, call, list } = await newAccount()
      const listId = await list()
      await inEveryBinding(async own => {
        for (const email of NO_ADDRESSES)
          assert.equal(await own[name]({ listId, email }), -2, JSON.stringify(email))
      })
      assert.deepEqual(await call.GetPagedSubscribers({ listId, page: 1, size: 10 }), [])
    })

    test('refuses formats, names and numbers that are none: -2', async () => {
      const { inEveryBinding, send, list } = await newAccount()
      const listId = await list()
      await inEveryBinding(async (own, binding) => {
        const texts = {
          strMailingListID: String(listId),
          strEmail: newAddress(),
          strDatafields: '',
          strDatavalues: '',
        }
        assert.equal(await send(name, { ...texts, strFormat: 'RTF' }, binding), -2)
        assert.ok(((await send(name, { ...texts, strFormat: ' html ' }, binding)) as number) > 0)
        const person = { listId, email: newAddress() }
        assert.equal(await own[name]({ ...person, name: 'x'.repeat(501) }), -2)
        assert.equal(await own[name]({ ...person, countryCode: 'x'.repeat(21) }), -2)
        assert.equal(await own[name]({ ...person, phone: 'x'.repeat(51) }), -2)
      })
    })

    test('refuses an unknown list, be it of another account: -3, and adds no one', async () => {
      const [mine, theirs] = [await newAccount(), await newAccount()]
      await mine.list()
      await theirs.newList()
      const foreign = await theirs.newList()
      await mine.inEveryBinding(async (own, binding) => {
        const email = newAddress()
        assert.equal(await own[name]({ listId: foreign, email }), -3)
        for (const id of NOWHERE) {
          const texts = {
            strMailingListID: id,
            strEmail: email,
            strDatafields: '',
            strDatavalues: '',
          }
          assert.equal(await mine.send(name, texts, binding), -3, id)
        }
        const texts = {
          strMailingListID: 'abc',
          strEmail: email,
          strDatafields: '',
          strDatavalues: '',
        }
        assert.equal(await mine.send(name, texts, binding), -2)
        assert.equal(
          await own.InsertSubscription({ email, listId: await mine.list() }),
          -3,
          'nobody was made',
        )
      })
      assert.deepEqual(
        await theirs.call.GetPagedSubscribers({ listId: foreign, page: 1, size: 10 }),
        [],
      )
    })

    test('lifts what a person said of this list: the program vouches for a new consent', async () => {
      const own = await newAccount()
      const listId = await own.list()
      const email = newAddress()
      const id = await own.call[name]({ listId, email })
      await personUnsubscribes(own, email)
      assert.deepEqual(await own.call.GetPagedSubscribers({ listId, page: 1, size: 10 }), [])
      assert.equal(await own.call[name]({ listId, email }), id)
      assert.equal((await only(own.call, listId)).id, id)
    })

    test('an address on OptOutAll is not put on a list, and its subscriber is not touched', async () => {
      const { inEveryBinding, call, newList } = await newAccount()
      await inEveryBinding(async own => {
        const listId = await newList()
        const email = newAddress()
        const id = await own.InsertSubscriber({ listId, email, name: 'Before' })
        await own.MoveSubscriberToOptOutAll({ email })
        const answer = await own[name]({ listId, email: email.toUpperCase(), name: 'After' })
        assert.equal(answer, name === 'InsertSubscriberSid' ? id : -8)
        assert.deepEqual(await own.GetPagedSubscribers({ listId, page: 1, size: 10 }), [])
        assert.equal((await own.GetOptOutAll()).find(row => row.email === email)?.name, 'Before')
        assert.deepEqual(await call.GetSubscriberMailingLists({ email }), [])
        const stranger = newAddress()
        await own.MoveSubscriberToOptOutAll({ email: stranger })
        const refused = await own[name]({ listId, email: stranger })
        if (name === 'InsertSubscriberSid') assert.ok(refused > 0)
        else assert.equal(refused, -8)
      })
    })

    test('answers -1000 to a wrong password', async () => {
      const { as, list } = await newAccount()
      const listId = await list()
      await as({ password: 'wrong' }).inEveryBinding(async own =>
        assert.equal(await own[name]({ listId, email: newAddress() }), -1000),
      )
    })
  })
}
