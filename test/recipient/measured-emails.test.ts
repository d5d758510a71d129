/** What follows an email whose reader is not measured: its web version, purchases, old reports. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answer } from '../../src/domain/measuring/answer.ts'
import { setRule } from '../../src/domain/measuring/rule.ts'
import { ALWAYS, clicksOf, viewsOf } from '../../src/domain/reports/hits-of-people.ts'
import { foldHits } from '../../src/domain/tracking/fold-hits.ts'
import { linkToken, messageTokens } from '../../src/mail/links/links.ts'
import { conversionsOfSource } from '../support/hit-queries.ts'
import { newReader } from './setup.ts'
import { newSentEmail } from './web-version-setup.ts'

const BROWSER = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0' }
const SHOP = 'https://shop.example.test/'

describe('the web version', () => {
  test('follows the answer and the rule of the moment, as the email does', async () => {
    const { visit, mine, service, account, subscriberId } = await newSentEmail()
    const { store } = service
    /** Whose links it has, and whether they are as they were written. */
    const links = async () => {
      const page = await (await visit(mine, { headers: BROWSER })).text()
      const people = [...page.matchAll(/\/t\/[\w.-]+\/[\w-]+\.[\w-]+\.s\w+\.(\w+)\.\w+/g)]
      return { people: [...new Set(people.map(([, id]) => id))], plain: page.includes(`"${SHOP}"`) }
    }
    const own = subscriberId.toString(36)
    assert.deepEqual(await links(), { people: [own], plain: false })
    await setRule(store, account.id, { opens: 'total', clicks: 'total' })
    assert.deepEqual(await links(), { people: ['0'], plain: false })
    await setRule(store, account.id, { opens: 'none', clicks: 'none' })
    assert.deepEqual(await links(), { people: [], plain: true })
    const say = (clicks: boolean) =>
      answer(store, account.id, subscriberId, { clicks, words: 'May we?', way: 'email' })
    await say(true)
    assert.deepEqual(await links(), { people: [own], plain: false })
    await say(false)
    assert.deepEqual(await links(), { people: [], plain: true })
  })
})

describe('a click that counts in total only', () => {
  test('has purchases, which are of the link and of nobody', async () => {
    const { visit, service, ref, key, sendingId } = await newReader()
    const { store } = service
    const { accountId } = ref
    await setRule(store, accountId, { opens: 'total', clicks: 'total' })
    const { hit } = messageTokens({ ...ref, id: 0 }, key)
    const click = await visit(`/t/${linkToken(key, ref, 1, SHOP)}/${hit}`, { headers: BROWSER })
    const token = new URL(click.headers.get('location')!).searchParams.get('pp')!
    assert.equal((await visit(`/c.gif?t=${token}&value=12.50&order=a`)).status, 200)
    await foldHits(store, accountId)
    const found = await conversionsOfSource(store, {
      accountId,
      sourceKind: 1,
      sourceId: sendingId,
    })
    assert.deepEqual(
      found.map(({ link, closures, value }) => [link, closures, value]),
      [[1, 1, '12.50']],
    )
    const text = `select delivery_id from conversions where account_id = ${accountId}`
    assert.deepEqual((await store.run({ name: '', text, again: true }, [])).rows, [[null]])
  })

  test('is in no list of an old operation, beside those of people who are measured', async () => {
    const { visit, service, ref, key, sendingId, subscriberId, call, email, listId } =
      await newReader()
    const { store } = service
    const { accountId } = ref
    const declined = await call.InsertSubscriber({ email: `d${email}`, listId })
    await setRule(store, accountId, { opens: 'total', clicks: 'total' })
    for (const [id, agreed] of [
      [subscriberId, true],
      [declined, false],
    ] as const)
      await answer(store, accountId, id, {
        opens: agreed,
        clicks: agreed,
        words: 'May we?',
        way: 'email',
      })
    const link = linkToken(key, ref, 1, SHOP)
    for (const id of [subscriberId, declined, 0]) {
      const { hit } = messageTokens({ ...ref, id }, key)
      await visit(`/t/${hit}.gif`, { headers: BROWSER })
      await visit(`/t/${link}/${hit}`, { headers: BROWSER })
    }
    await foldHits(store, accountId, { holdSeconds: 0 })
    for (const rows of [viewsOf, clicksOf]) {
      const people: unknown[] = []
      for await (const part of await rows(store, accountId, sendingId, ALWAYS))
        people.push(...part.map(row => row.subscriberId))
      assert.deepEqual(people, [subscriberId])
    }
  })
})
