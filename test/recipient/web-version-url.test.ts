/** The web version for filters: without the data of a person, and by signed URLs only. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addNamedFilter } from '../../src/domain/filters/save-filter.ts'
import { addDraft, editDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { filterVersionToken } from '../../src/mail/links/web-version.ts'
import { newSentEmail, pathOf } from './web-version-setup.ts'

describe('GetNewsletterWebVersionUrlByFilters', () => {
  test('leads to the newsletter as people who match get it, without anybody’s data', async () => {
    const own = await newSentEmail()
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

  test('shows the last sent email, or the draft if there is none', async () => {
    const { newsletterId, visit, service, account, call, listId } = await newSentEmail()
    const shows = async (id: number) =>
      (
        await visit(
          pathOf(
            await call.GetNewsletterWebVersionUrlByFilters({ newsletterId: id, filterIds: [] }),
          ),
        )
      ).text()
    await editDraft(service.store, account.id, newsletterId, {
      source: { kind: 'html', html: '<p>Changed</p>' },
    })
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
    const unsent = await addDraft(service.store, account.id, {
      ...draft,
      source: { kind: 'html', html: '<p>First</p>' },
    })
    const first = pathOf(
      await call.GetNewsletterWebVersionUrlByFilters({ newsletterId: unsent, filterIds: [1] }),
    )
    await editDraft(service.store, account.id, unsent, {
      source: { kind: 'html', html: '<p>Second</p>' },
    })
    assert.match(await shows(unsent), /Second/)
    // An address shows for good what it was given for.
    assert.match(await (await visit(first)).text(), /First/)
  })

  test('refuses unknown filters and newsletters, another account’s too', async () => {
    const { newsletterId, inEveryBinding } = await newSentEmail()
    const stranger = await newSentEmail()
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
    const { visit, key, account, sendingId } = await newSentEmail()
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
