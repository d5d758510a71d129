/**
 * Unsubscribing: in one click (RFC 8058), by the page, again, at once, years later, and what
 * changes nothing.
 */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rotateKeys } from '../../src/domain/keys/keys.ts'
import { exportPerson } from '../../src/domain/privacy/export-person.ts'
import { messageTokens } from '../../src/mail/links/links.ts'
import { form, newReader, ON_LIST, ONE_CLICK } from './setup.ts'

function multipart(fields: Record<string, string>): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return body
}

describe('one click', () => {
  for (const [kind, body] of [
    ['application/x-www-form-urlencoded', () => ONE_CLICK],
    ['multipart/form-data', () => multipart({ 'List-Unsubscribe': 'One-Click' })],
  ] as const) {
    test(`as ${kind} acts at once, with 200, no redirect and no cookie`, async () => {
      const reader = await newReader()
      const answer = await reader.post(`/u/${reader.tokens.unsubscribe}`, body())
      assert.deepEqual(
        [answer.status, answer.headers.get('location'), answer.headers.get('set-cookie')],
        [200, null, null],
      )
      assert.deepEqual(await reader.standing(), { ...ON_LIST, list: 'one-click' })
    })
  }

  test('is read with any content type, as providers are careless', async () => {
    for (const headers of [
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': 'application/octet-stream' },
    ]) {
      const reader = await newReader()
      assert.equal(
        (
          await reader.post(
            `/u/${reader.tokens.unsubscribe}`,
            'List-Unsubscribe=One-Click\r\n',
            headers,
          )
        ).status,
        200,
      )
      assert.equal((await reader.standing()).list, 'one-click')
    }
  })

  test('leaves the other lists, and other people, alone', async () => {
    const reader = await newReader()
    const other = await reader.newList('Others')
    await reader.call.InsertSubscriber({ email: reader.email, listId: other })
    const neighbour = await reader.call.InsertSubscriber({
      email: `x-${reader.email}`,
      listId: reader.listId,
    })
    await reader.post(`/u/${reader.tokens.unsubscribe}`, ONE_CLICK)
    const emails = async (listId: number) =>
      (await reader.call.GetPagedSubscribers({ listId, page: 1, size: 10 })).map(({ id }) => id)
    assert.deepEqual(await emails(other), [reader.subscriberId])
    assert.deepEqual(await emails(reader.listId), [neighbour])
  })

  test('said again, or many times at once beside a page, it is the same', async () => {
    const reader = await newReader()
    const path = `/u/${reader.tokens.unsubscribe}`
    await reader.post(path, ONE_CLICK)
    const once = await reader.rows()
    assert.equal((await reader.post(path, ONE_CLICK)).status, 200)
    assert.equal(await reader.rows(), once)
    const bodies = Array.from({ length: 30 }, (_, i) =>
      i % 3 === 0 ? form({ from: 'everything', reason: 'enough' }) : ONE_CLICK,
    )
    const statuses = await Promise.all(
      bodies.map(async body => (await reader.post(path, body)).status),
    )
    assert.deepEqual(new Set(statuses), new Set([200]))
    assert.deepEqual(await reader.standing(), {
      list: 'one-click',
      optedOut: true,
      reason: 'enough',
      sending: String(reader.sendingId),
    })
  })

  test('of many people at once each is heard', async () => {
    const reader = await newReader()
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        reader.call.InsertSubscriber({ email: `many-${i}-${reader.email}`, listId: reader.listId }),
      ),
    )
    await Promise.all(
      ids.map(id =>
        reader.post(
          `/u/${messageTokens({ ...reader.ref, id }, reader.key).unsubscribe}`,
          ONE_CLICK,
        ),
      ),
    )
    const left = await reader.call.GetPagedSubscribers({
      listId: reader.listId,
      page: 1,
      size: 100,
    })
    assert.deepEqual(
      left.map(({ id }) => id),
      [reader.subscriberId],
    )
  })

  test('works after key rotate', async () => {
    const reader = await newReader()
    await rotateKeys(reader.service.store, reader.service.sealer)
    assert.equal((await reader.post(`/u/${reader.tokens.unsubscribe}`, ONE_CLICK)).status, 200)
    assert.equal((await reader.standing()).list, 'one-click')
  })
})

