/** What recipients of a trigger's email reach by it: the same as by that of a sending. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addNewTrigger } from '../../src/domain/triggers/save-trigger.ts'
import { linkToken, messageTokens } from '../../src/mail/links/links.ts'
import { createTriggerWork } from '../../src/workers/triggers.ts'
import { newReader, ONE_CLICK } from './setup.ts'

async function triggerReader() {
  const reader = await newReader()
  const { service, account, listId, subscriberId, key } = reader
  const { store } = service
  const source = `trigger: T\nlist: ${listId}\nstart: joined\nsteps:\n  - step: hello\n    send: 1\n`
  const { id: triggerId } = await addNewTrigger(store, account.id, source)
  await reader.call.DeleteSubscription({ listId, email: reader.email })
  await reader.call.InsertSubscriber({ listId, email: reader.email })
  const work = createTriggerWork({
    db: store,
    log: () => {},
    report: error => assert.fail(String(error)),
  })
  await work.step()
  const rows = await store.withClient(
    async client =>
      (await client.query('select id from trigger_messages where account_id = $1', [account.id]))
        .rows,
  )
  const ref = {
    accountId: account.id,
    of: 'trigger',
    ofId: Number(rows[0].id),
    id: subscriberId,
  } as const
  return { ...reader, triggerId, ref, tokens: messageTokens(ref, key) }
}

describe('an email of a trigger', () => {
  test('is unsubscribed from by its page and in one click', async () => {
    const { visit, post, tokens, standing } = await triggerReader()
    const page = await visit(`/u/${tokens.unsubscribe}`)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /Customers/)
    assert.equal((await standing()).list, 'on')
    assert.equal((await post(`/u/${tokens.unsubscribe}`, ONE_CLICK)).status, 200)
    assert.equal((await standing()).list, 'one-click')
  })

  test('opts out of everything, which names no sending', async () => {
    const { post, tokens, standing } = await triggerReader()
    await post(
      `/u/${tokens.unsubscribe}`,
      new URLSearchParams({ from: 'everything', reason: 'enough' }),
    )
    assert.deepEqual(await standing(), {
      list: 'off',
      optedOut: true,
      reason: 'enough',
      sending: null,
    })
  })

  test('is read in the browser', async () => {
    const { visit, tokens } = await triggerReader()
    const page = await visit(`/w/${tokens.webVersion}`)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /News/)
  })

  test('is opened and clicked, as its trigger reports', async () => {
    const { visit, tokens, key, ref, call, triggerId, email } = await triggerReader()
    const agent = {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    }
    await visit(`/t/${tokens.hit}.gif`, { headers: agent })
    const link = linkToken(key, ref, 1, 'https://shop.example/')
    const click = await visit(`/t/${link}/${tokens.hit}`, { headers: agent })
    assert.equal(click.status, 302)
    const ever = {
      triggerId,
      from: new Date('2000-01-01T00:00:00Z'),
      until: new Date('2100-01-01T00:00:00Z'),
    }
    assert.deepEqual(
      (await call.GetTriggerViews(ever)).map(view => [view.email, view.newsletterName]),
      [[email, 'News']],
    )
    assert.deepEqual(
      (await call.GetTriggerClicks(ever)).map(row => row.email),
      [email],
    )
  })
})
