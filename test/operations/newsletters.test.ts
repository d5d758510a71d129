/**
 * Newsletter and account operations, section 4.8. GetDemographicData is in demographic-data; the
 * web version is of a later version.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useLoginLink } from '../../src/domain/accounts/login-link.ts'
import { findSession } from '../../src/domain/accounts/session.ts'
import { addNamedFilter } from '../../src/domain/filters/save-filter.ts'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { editTemplate, saveNewTemplate } from '../../src/domain/templates/save-template.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import { refusal } from '../support/client.ts'
import { moved } from '../support/moved.ts'

const tokenOf = (link: string): string => decodeURIComponent(/[^/=]+$/.exec(new URL(link).href)![0])

describe('GetLoginLink', () => {
  test('answers a link into the console of this account, another each time', async () => {
    const own = await newAccount()
    const { store, url } = own.service
    const links = new Set<string>()
    await own.inEveryBinding(async call => {
      const link = await call.GetLoginLink()
      assert.equal(new URL(link).origin, new URL(url).origin)
      assert.match(new URL(link).pathname, /^\/console\//)
      links.add(link)
      const session = await useLoginLink(store, tokenOf(link))
      assert.equal((await findSession(store, session!))?.account.id, own.account.id)
    })
    assert.equal(links.size, 4)
  })

  test('a link is good once', async () => {
    const { call, service } = await newAccount()
    const token = tokenOf(await call.GetLoginLink())
    assert.ok(await useLoginLink(service.store, token))
    assert.equal(await useLoginLink(service.store, token), undefined)
  })

  test('a link is good for ten minutes', async () => {
    const { call, service, account } = await newAccount()
    const token = tokenOf(await call.GetLoginLink())
    const { rows } = await service.store.withClient(async client => {
      await client.query(
        `update login_links set expires_at = ${moved('expires_at', '-600')} where account_id = $1`,
        [account.id],
      )
      return client.query(
        `select extract(epoch from expires_at + interval '10 minutes' - created_at)::int as seconds
         from login_links where account_id = $1`,
        [account.id],
      )
    })
    assert.deepEqual(rows, [{ seconds: 600 }])
    assert.equal(await useLoginLink(service.store, token), undefined)
  })

  test('the store does not hold what would let anybody in', async () => {
    const { call, service, account } = await newAccount()
    const token = tokenOf(await call.GetLoginLink())
    const { rows } = await service.store.withClient(client =>
      client.query('select token_hash from login_links where account_id = $1', [account.id]),
    )
    assert.equal(rows.length, 1)
    assert.ok(!token.includes(rows[0].token_hash))
  })

  test('refuses a stranger with a fault', async () => {
    const { as } = await newAccount()
    await as({ password: 'wrong' }).inEveryBinding(async own => {
      await assert.rejects(own.GetLoginLink(), refusal('unknown-credentials'))
    })
  })
})

const addNewsletter = (
  { account, service }: TestAccount,
  more: Partial<Parameters<typeof addDraft>[2]> = {},
) =>
  addDraft(service.store, account.id, {
    name: 'Spring',
    subject: 'News for {{ name }}',
    preheader: '',
    source: { kind: 'html', html: '<p>Hello <b>{{ name }}</b></p>' },
    text: '',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    listId: null,
    ...more,
  })

describe('GetNewsletterDetails', () => {
  test('tells all of a newsletter, with its tags and the sender that it would have', async () => {
    const own = await newAccount()
    const listId = await own.list()
    const template = await saveNewTemplate(own.service.store, own.account.id, {
      name: 'Plain',
      description: '',
      source: { kind: 'html', html: '<p data-slot="body">Hello <b>{{ name }}</b></p>' },
    })
    const id = await addNewsletter(own, {
      source: {
        kind: 'template',
        templateId: template.id,
        version: null,
        slots: { body: '{{ name }} & co' },
      },
      listId,
    })
    await own.inEveryBinding(async call => {
      const [row, ...more] = await call.GetNewsletterDetails({ newsletterId: id })
      assert.deepEqual(more, [])
      const { created, modified, ...rest } = row!
      assert.ok(
        Math.abs(created.getTime() - Date.now()) < 60_000 &&
          modified.getTime() >= created.getTime(),
      )
      assert.deepEqual(rest, {
        id,
        name: 'Spring',
        subject: 'News for {{ name }}',
        fromName: 'Shop',
        fromEmail: 'shop@example.test',
        listId,
        templateId: template.id,
        lastSent: null,
        webVersionUrl: await call.GetNewsletterWebVersionUrlByFilters({
          newsletterId: id,
          filterIds: [],
        }),
        html: '<p>{{ name }} & co</p>',
        text: '{{ name }} & co',
      })
    })
  })

  test('tells when a sending of it last began, tests left out', async () => {
    const own = await newAccount()
    const { store } = own.service
    const accountId = own.account.id
    const listId = await own.list()
    const id = await addNewsletter(own, {
      text: 'Own text',
      fromName: 'Me',
      fromEmail: 'me@example.test',
    })
    const times = ['2026-01-02T10:00:00Z', '2026-03-02T10:00:00Z', '2026-05-02T10:00:00Z', null]
    for (const [i, at] of times.entries()) {
      const dueAt = new Date(Date.now() + 3_600_000)
      const sendingId = await makeSending(store, accountId, {
        newsletterId: id,
        listId,
        dueAt,
        zone: '+01:00',
      })
      await store.withClient(client =>
        client.query(
          'update sendings set planned_at = $3, test = $4 where account_id = $1 and id = $2',
          [accountId, sendingId, at, i === 2],
        ),
      )
    }
    const [row] = await own.call.GetNewsletterDetails({ newsletterId: id })
    assert.equal(row!.lastSent?.toISOString(), '2026-03-02T10:00:00.000Z')
    assert.deepEqual(
      [row!.fromName, row!.fromEmail, row!.text, row!.listId],
      ['Me', 'me@example.test', 'Own text', null],
    )
  })

  test('answers an empty DataSet for an unknown newsletter', async () => {
    const other = await newAccount()
    const foreign = await addNewsletter(other)
    const own = await newAccount()
    await own.inEveryBinding(async (call, binding) => {
      for (const newsletterId of [foreign, 4711])
        assert.deepEqual(await call.GetNewsletterDetails({ newsletterId }), [])
      for (const text of ['', '0', 'x', '-1', '99999999999999999999'])
        assert.deepEqual(
          await own.send('GetNewsletterDetails', { strNewsletterId: text }, binding),
          [],
          text,
        )
    })
  })

  test('refuses a stranger with a fault', async () => {
    const { as } = await newAccount()
    await as({ password: 'wrong' }).inEveryBinding(async own => {
      await assert.rejects(
        own.GetNewsletterDetails({ newsletterId: 1 }),
        refusal('unknown-credentials'),
      )
    })
  })
})

// What the pages show is tested in test/recipient/web-version.test.ts.
describe('GetNewsletterWebVersionUrlByFilters', () => {
  test('answers an address, for any spelling of the list of filters', async () => {
    const own = await newAccount()
    const { store } = own.service
    for (const name of ['One', 'Two', 'Shown nowhere'])
      await addNamedFilter(store, own.account.id, name, 'name = "x"')
    const id = await addNewsletter(own, {
      source: { kind: 'html', html: '<p data-filter="1">a</p><p data-filter="2">b</p>' },
    })
    const both = await own.call.GetNewsletterWebVersionUrlByFilters({
      newsletterId: id,
      filterIds: [1, 2],
    })
    assert.match(both, /^http:\/\/127\.0\.0\.1:\d+\/w\/[\w.-]+$/)
    await own.inEveryBinding(async (call, binding) => {
      for (const filterIds of [
        [2, 1],
        [1, 2, 1],
        [3, 1, 2],
      ])
        assert.equal(
          await call.GetNewsletterWebVersionUrlByFilters({ newsletterId: id, filterIds }),
          both,
        )
      assert.notEqual(
        await call.GetNewsletterWebVersionUrlByFilters({ newsletterId: id, filterIds: [] }),
        both,
      )
      if (binding !== 'get' && binding !== 'post') return
      const texts = { intNewsletterId: String(id), intFilterIds: '1,2' }
      assert.equal(await own.send('GetNewsletterWebVersionUrlByFilters', texts, binding), both)
    })
  })

  test('refuses unknown newsletters, unknown filters and strangers with a fault', async () => {
    const own = await newAccount()
    const id = await addNewsletter(own)
    await own.inEveryBinding(async call => {
      await assert.rejects(
        call.GetNewsletterWebVersionUrlByFilters({ newsletterId: id, filterIds: [1] }),
        refusal('no-such-filter'),
      )
      await assert.rejects(
        call.GetNewsletterWebVersionUrlByFilters({ newsletterId: 4711, filterIds: [] }),
        refusal('no-such-newsletter'),
      )
    })
    await own.as({ password: 'wrong' }).inEveryBinding(async call => {
      await assert.rejects(
        call.GetNewsletterWebVersionUrlByFilters({ newsletterId: id, filterIds: [] }),
        refusal('unknown-credentials'),
      )
    })
  })
})

describe('GetActiveTemplates', () => {
  test('answers the active ones of the account', async () => {
    const own = await newAccount()
    const { store } = own.service
    const accountId = own.account.id
    const add = (name: string, description = '') =>
      saveNewTemplate(store, accountId, {
        name,
        description,
        source: { kind: 'html', html: '<p data-slot="a">x</p>' },
      })
    await saveNewTemplate(store, (await newAccount()).account.id, {
      name: 'Foreign',
      description: '',
      source: { kind: 'html', html: '<p>' },
    })
    await own.inEveryBinding(async call => assert.deepEqual(await call.GetActiveTemplates(), []))
    const first = await add('First', 'A <b>bold</b> & one')
    const second = await add('Second')
    await editTemplate(store, accountId, (await add('Gone')).id, { active: false })
    await own.inEveryBinding(async call => {
      const rows = await call.GetActiveTemplates()
      assert.deepEqual(
        rows.map(({ id, name, description }) => [id, name, description]),
        [
          [first.id, 'First', 'A <b>bold</b> & one'],
          [second.id, 'Second', ''],
        ],
      )
      for (const { created, modified } of rows)
        assert.ok(Math.abs(created.getTime() - Date.now()) < 60_000 && modified >= created)
    })
  })

  test('refuses a stranger with a fault', async () => {
    const { as } = await newAccount()
    await as({ password: 'wrong' }).inEveryBinding(async own => {
      await assert.rejects(own.GetActiveTemplates(), refusal('unknown-credentials'))
    })
  })
})
