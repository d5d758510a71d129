/**
 * Web versions: what was sent, as it was sent, by signed address alone; nobody's data where nobody
 * is meant.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import PostalMime from 'postal-mime'
import { editField } from '../../src/domain/demographics/change-field.ts'
import { editDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { erase } from '../../src/domain/privacy/erase.ts'
import { compiledMessage } from '../../src/domain/sendings/compiled-message.ts'
import { findSending } from '../../src/domain/sendings/sendings.sql.ts'
import { messageTokens } from '../../src/mail/links/links.ts'
import { composeMessage } from '../../src/mail/message/compose.ts'
import { GIF, newSentEmail, pathOf } from './web-version-setup.ts'

describe('the web version of an email', () => {
  test('is what the email shows, but for the pixel, and runs nothing', async () => {
    const { visit, mine, service, account, key, sendingId, subscriberId, email, origin } =
      await newSentEmail()
    const answer = await visit(mine)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
    const policy = answer.headers.get('content-security-policy')!
    assert.match(policy, /^default-src 'none'; /)
    assert.match(policy, /; frame-ancestors 'none'; sandbox /)
    assert.doesNotMatch(policy, /script|allow-forms|allow-same-origin/)
    assert.deepEqual(
      [
        'cache-control',
        'referrer-policy',
        'x-content-type-options',
        'x-robots-tag',
        'set-cookie',
      ].map(name => answer.headers.get(name)),
      ['private, no-store', 'no-referrer', 'nosniff', 'noindex', null],
    )
    const page = await answer.text()

    // The email, as the worker writes it and as a mail program reads it.
    const sending = (await findSending(service.store, { accountId: account.id, sendingId }))!
    const compiled = await compiledMessage(service.store, JSON.parse(sending.message), {
      accountId: account.id,
      of: 'sending',
      ofId: sendingId,
      publicUrl: origin,
      bounceDomain: 'bounce.example.test',
      key,
    })
    const person = {
      id: subscriberId,
      email,
      name: '<b>Åsa</b>',
      format: 'html' as const,
      fields: ['Lund'],
      blocks: [1],
    }
    const { html = '' } = await PostalMime.parse(composeMessage(compiled, person).bytes)
    assert.ok(
      html.includes(`Dear &lt;b&gt;Åsa&lt;/b&gt; of Lund`) &&
        html.includes(`For Lund, ${email}`) &&
        !html.includes('For others'),
    )
    const plain = (text: string) =>
      text
        .replace(/<a href="[^"]*" aria-hidden="true"[^>]*><\/a>/, '')
        .replace(/<img src="[^"]*\/t\/[^"]*\.gif"[^>]*>/, '')
        .replace(/(?:cid:|data:image\/gif;base64,)[^"]*/, 'picture')
        .replace(/\r\n/g, '\n')
        .trim()
    assert.equal(plain(page), plain(html))
    assert.ok(
      html.includes('.gif" width="1"') && !page.includes('.gif" width="1"'),
      'the email has a pixel, the page has none',
    )
    assert.ok(page.includes(`src="data:image/gif;base64,${GIF.toString('base64')}"`))
    assert.ok(page.includes(`href="${origin}${mine}"`), 'it leads to itself')
  })

  test('does not change with the newsletter, its filters and its fields', async () => {
    const { visit, mine, service, account, newsletterId } = await newSentEmail()
    const before = await (await visit(mine)).text()
    await editDraft(service.store, account.id, newsletterId, {
      source: { kind: 'html', html: '<p>Other</p>' },
      subject: 'Other',
    })
    await editField(service.store, account.id, 1, { name: 'Town' })
    await service.store.withClient(client =>
      client.query('delete from filters where account_id = $1', [account.id]),
    )
    assert.equal(await (await visit(mine)).text(), before)
  })

  test('looking changes nothing, by any method; nor does the link to unsubscribe', async () => {
    const { visit, mine, rows } = await newSentEmail()
    const before = await rows()
    const page = await (await visit(mine)).text()
    const leave = /<a href="([^"]*)">leave/.exec(page)![1]!
    assert.equal((await visit(pathOf(leave))).status, 200)
    const head = await visit(mine, { method: 'HEAD' })
    assert.deepEqual([head.status, await head.text()], [200, ''])
    for (const [method, status] of [
      ['OPTIONS', 204],
      ['POST', 405],
      ['DELETE', 405],
    ] as const)
      assert.equal((await visit(mine, { method })).status, status)
    assert.equal(await rows(), before)
  })

  test('of an erased person has nothing of them', async () => {
    const { visit, mine, service, account, email } = await newSentEmail()
    assert.ok((await (await visit(mine)).text()).includes(email))
    await erase(service.store, account.id, email)
    const page = await (await visit(mine)).text()
    assert.match(page, /Dear friend of ,/)
    assert.ok(!page.includes(email) && !page.includes('Åsa'))
  })

  test('of an email in text alone is a page too', async () => {
    const { visit, mine } = await newSentEmail(
      '',
      'Hello {{ name }} & co\nhttps://shop.example.test/',
    )
    const page = await (await visit(mine)).text()
    assert.match(page, /<title>Web &#60;&#38;&#62;<\/title>/)
    assert.match(page, /<pre[^>]*>Hello &#60;b&#62;Åsa&#60;\/b&#62; &#38; co\n/)
  })

  test('is found by its own token alone', async () => {
    const { visit, mine, key, account, sendingId, subscriberId, tokens } = await newSentEmail()
    const token = mine.slice(3)
    const other = messageTokens(
      { accountId: account.id, of: 'sending', ofId: sendingId, id: subscriberId + 1 },
      key,
    )
    const wrong = [
      '',
      'x',
      token.slice(0, -1),
      `${token}a`,
      `${other.message}.${token.split('.').at(-1)}`,
      tokens.unsubscribe,
      tokens.hit,
      messageTokens({ accountId: account.id, of: 'sending', ofId: 999_999, id: 1 }, key).webVersion,
      messageTokens({ accountId: account.id, of: 'transaction', ofId: 1, id: 1 }, key).webVersion,
      messageTokens({ accountId: account.id, of: 'test', ofId: 0, id: 1 }, key).webVersion,
      '%00',
      '%zz',
      'v.1.1.s1.1.00000000000000000000',
      `${'a'.repeat(5000)}`,
    ]
    for (const one of wrong) {
      const { status, headers } = await visit(`/w/${one}`)
      assert.equal(status, 404, one)
      assert.match(headers.get('content-security-policy')!, /default-src 'none'/)
    }
    assert.equal((await visit(`${mine.toUpperCase().replace('/W/', '/w/')}/`)).status, 200)
  })
})
