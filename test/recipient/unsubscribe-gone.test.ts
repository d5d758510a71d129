/** Unsubscribing from what is no longer there, and what changes nothing. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { messageTokens } from '../../src/mail/links/links.ts'
import { form, newReader, ON_LIST, ONE_CLICK } from './setup.ts'

describe('what is no longer there', () => {
  test('the person: a kind answer', async () => {
    const reader = await newReader()
    await reader.service.store.withClient(client =>
      client.query(
        'with gone as (delete from subscriptions where account_id = $1) delete from ' +
          'subscribers where account_id = $1',
        [reader.account.id],
      ),
    )
    const before = await reader.rows()
    for (const answer of [
      await reader.visit(`/u/${reader.tokens.unsubscribe}`),
      await reader.post(`/u/${reader.tokens.unsubscribe}`, ONE_CLICK),
      await reader.post(`/u/${reader.tokens.unsubscribe}`, form({ from: 'everything' })),
    ]) {
      assert.equal(answer.status, 200)
      assert.match(await answer.text(), /nothing is sent to it/)
    }
    assert.equal(await reader.rows(), before)
  })

  test('the list: said by its name, and everything can still be stopped', async () => {
    const reader = await newReader()
    const path = `/u/${reader.tokens.unsubscribe}`
    await reader.call.DeleteMailingList({ listId: reader.listId })
    assert.match(
      await (await reader.visit(path)).text(),
      /The list “Customers” is no longer there[\s\S]*value="everything"/,
    )
    assert.equal((await reader.post(path, ONE_CLICK)).status, 200)
    assert.equal((await reader.post(path, form({ from: 'list' }))).status, 200)
    assert.deepEqual(await reader.standing(), { ...ON_LIST, list: 'off' })
    await reader.post(path, form({ from: 'everything' }))
    assert.equal((await reader.standing()).optedOut, true)
  })

  test('the sending: its list is unknown, so one click opts out', async () => {
    const reader = await newReader()
    const path = `/u/${messageTokens({ ...reader.ref, ofId: 4711 }, reader.key).unsubscribe}`
    assert.match(
      await (await reader.visit(path)).text(),
      /Emails from this sender[\s\S]*value="everything"/,
    )
    assert.equal((await reader.post(path, ONE_CLICK)).status, 200)
    assert.deepEqual(await reader.standing(), {
      list: 'off',
      optedOut: true,
      reason: '',
      sending: '4711',
    })
  })
})

describe('nothing changes', () => {
  test('by a test email, which says so', async () => {
    const reader = await newReader()
    const marked = messageTokens({ ...reader.ref, of: 'test' }, reader.key).unsubscribe
    await reader.service.store.withClient(client =>
      client.query('update sendings set test = true where account_id = $1', [reader.account.id]),
    )
    const before = await reader.rows()
    for (const token of [marked, reader.tokens.unsubscribe]) {
      for (const body of [ONE_CLICK, form({ from: 'everything' }), form({ from: 'list' })]) {
        const answer = await reader.post(`/u/${token}`, body)
        assert.equal(answer.status, 200)
        assert.match(await answer.text(), /This is a test email/)
      }
      assert.match(await (await reader.visit(`/u/${token}`)).text(), /Nothing was changed/)
    }
    assert.equal(await reader.rows(), before)
  })

  test('by forged, cut and foreign tokens', async () => {
    const reader = await newReader()
    const stranger = await newReader()
    const { unsubscribe, hit, bounce, webVersion, messageId } = reader.tokens
    const before = [await reader.rows(), await stranger.rows()]
    const foreign = unsubscribe.replace(/^(\w+)\.\w+\./, `$1.${stranger.account.id.toString(36)}.`)
    const changed = Array.from(
      unsubscribe,
      (c, at) => `${unsubscribe.slice(0, at)}${c === 'b' ? 'c' : 'b'}${unsubscribe.slice(at + 1)}`,
    )
    const cut = Array.from(unsubscribe, (_, at) => unsubscribe.slice(0, at))
    const unknownKey = unsubscribe.replace(/^\w+/, 'zzzzz')
    const tokens = [
      hit,
      bounce,
      webVersion,
      messageId,
      foreign,
      unknownKey,
      `${unsubscribe}x`,
      '%00',
      '../console',
      ...changed,
      ...cut,
    ]
    await Promise.all(
      tokens.map(async token => {
        for (const answer of [
          await reader.visit(`/u/${token}`),
          await reader.post(`/u/${token}`, ONE_CLICK),
        ])
          assert.ok(
            [404, 405].includes(answer.status) || token === '../console',
            `${token}: ${answer.status}`,
          )
      }),
    )
    assert.deepEqual([await reader.rows(), await stranger.rows()], before)
    assert.deepEqual(reader.service.reported, [])
  })
})
