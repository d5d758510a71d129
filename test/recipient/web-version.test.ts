/**
 * Web versions: what was sent, as it was sent, by signed address alone; nobody's data where nobody
 * is meant.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import PostalMime from 'postal-mime'
import { nameField } from '../../src/domain/demographics/change-field.ts'
import { addNamedFilter } from '../../src/domain/filters/save-filter.ts'
import { addDraft, editDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { erase } from '../../src/domain/privacy/erase.ts'
import { compiledLetter } from '../../src/domain/sendings/compiled-letter.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { findSending } from '../../src/domain/sendings/sendings.sql.ts'
import { messageTokens } from '../../src/mail/links/links.ts'
import { filterVersionToken } from '../../src/mail/links/web-version.ts'
import { composeMessage } from '../../src/mail/message/compose.ts'
import { newReader, type Reader } from './setup.ts'

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const HTML = `<html><head><title>News</title><style>p { color: red }</style></head><body><p>Dear {{ name | default: "friend" }} of {{ City }},</p>
<img src="logo.gif" alt="x"><p data-filter="1">For Lund, {{ email }}</p><p data-filter="2">For others</p><script>alert(1)</script>
<a href="https://shop.example.test/">shop</a> <a href="{{ web_version_url }}">browser</a> <a href="{{ unsubscribe_url }}">leave</a></body></html>`

async function sent(
  html = HTML,
  text = '',
): Promise<Reader & { newsletterId: number; mine: string; sendingId: number }> {
  const reader = await newReader()
  const { service, account, subscriberId, listId, key } = reader
  const { store } = service
  await nameField(store, account.id, 1, 'City')
  await store.withClient(client =>
    client.query(
      `update subscribers set name = '<b>Åsa</b>', fields = array['Lund'] where account_id = $1`,
      [account.id],
    ),
  )
  await addNamedFilter(store, account.id, 'Lund', 'City = "Lund"')
  await addNamedFilter(store, account.id, 'Others', 'City != "Lund"')
  const draft = {
    name: 'Web',
    subject: 'Web <&>',
    preheader: 'Look',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    listId,
  }
  const newsletterId = await addDraft(store, account.id, {
    ...draft,
    html,
    text,
    readPicture: () => GIF,
  })
  const sendingId = await makeSending(store, account.id, {
    newsletterId,
    listId,
    dueAt: new Date(),
    zone: '+01:00',
  })
  await planSending(store, account.id, sendingId, 3_600_000)
  const { webVersion } = messageTokens(
    { accountId: account.id, of: 'sending', ofId: sendingId, id: subscriberId },
    key,
  )
  return { ...reader, newsletterId, sendingId, mine: `/w/${webVersion}` }
}

const pathOf = (address: string): string => new URL(address).pathname

describe('the web version of a letter', () => {
  test('is what the letter shows, but for the pixel, and runs nothing', async () => {
    const { visit, mine, service, account, key, sendingId, subscriberId, email, origin } =
      await sent()
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

    // The letter, as the worker writes it and as a mail program reads it.
    const sending = (await findSending(service.store, { accountId: account.id, sendingId }))!
    const compiled = await compiledLetter(service.store, JSON.parse(sending.letter), {
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
      'the letter has a pixel, the page has none',
    )
    assert.ok(page.includes(`src="data:image/gif;base64,${GIF.toString('base64')}"`))
    assert.ok(page.includes(`href="${origin}${mine}"`), 'it leads to itself')
  })

  test('does not change with the newsletter, its filters and its fields', async () => {
    const { visit, mine, service, account, newsletterId } = await sent()
    const before = await (await visit(mine)).text()
    await editDraft(service.store, account.id, newsletterId, {
      html: '<p>Other</p>',
      subject: 'Other',
    })
    await nameField(service.store, account.id, 1, 'Town')
    await service.store.withClient(client =>
      client.query('delete from filters where account_id = $1', [account.id]),
    )
    assert.equal(await (await visit(mine)).text(), before)
  })

  test('looking changes nothing, by any method; nor does the link to unsubscribe', async () => {
    const { visit, mine, rows } = await sent()
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

  test('of somebody erased has nothing of them', async () => {
    const { visit, mine, service, account, email } = await sent()
    assert.ok((await (await visit(mine)).text()).includes(email))
    await erase(service.store, account.id, email)
    const page = await (await visit(mine)).text()
    assert.match(page, /Dear friend of ,/)
    assert.ok(!page.includes(email) && !page.includes('Åsa'))
  })

  test('of a letter in text alone is a page too', async () => {
    const { visit, mine } = await sent('', 'Hello {{ name }} & co\nhttps://shop.example.test/')
    const page = await (await visit(mine)).text()
    assert.match(page, /<title>Web &#60;&#38;&#62;<\/title>/)
    assert.match(page, /<pre[^>]*>Hello &#60;b&#62;Åsa&#60;\/b&#62; &#38; co\n/)
  })

  test('is found by its own token alone', async () => {
    const { visit, mine, key, account, sendingId, subscriberId, tokens } = await sent()
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

describe('GetNewsletterWebVersionUrlByFilters', () => {
  test('leads to the newsletter as people who match get it, without anybody’s data', async () => {
    const own = await sent()
    const { newsletterId, visit, email, rows } = own
    const before = await rows()
    await own.inEveryBinding(async call => {
      const shown = async (...filterIds: number[]) => {
        const address = await call.GetNewsletterWebVersionUrlByFilters({ newsletterId, filterIds })
        assert.equal(
          address,
          await call.GetNewsletterWebVersionUrlByFilters({
            newsletterId,
            filterIds: [...filterIds].reverse(),
          }),
        )
        const answer = await visit(pathOf(address))
        assert.equal(answer.status, 200)
        assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'; /)
        const page = await answer.text()
        assert.match(page, /Dear friend of ,/)
        assert.ok(
          page.includes('<a href="https://shop.example.test/">shop'),
          'links are not counted',
        )
        assert.ok(
          !page.includes(email) &&
            !page.includes('Åsa') &&
            !page.includes('/t/') &&
            !page.includes('.gif" width="1"'),
        )
        const leave = await visit(pathOf(/<a href="([^"]*)">leave/.exec(page)![1]!), {
          method: 'POST',
          body: 'List-Unsubscribe=One-Click',
        })
        assert.match(await leave.text(), /Nothing was changed/)
        return [page.includes('For Lund, '), page.includes('For others')]
      }
      assert.deepEqual(await shown(), [false, false])
      assert.deepEqual(await shown(1), [true, false])
      assert.deepEqual(await shown(2), [false, true])
      assert.deepEqual(await shown(1, 2), [true, true])
      const { webVersionUrl } = (await call.GetNewsletterDetails({ newsletterId }))[0]!
      assert.equal(
        webVersionUrl,
        await call.GetNewsletterWebVersionUrlByFilters({ newsletterId, filterIds: [] }),
      )
    })
    assert.equal(await rows(), before)
  })

  test('shows what was last sent, or what is written when nothing was', async () => {
    const { newsletterId, visit, service, account, call, listId } = await sent()
    const shows = async (id: number) =>
      (
        await visit(
          pathOf(
            await call.GetNewsletterWebVersionUrlByFilters({ newsletterId: id, filterIds: [] }),
          ),
        )
      ).text()
    await editDraft(service.store, account.id, newsletterId, { html: '<p>Changed</p>' })
    assert.match(await shows(newsletterId), /Dear friend/)
    const draft = {
      name: 'New',
      subject: 'New',
      preheader: '',
      text: '',
      fromName: '',
      fromEmail: '',
      replyTo: '',
      listId,
    }
    const unsent = await addDraft(service.store, account.id, { ...draft, html: '<p>First</p>' })
    const first = pathOf(
      await call.GetNewsletterWebVersionUrlByFilters({ newsletterId: unsent, filterIds: [1] }),
    )
    await editDraft(service.store, account.id, unsent, { html: '<p>Second</p>' })
    assert.match(await shows(unsent), /Second/)
    // An address shows for good what it was given for.
    assert.match(await (await visit(first)).text(), /First/)
  })

  test('refuses unknown filters and newsletters, another account’s too', async () => {
    const { newsletterId, inEveryBinding } = await sent()
    const stranger = await sent()
    await addNamedFilter(stranger.service.store, stranger.account.id, 'Third', 'name = "x"')
    await inEveryBinding(async call => {
      for (const filterIds of [[3], [1, 999], [0], [-1], [2_147_483_647]])
        await assert.rejects(
          call.GetNewsletterWebVersionUrlByFilters({ newsletterId, filterIds }),
          /There is no filter/,
        )
      for (const id of [0, -1, 999])
        await assert.rejects(
          call.GetNewsletterWebVersionUrlByFilters({ newsletterId: id, filterIds: [] }),
          /There is no newsletter/,
        )
    })
  })

  test('addresses that we have not signed show nothing', async () => {
    const { visit, key, account, sendingId } = await sent()
    const token = filterVersionToken(key, {
      accountId: account.id,
      of: { sending: sendingId },
      blocks: [],
    })
    assert.equal((await visit(`/w/${token}`)).status, 200)
    const parts = token.split('.')
    const changed = (at: number, part: string) =>
      parts.map((one, i) => (i === at ? part : one)).join('.')
    for (const one of [
      changed(2, '1'),
      changed(3, 's1'),
      changed(4, '1'),
      changed(5, '0'.repeat(20)),
      token.slice(0, -1),
    ])
      assert.equal((await visit(`/w/${one}`)).status, 404, one)
    const gone = filterVersionToken(key, {
      accountId: account.id,
      of: { newsletter: 1, version: 99 },
      blocks: [],
    })
    assert.equal((await visit(`/w/${gone}`)).status, 404)
  })
})
