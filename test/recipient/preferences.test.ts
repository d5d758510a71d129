/** The page of preferences: lists, pause, kind of email, data; taken back; and what it refuses. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countAudience } from '../../src/domain/sendings/audience/count-audience.ts'
import { listen, publishedEvents } from '../webhooks/published-events.ts'
import { shown, wanted, withOffer } from './preferences-setup.ts'
import type { Reader } from './setup.ts'

const DAY = 86_400_000

describe('preferences', () => {
  test('show the lists that are offered and those of the reader, and change nothing by a look', async () => {
    const reader = await withOffer()
    const before = await reader.rows()
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await reader.visit(reader.at, { method })
    const page = await reader.page()
    assert.match(page, /Greenhouse/)
    assert.match(page, /Once a month/)
    assert.match(page, /Customers/)
    assert.doesNotMatch(page, /Staff/)
    assert.ok(!page.includes(reader.email), 'the address is masked')
    assert.ok(Buffer.byteLength(page) < 30_000)
    assert.doesNotMatch(page, /<script/)
    assert.equal(await reader.rows(), before)
  })

  test('join and leave lists at once, and are taken back', async () => {
    const { listId, offered, save, lists } = await withOffer()
    const answer = await save([...shown(listId, offered), ...wanted(offered)])
    assert.equal(answer.status, 200)
    assert.deepEqual(await lists(), [offered])
    const page = await answer.text()
    // The note posts what stood before.
    const undo = /<form class="ok"[\s\S]*?<\/form>/.exec(page)![0]
    const fields = [...undo.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!] as [string, string],
    )
    assert.match(await (await save(fields)).text(), /Taken back/)
    assert.deepEqual(await lists(), [listId])
  })

  test('a list that asks for it is joined by the button behind an email, and not before', async () => {
    const { listId, offered, save, lists, ask, visit, post, page } = await withOffer({
      confirmed: true,
    })
    assert.match(await page(), /Once a month · after a confirmation by email/)
    const answer = await save([...shown(listId, offered), ...wanted(listId, offered)])
    assert.match(await answer.text(), /Greenhouse comes once you confirm it there/)
    await save([...shown(listId, offered), ...wanted(listId, offered)])
    assert.deepEqual(await lists(), [listId])
    const sent = await ask<{ fields: string[] }>(
      'select fields from transactions where account_id = $1',
    )
    assert.equal(sent.length, 1, 'one email a day')
    const link = new URL(sent[0]!.fields[0]!).pathname
    assert.match(await (await visit(link)).text(), /Somebody chose “Greenhouse”/)
    for (const body of ['', 'wish=data', 'wish=forget'])
      assert.equal((await post(link, body)).status, 400)
    assert.equal((await visit(link.replace(`.j${offered}-`, `.j${listId}-`))).status, 404)
    assert.deepEqual(await lists(), [listId])
    assert.match(await (await post(link, 'wish=join')).text(), /You are on the list/)
    assert.deepEqual(await lists(), [listId, offered])
    const [consent] = await ask<{ source: string }>(
      `select source from consents where account_id = $1 and list_id = ${offered}`,
    )
    assert.equal(consent!.source, 'preferences page, confirmed by email')
    await save([...shown(listId, offered), ...wanted(listId)])
    assert.deepEqual(await lists(), [listId], 'left at once')
    await save([...shown(listId, offered), ...wanted(listId, offered)])
    assert.deepEqual(await lists(), [listId, offered], 'and taken back')
  })

  test('a confirmation that nothing can send is not promised', async () => {
    const { listId, offered, save, lists, ask } = await withOffer({ confirmed: true })
    await ask("update lists set from_email = '' where account_id = $1")
    const answer = await save([...shown(listId, offered), ...wanted(listId, offered)])
    const page = await answer.text()
    assert.equal(answer.status, 200)
    assert.match(page, /role="alert">No address is set up/)
    assert.doesNotMatch(page, /comes once you confirm/)
    assert.deepEqual(await lists(), [listId])
  })

  test('a webhook is told of a pause with its end, and not of the end of one', async () => {
    const { accountId, service, save } = await withOffer()
    const webhookId = await listen(service.store, accountId)
    await save([['pause', '30']])
    await save([['pause', '0']])
    const events = await publishedEvents(service.store, accountId, webhookId)
    const paused = events.filter(({ event }) => event === 'paused')
    assert.equal(paused.length, 1)
    const days = (Date.parse(paused[0].details.until) - Date.now()) / DAY
    assert.ok(days > 29 && days <= 30, String(days))
    const others = events.filter(({ event }) => event !== 'paused')
    assert.deepEqual(
      others.map(({ event, details }) => [event, details.changed]),
      [
        ['preferences-changed', ['pause']],
        ['preferences-changed', ['pause']],
      ],
    )
  })

  test('what was left more than a day ago is joined by a new consent only', async () => {
    const { listId, offered, save, lists, ask, page } = await withOffer()
    await save(shown(listId, offered))
    await ask(`update subscriptions set unsubscribed_at = now() - interval '2 days'
      where account_id = $1`)
    await save([...shown(listId, offered), ...wanted(listId, offered)])
    assert.deepEqual(await lists(), [offered])
    assert.doesNotMatch(await page(), new RegExp(`name="list" value="${listId}"`))
  })

  test('the kind of email, and data that may be edited, are checked by their kinds', async () => {
    const reader = await withOffer({ fields: ['name', 'DD3'] })
    const { listId, save, person } = reader
    await reader.ask(
      `insert into demographic_fields (account_id, number, name, type)
       values ($1, 3, 'Born', 'date')`,
    )
    const all = (born: string, name = 'Åsa Ö') => [
      ...shown(listId),
      ...wanted(listId),
      ...([
        ['format', 'text'],
        ['name', name],
        ['DD3', born],
        ['DD4', 'not offered'],
      ] as [string, string][]),
    ]
    const refused = await save(all('1942-02-30'))
    assert.equal(refused.status, 400)
    assert.match(await refused.text(), /aria-invalid/)
    assert.deepEqual((await person()).format, 'html', 'nothing of it was saved')
    assert.equal((await save(all('x'.repeat(9_000)))).status, 400)
    assert.equal((await save(all('1942-04-17'))).status, 200)
    const { name, format, fields } = await person()
    assert.deepEqual([name, format, fields], ['Åsa Ö', 'text', [null, null, '1942-04-17']])
  })

  test('data is changed where no list stands on the page, and what is not posted stays', async () => {
    const { save, person } = await withOffer({ fields: ['name', 'DD3'] })
    assert.equal((await save([['name', 'Eva']])).status, 200)
    assert.equal((await person()).name, 'Eva')
    await save([['format', 'text']])
    assert.deepEqual([(await person()).name, (await person()).format], ['Eva', 'text'])
  })

  test('leave everything is an opt-out, which the page does not lift', async () => {
    const { listId, save, lists, standing, page } = await withOffer()
    assert.equal((await save([['leave', 'everything']])).status, 200)
    assert.equal((await standing()).optedOut, true)
    await save([...shown(listId), ...wanted(listId)])
    assert.deepEqual(await lists(), [])
    assert.match(await page(), /You get no emails from here/)
  })

  test('speak seven languages', async () => {
    const { visit, at } = await withOffer()
    for (const language of ['en', 'sv', 'de', 'fr', 'nb', 'da', 'fi']) {
      const answer = await visit(`${at}?lang=${language}`)
      assert.equal(answer.headers.get('content-language'), language)
      assert.match(await answer.text(), new RegExp(`<html lang="${language}">`))
    }
  })

  test('the language of a person is kept in its field, and spoken by their pages', async () => {
    const reader = await withOffer({ languageField: 'DD5', fields: ['name', 'DD5'] })
    const { listId, save, person, visit, post, at, tokens, ask } = reader
    const spoken = async (path: string, accept = 'fi') =>
      (await visit(path, { headers: { 'Accept-Language': accept } })).headers.get(
        'content-language',
      )
    assert.equal(await spoken(at), 'fi', 'not known yet')
    const page = await reader.page()
    assert.equal(page.match(/DD5/g), null, 'it is chosen as a language, not typed')
    const base = [...shown(listId), ...wanted(listId), ['lang', 'en']] as [string, string][]
    const undone = await save([...base, ['undo', 'yes'], ['language', '']])
    assert.equal(undone.status, 200)
    const answer = await save([...base, ['language', 'sv']])
    assert.equal(answer.headers.get('content-language'), 'sv')
    assert.equal((await person()).fields[4], 'sv')
    assert.match(await answer.text(), /name="language" value=""/, 'to take it back')
    await save([...base, ['language', 'tlh']])
    assert.equal((await person()).fields[4], 'sv')
    for (const path of [at, `/u/${tokens.unsubscribe}`, `/s/${tokens.preferences}`])
      assert.equal(await spoken(path), 'sv', path)
    assert.equal(await spoken(`${at}?lang=de`), 'de')
    const left = await post(`/u/${tokens.unsubscribe}`, 'from=list')
    assert.equal(left.headers.get('content-language'), 'sv')
    await save([...base, ['undo', 'yes'], ['language', '']])
    assert.equal((await person()).fields[4] ?? '', '')
    // As files bring it along.
    for (const [text, code] of [
      ['German', 'de'],
      ['de-AT', 'de'],
      ['Suomi', 'fi'],
      ['constructor', 'da'],
    ]) {
      await ask(`update subscribers set fields[5] = '${text}' where account_id = $1`)
      assert.equal(await spoken(at, 'da'), code, text)
    }
  })
})

describe('a pause', () => {
  const pausedFor = (until: Date | null) => Math.round((until!.getTime() - Date.now()) / DAY)

  test('is taken for days that are offered, kept by a further save, and ended', async () => {
    const { listId, save, person, page } = await withOffer()
    const base = [...shown(listId), ...wanted(listId)]
    for (const wrong of ['3650', '-1', 'never', '2999-01-01T00:00:00.000Z'])
      await save([...base, ['pause', wrong]])
    assert.equal((await person()).paused, null)
    await save([...base, ['pause', '60']])
    const { paused } = await person()
    assert.equal(pausedFor(paused), 60)
    const [, until] = /name="pause" value="([^"]+)" checked/.exec(await page())!
    await save([...base, ['pause', until!]])
    assert.deepEqual((await person()).paused, paused)
    await save([...base, ['pause', '0']])
    assert.equal((await person()).paused, null)
  })

  test('keeps the person out of the plan with its reason, until its day', async () => {
    const reader = await withOffer()
    await reader.save([...shown(reader.listId), ...wanted(reader.listId), ['pause', '30']])
    assert.deepEqual(await counts(reader), { paused: 1, willGet: 0 })
    await reader.ask(`update subscribers set paused_until = now() where account_id = $1`)
    assert.deepEqual(await counts(reader), { willGet: 1 })
  })

  async function counts({ service, account, listId }: Reader) {
    const audience = { lists: [listId], excluded: [], filters: [] }
    const { leftOut, willGet } = await countAudience(service.store, account.id, audience)
    return Object.fromEntries([
      ...leftOut.map(one => [one.reason, one.people]),
      ['willGet', willGet],
    ])
  }
})