describe('the page', () => {
  test('offers the list and everything, with one button and nothing from elsewhere', async () => {
    const reader = await newReader({ listName: 'A <list> & "more"' })
    const answer = await reader.visit(`/u/${reader.tokens.unsubscribe}`)
    const text = await answer.text()
    assert.ok(text.includes('A &#60;list&#62; &#38; &#34;more&#34;'))
    assert.match(text, /<form method="post">/)
    assert.equal(text.match(/<button/g)?.length, 1)
    assert.match(text, /value="list" required checked[\s\S]*value="everything"[\s\S]*name="reason"/)
    assert.ok(!/<script|src=|url\(|@import/.test(text))
    // The way to the preferences is here, too.
    assert.deepEqual(
      [...text.matchAll(/href="([^"]*)"/g)].map(([, to]) => to),
      [`/p/${reader.tokens.preferences}`],
    )
    // Whoever an email was passed on to learns no address.
    assert.ok(!text.includes(reader.email) && text.includes('p•••@example.test'))
    assert.match(
      answer.headers.get('content-security-policy')!,
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'self'/,
    )
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
  })

  test('takes off the list, and then offers the rest', async () => {
    const reader = await newReader()
    const path = `/u/${reader.tokens.unsubscribe}`
    const done = await (await reader.post(path, form({ from: 'list', reason: 'too many' }))).text()
    assert.match(done, /You are unsubscribed[\s\S]*gets no more emails from the list “Customers”/)
    assert.deepEqual(await reader.standing(), { ...ON_LIST, list: 'page' })
    const again = await (await reader.visit(path)).text()
    assert.match(again, /You are unsubscribed[\s\S]*value="everything"/)
    // The first words stay, as the first time does; a new consent takes them away.
    await reader.post(path, form({ from: 'list', reason: 'second' }))
    const { id, fieldCount } = reader.account
    const known = async () =>
      (await exportPerson(reader.service.store, { id, fieldCount }, reader.email))?.lists[0]
    assert.equal((await known())?.unsubscribeReason, 'too many')
    await reader.call.InsertSubscription({
      subscriberId: reader.subscriberId,
      listId: reader.listId,
    })
    assert.deepEqual(
      [(await known())?.unsubscribed, (await known())?.unsubscribeReason],
      [null, null],
    )
  })

  test('stops everything, with the reason, the list and the sending it came from', async () => {
    const reader = await newReader()
    const path = `/u/${reader.tokens.unsubscribe}`
    const reason = ` <b>För många</b> ${'x'.repeat(600)}`
    for (const body of [
      form({ from: 'everything', reason }),
      multipart({ from: 'everything', reason: 'second' }),
    ])
      assert.match(await (await reader.post(path, body)).text(), /gets no more emails from Shop/)
    const standing = await reader.standing()
    assert.deepEqual(
      { ...standing, reason: '' },
      { list: 'off', optedOut: true, reason: '', sending: String(reader.sendingId) },
    )
    assert.equal(standing.reason, reason.slice(0, 500).trim())
    assert.doesNotMatch(await (await reader.visit(path)).text(), /value="everything"/)
    const [optOut] = await reader.call.GetOptOutAll({})
    assert.deepEqual(
      [optOut?.email, optOut?.listId, optOut?.sendingId],
      [reader.email, reader.listId, reader.sendingId],
    )
  })

  test('sent back without a choice asks again and changes nothing', async () => {
    const reader = await newReader()
    const before = await reader.rows()
    for (const body of [
      '',
      'from=',
      'from=all',
      'List-Unsubscribe=',
      'x=1&from=%00',
      'a'.repeat(9000),
    ]) {
      const answer = await reader.post(
        `/u/${reader.tokens.unsubscribe}`,
        form(Object.fromEntries(new URLSearchParams(body))),
      )
      assert.equal(answer.status, 400)
      assert.match(await answer.text(), /role="alert"[\s\S]*value="list"/)
    }
    assert.equal(await reader.rows(), before)
  })

  for (const [language, expected] of [
    ['sv-SE,sv;q=0.9,en;q=0.8', ['sv', 'Avsluta prenumerationen']],
    ['de', ['de', 'Abmelden']],
    ['fr-CA;q=0.7, xx', ['fr', 'Se désabonner']],
    ['nn-NO', ['nb', 'Meld av']],
    ['no', ['nb', 'Meld av']],
    ['da;q=0.4, fi;q=0.5', ['fi', 'Peru tilaus']],
    ['da', ['da', 'Afmeld']],
    ['zh-CN, *;q=0.1', ['en', 'Unsubscribe']],
    ['de;q=0, constructor, __proto__;q=1', ['en', 'Unsubscribe']],
    ['', ['en', 'Unsubscribe']],
  ] as const) {
    test(`speaks to a browser that wants "${language}"`, async () => {
      const reader = await newReader()
      const answer = await reader.visit(`/u/${reader.tokens.unsubscribe}`, {
        headers: { 'Accept-Language': language },
      })
      const [code, title] = expected
      const text = await answer.text()
      assert.ok(text.includes(`<html lang="${code}">`) && text.includes(`<h1>${title}</h1>`), text)
      assert.equal(answer.headers.get('content-language'), code)
    })
  }
})
