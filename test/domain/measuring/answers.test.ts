/** What people answer about being measured: kept with its history, the newest stands. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type AnswerWay,
  answer,
  type GivenAnswer,
  measuringOfPerson,
  takeBackAnswer,
} from '../../../src/domain/measuring/answer.ts'
import { ruleOf, setRule } from '../../../src/domain/measuring/rule.ts'
import { Refusal } from '../../../src/domain/refusal.ts'
import { newAccount, newAddress } from '../../support/account.ts'

const day = (number: number) => new Date(Date.UTC(2026, 2, number, 12))

async function person() {
  const made = await newAccount()
  const { store } = made.service
  const accountId = made.account.id
  const listId = await made.newList('Readers')
  const email = newAddress()
  const id = await made.call.InsertSubscriber({ email, listId })
  const say = (given: Partial<GivenAnswer>, way: AnswerWay = 'api') =>
    answer(store, accountId, id, { words: 'May we?', way, ...given })
  const now = () => measuringOfPerson(store, accountId, id)
  return { ...made, store, accountId, email, id, say, now }
}

describe('an answer about measuring', () => {
  test('is of opens and clicks apart, and its history is kept', async () => {
    const { say, now } = await person()
    const first = await now()
    assert.deepEqual(
      [first.opens, first.clicks, first.opensAs, first.clicksAs, first.answers],
      ['not asked', 'not asked', 'person', 'person', []],
    )
    assert.equal(await say({ opens: true, saidAt: day(1) }), 'set')
    assert.equal(await say({ opens: true, saidAt: day(2) }), 'same')
    assert.equal(await say({ clicks: false, saidAt: day(3) }, 'email'), 'set')
    const { answers, ...rest } = await now()
    assert.deepEqual(rest, {
      opens: 'agreed',
      clicks: 'declined',
      opensAs: 'person',
      clicksAs: 'none',
      removal: null,
    })
    assert.deepEqual(
      answers.map(({ opens, clicks, words, way }) => ({ opens, clicks, words, way })),
      [
        { opens: null, clicks: 'declined', words: 'May we?', way: 'email' },
        { opens: 'agreed', clicks: null, words: 'May we?', way: 'api' },
      ],
    )
  })

  test('that is older than the last one changes nothing', async () => {
    const { say, now } = await person()
    await say({ opens: false, clicks: false, saidAt: day(10) })
    assert.equal(await say({ opens: true, clicks: true, saidAt: day(9) }, 'import'), 'older')
    assert.equal((await now()).opens, 'declined')
    assert.equal(await say({ opens: true, clicks: true, saidAt: day(11) }, 'import'), 'set')
    assert.equal((await now()).opens, 'agreed')
  })

  test('turns a decline only with the words and the moment, or by the person', async () => {
    const { say, now } = await person()
    await say({ opens: false, clicks: false, saidAt: day(1) })
    const refused = (error: unknown) => error instanceof Refusal && error.reason === 'not-valid'
    await assert.rejects(say({ opens: true }), refused)
    await assert.rejects(say({ opens: true, words: ' ', saidAt: day(2) }, 'import'), refused)
    assert.equal((await now()).opens, 'declined')
    assert.equal((await now()).answers.length, 1)
    assert.equal(await say({ opens: true, words: '' }, 'email'), 'set')
    assert.equal((await now()).opens, 'agreed')
  })

  test('can be taken back by who noted it: then the answers before hold', async () => {
    const { store, accountId, id, say, now } = await person()
    await say({ opens: true, clicks: true, saidAt: day(1) }, 'email')
    await say({ opens: false }, 'member')
    const { answers } = await now()
    assert.equal((await now()).opens, 'declined')
    const refused = (error: unknown) => error instanceof Refusal && error.reason === 'not-now'
    await assert.rejects(takeBackAnswer(store, accountId, id, answers[1]!.id), refused)
    await takeBackAnswer(store, accountId, id, answers[0]!.id)
    const after = await now()
    assert.deepEqual([after.opens, after.clicks, after.answers.length], ['agreed', 'agreed', 1])
    // What the person said themselves stays.
    await assert.rejects(takeBackAnswer(store, accountId, id, answers[1]!.id), refused)
    await say({ clicks: false }, 'member')
    const noted = (await now()).answers[0]!.id
    await say({ opens: false }, 'email')
    await assert.rejects(takeBackAnswer(store, accountId, id, noted), refused)
    assert.equal((await now()).clicks, 'declined')
  })

  test('is left as it is by programs that insert and change people', async () => {
    const { call, say, now, newList, email, id } = await person()
    await say({ opens: true, clicks: false })
    const before = await now()
    const listId = await newList('Others')
    const of = { listId, email, name: 'Åsa', countryCode: '46', phone: '' }
    const fields = { fieldNames: 'DD1', fieldValues: 'blue' }
    const named = { subscriberId: id, email: '', name: 'Eva', countryCode: '', phone: '' }
    assert.equal(await call.InsertSubscriber(of), id)
    assert.equal(await call.InsertSubscriberWithDemData({ ...of, ...fields }), id)
    assert.equal(await call.InsertSubscriberSid({ listId, email }), id)
    assert.equal(await call.InsertSubscription({ subscriberId: id, listId }), id)
    assert.equal(await call.UpdateSubscriber({ ...named, format: 'text' }), 1)
    await call.DeleteSubscription({ email, listId })
    assert.equal(await call.InsertSubscriber(of), id)
    assert.deepEqual(await now(), before)
  })

  test('needs a subscriber', async () => {
    const { store, accountId } = await person()
    const given = { opens: true, words: '', way: 'api' } as const
    await assert.rejects(answer(store, accountId, 987_654, given), Refusal)
  })
})

test('the rule is for who was not asked, and says since when', async () => {
  const { store, accountId, say, now } = await person()
  assert.equal((await ruleOf(store, accountId)).since, null)
  await setRule(store, accountId, { opens: 'none', clicks: 'total' })
  const rule = await ruleOf(store, accountId)
  assert.deepEqual([rule.opens, rule.clicks], ['none', 'total'])
  assert.ok(rule.since)
  assert.deepEqual(rule.people.opens, { agreed: 0, declined: 0, notAsked: 1 })
  assert.deepEqual([(await now()).opensAs, (await now()).clicksAs], ['none', 'total'])
  await say({ opens: true })
  assert.deepEqual([(await now()).opensAs, (await now()).clicksAs], ['person', 'total'])
  assert.deepEqual((await ruleOf(store, accountId)).people.opens.agreed, 1)
})
