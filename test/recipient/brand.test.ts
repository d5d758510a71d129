/** The pages of links of emails have the look of their account; others have a plain one. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { keepBrand } from '../../src/domain/brand/brand.sql.ts'
import { type Brand, FIRST_BRAND } from '../../src/domain/brand/brand.ts'
import { createRequestBodies } from '../../src/lib/request-bodies.ts'
import { messageTokens } from '../../src/mail/links/links.ts'
import { createRecipient } from '../../src/recipient/routes.ts'
import { form, newReader, ON_LIST, ONE_CLICK } from './setup.ts'

const LANGUAGES = ['en', 'sv', 'de', 'fr', 'nb', 'da', 'fi']
const BRAND: Brand = {
  ...FIRST_BRAND,
  logo: { src: 'https://cdn.test/logo.png', alt: 'Green House', width: 120, href: '' },
  colours: { ...FIRST_BRAND.colours, accent: '#123456' },
  sender: { name: 'Green House Ltd', email: '', replyTo: '' },
  links: { imprint: 'https://shop.example/about', privacy: '' },
}

async function branded(brand: string = JSON.stringify(BRAND)) {
  const reader = await newReader()
  await keepBrand(reader.service.store, { accountId: reader.account.id, brand })
  return reader
}

async function assertBranded(answer: Response, says: RegExp): Promise<void> {
  const page = await answer.text()
  assert.match(page, says)
  assert.match(page, /<header><div class="brand"><img src="https:\/\/cdn\.test\/logo\.png"/)
  assert.match(page, /--accent: #123456;/)
  assert.match(page, /<title>[^<]+ · Green House Ltd<\/title>/)
  assert.match(page, /<a href="https:\/\/shop\.example\/about">/)
  assert.doesNotMatch(page, /<script/)
  assert.ok(Buffer.byteLength(page) < 30_000)
  const policy = answer.headers.get('content-security-policy')!
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self' https:\/\/cdn/,
  )
  assert.match(policy, /; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/)
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(answer.headers.get('x-frame-options'), 'DENY')
}

describe('the look of the account', () => {
  test('is on each page of unsubscribing, from the choice to the way back', async () => {
    const { visit, post, tokens, ref, key } = await branded()
    const path = `/u/${tokens.unsubscribe}`
    const test = messageTokens({ ...ref, of: 'test' }, key).unsubscribe
    const gone = messageTokens({ ...ref, id: 4711 }, key).unsubscribe
    await assertBranded(await visit(path), /What should stop\?/)
    await assertBranded(await post(path, form({ from: '' })), /class="bad" role="alert"/)
    await assertBranded(await post(path, ONE_CLICK), /<h1>You are unsubscribed</)
    await assertBranded(await post(path, form({ from: 'back' })), /<h1>You are subscribed again</)
    await assertBranded(await visit(`/u/${test}`), /This is a test email/)
    await assertBranded(await visit(`/u/${gone}`), /nothing is sent to it/)
  })

  test('is on the page about measuring', async () => {
    const { visit, post, tokens, ref, key } = await branded()
    const path = `/s/${tokens.preferences}`
    const test = messageTokens({ ...ref, of: 'test' }, key).preferences
    await assertBranded(await visit(path), /<h1>What we see</)
    await assertBranded(await post(path, form({ measured: 'no' })), /You are not measured/)
    await assertBranded(await visit(`/s/${test}`), /This is a test email/)
  })

  test('is the same in all seven languages', async () => {
    const { visit, tokens } = await branded()
    const headings = new Set<string>()
    for (const code of LANGUAGES) {
      const headers = { 'accept-language': code }
      const answer = await visit(`/u/${tokens.unsubscribe}`, { headers })
      headings.add(/<h1>(.*)<\/h1>/.exec(await answer.clone().text())![1]!)
      await assertBranded(answer, new RegExp(`<html lang="${code}">`))
    }
    assert.equal(headings.size, LANGUAGES.length)
  })

  test('without a name shows that of the sender of the email', async () => {
    const { visit, tokens } = await newReader()
    const page = await (await visit(`/u/${tokens.unsubscribe}`)).text()
    assert.match(page, /<div class="brand">Shop<\/div>/)
    assert.match(page, /<title>Unsubscribe · Shop<\/title>/)
  })
})

test('a link that leads nowhere has a plain look', async () => {
  const { visit, post, tokens } = await branded()
  for (const answer of [
    await visit('/u/nothing'),
    await post('/u/nothing', ONE_CLICK),
    await visit(`/s/${tokens.unsubscribe}`),
    await visit('/t/nothing'),
  ]) {
    const page = await answer.text()
    assert.equal(answer.status, 404)
    assert.match(page, /<h1>This link does not work<\/h1>/)
    assert.match(page, /--accent: #0f5e59;.*--desk: var\(--paper\)/s)
    assert.doesNotMatch(page, /<script|<img|cdn\.test|gradient|\\/)
    const policy = answer.headers.get('content-security-policy')!
    assert.match(policy, /img-src 'self'; form-action 'self'; .*frame-ancestors 'none'$/)
  }
})

test('a brand that can not be read stops no unsubscribe, and is reported', async () => {
  const reader = await branded('{')
  const reported: unknown[] = []
  const recipient = createRecipient({
    bodies: createRequestBodies({ most: 1 << 20, networkOf: () => '' }),
    db: reader.service.store,
    keyOf: () => reader.key,
    newestKey: () => reader.key,
    peerOf: () => '203.0.113.9',
    report: error => reported.push(error),
  })
  const server = http.createServer((req, res) => void recipient(req, res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const at = `http://127.0.0.1:${port}/u/${reader.tokens.unsubscribe}`
    const answer = await fetch(at, { method: 'POST', body: ONE_CLICK })
    assert.equal(answer.status, 200)
    const page = await answer.text()
    assert.match(page, /You are unsubscribed/)
    assert.match(page, /--accent: #0f5e59;/)
    assert.deepEqual(await reader.standing(), { ...ON_LIST, list: 'one-click' })
    assert.equal(reported.length, 1)
  } finally {
    server.closeAllConnections()
    server.close()
    await recipient.close()
  }
})
