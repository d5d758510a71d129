/** Published newsletters: which stand under a list, and what a stranger sees of them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type PublishedSetup, pathOf, publishedSetup } from './published-setup.ts'

let setup: PublishedSetup
before(async () => {
  setup = await publishedSetup()
})
after(() => setup.running.close())

const FOOTER =
  '<p><a href="{{ web_version_url }}">Browser</a> · <a href="{{ preferences_url }}">Choose</a> · ' +
  '<a href="{{ measuring_url }}">Measure</a> · <a href="{{ unsubscribe_url }}">Leave</a></p>'
const plain = (text: string) => `<html><head><title>x</title></head><body><p>${text}</p>${FOOTER}`

describe('a published list', () => {
  test('has its finished sendings, earlier and later ones, newest first, until it is hidden', async () => {
    const { newList, newNewsletter, sent, send, publish, visit, under, call } = setup
    const listId = await newList('Trädgårdsbrevet & mer')
    await sent(await newNewsletter(plain('Frost'), 'What the frost is for'), [listId])
    const before = (await call('GET', `/lists/${listId}/published`)).body
    assert.equal(before.active, false)
    assert.equal((await visit(before.address)).status, 404)
    const { address } = await publish(listId, { description: 'Twice a month.' })
    assert.match(address, /\/a\/1-tradgardsbrevet-mer$/)
    await sent(await newNewsletter(plain('Roses'), 'Pruning week'), [listId])
    await send(await newNewsletter(plain('Later'), 'Not sent yet'), [listId])
    assert.deepEqual(
      (await under(listId)).map((one: { title: string }) => one.title),
      ['Pruning week', 'What the frost is for'],
    )
    const index = await visit(address)
    assert.equal(index.status, 200)
    assert.ok(index.text.indexOf('Pruning week') < index.text.indexOf('What the frost'))
    assert.doesNotMatch(index.text, /Not sent yet|<script/)
    assert.match(index.text, /<link rel="canonical" href="[^"]*\/a\/1-tradgardsbrevet-mer">/)
    assert.match(index.text, /og:description" content="Twice a month\."/)
    assert.ok(Buffer.byteLength(index.text) < 30_000)
    const latest = await visit(`${address}/latest`)
    assert.equal(latest.status, 302)
    assert.equal(pathOf(latest.headers.get('location')!), pathOf(`${address}/2`))
    assert.match((await visit(`${address}/2`)).text, /Roses/)
    await publish(listId, { active: false })
    for (const path of ['', '/2', '/latest', '/feed.xml', '/feed.json', '/sitemap.xml'])
      assert.equal((await visit(address + path)).status, 404, path)
  })

  test('shows nobody’s version: fallbacks, no links of a person, nothing measured', async () => {
    const { newList, newNewsletter, sent, publish, visit, made } = setup
    const listId = await newList('Nobody')
    const filterId = await made('/filters', { name: 'Owners', where: 'name = "Ada"' })
    const html =
      `<p>Hello {{ name | default: "friend" }}</p><p data-filter="${filterId}">Owners only</p>` +
      `<a href="https://shop.example/offer">Offer</a>${FOOTER}`
    const { address } = await publish(listId)
    await sent(await newNewsletter(html, 'For {{ name | default: "you" }}'), [listId])
    const { text, headers } = await visit(`${address}/1`)
    assert.match(text, /Hello friend/)
    assert.match(text, /<title>For you · Nobody<\/title>/)
    assert.match(text, /href="https:\/\/shop\.example\/offer"/)
    assert.doesNotMatch(text, /Owners only|Ada|people\.test|\/[tuwps]\/|\.gif|>Leave<|·\s*·/)
    assert.match(headers.get('content-security-policy')!, /sandbox/)
    assert.doesNotMatch(headers.get('content-security-policy')!, /allow-scripts|script-src/)
    const shown = await publish(listId, { shownFilters: [filterId] })
    assert.match((await visit(`${shown.address}/1`)).text, /Owners only/)
  })

  test('has a summary without addresses or pieces of tags, whatever its links lack', async () => {
    const { newList, newNewsletter, sent, publish, visit, under } = setup
    const listId = await newList('Summary')
    const { address } = await publish(listId)
    const own = '<a href="{{ unsubscribe_url }}">'
    const long = `https://shop.example/${'x'.repeat(1990)}`
    for (const [html, summary] of [
      [`<p>Hi ${own}no`, 'Hi no'],
      [
        `<p>Hi ${own}no</p><p>More <a href="https://shop.example/a">here</a></p>`,
        'Hi no More here',
      ],
      ['<p>Hi <a href="{{ DD3 | default: "" }}">there</a> 1 &lt; 2</p>', 'Hi there 1 < 2'],
      [`<p>Hi <a href="${long}">there</a></p>`, 'Hi there'],
    ] as const) {
      await sent(await newNewsletter(html), [listId])
      const [newest] = await under(listId)
      assert.equal(newest.summary, summary, html.slice(0, 200))
    }
    const { text } = await visit(`${address}/2`)
    assert.match(text, /href="https:\/\/shop\.example\/a"/)
    assert.doesNotMatch(text, /href=""/)
  })

  test('takes neither tests, samples, cancelled sendings nor what was sent again', async () => {
    const { newList, newNewsletter, sent, send, publish, under, call, ask, accountId } = setup
    const listId = await newList('Once', ['a@people.test', 'b@people.test', 'c@people.test'])
    const second = await newList('Second')
    await publish(listId)
    await publish(second)
    const newsletterId = await newNewsletter(plain('One'), 'One')
    const first = await sent(newsletterId, [listId, second])
    await sent(newsletterId, [listId], { resendOf: { sendingId: first, without: 'opened' } })
    await sent(newsletterId, [listId])
    const cancelled = await send(await newNewsletter(plain('Two'), 'Two'), [listId])
    await call('POST', `/sendings/${cancelled}/cancel`, {})
    await call('POST', `/newsletters/${newsletterId}/test`, { emails: ['me@test.test'], listId })
    await ask(
      `update sendings set state = 'finished', planned = 1 where account_id = $1 and test`,
      [accountId],
    )
    const one = (list: number) =>
      under(list).then(all => all.map((n: { title: string }) => n.title))
    assert.deepEqual(await one(listId), ['One'])
    assert.deepEqual(await one(second), ['One'])
  })

  test('has a sending in parts, a share a day, once', async () => {
    const { newList, newNewsletter, sent, publish, under } = setup
    const listId = await newList('Parts', ['a@people.test', 'b@people.test', 'c@people.test'])
    await publish(listId)
    await sent(await newNewsletter(plain('Parts'), 'In parts'), [listId], { sharePerDay: 34 })
    const titles = (await under(listId)).map((one: { title: string }) => one.title)
    assert.deepEqual(titles, ['In parts'])
  })

  test('has the winner of an A/B test alone', async () => {
    const { newList, newNewsletter, send, finish, publish, under, call, ask, accountId } = setup
    const listId = await newList('Split', ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test'])
    await publish(listId)
    const variants = [{ subject: 'Left' }, { subject: 'Right' }]
    const split = { share: 50, by: 'clicks', waitMinutes: 60, variants }
    const parent = await send(await newNewsletter(plain('A')), [listId], { split })
    const samples = await ask<{ id: string }>(
      'select id from sendings where account_id = $1 and parent_id = $2',
      [accountId, parent],
    )
    assert.equal(samples.length, 2)
    for (const { id } of samples) await finish(Number(id))
    assert.deepEqual(await under(listId), [])
    const chosen = await call('POST', `/sendings/${parent}/winner`, { variant: 1 })
    assert.ok(chosen.status < 300, JSON.stringify(chosen.body))
    await ask(`update sendings set due_at = now() where account_id = $1 and id = $2`, [
      accountId,
      parent,
    ])
    await ask(`update work set due = now() where account_id = $1 and source_id = $2`, [
      accountId,
      parent,
    ])
    await finish(parent)
    const titles = (await under(listId)).map((one: { title: string }) => one.title)
    assert.equal(titles.length, 1)
    assert.match(titles[0], /^(?:Left|Right)$/)
  })

  test('keeps an email whose tag has no fallback until somebody decides', async () => {
    const { newList, newNewsletter, sent, publish, visit, under, call } = setup
    const listId = await newList('Waiting')
    const { address } = await publish(listId)
    const newsletterId = await newNewsletter(plain('Code {{ DD12 }}'), 'Sale')
    await sent(newsletterId, [listId])
    const [one] = await under(listId)
    assert.equal(one.state, 'waiting')
    assert.deepEqual(one.bareTags, ['DD12'])
    assert.equal((await visit(`${address}/1`)).status, 404)
    const { tags } = (await call('GET', `/newsletters/${newsletterId}/published`)).body
    assert.deepEqual(tags, [{ tag: 'DD12', part: 'html', hasFallback: false }])
    const at = `/lists/${listId}/published/newsletters/1`
    assert.equal((await call('POST', `${at}/correct`, {})).status, 409)
    const source = { kind: 'html', html: plain('Code {{ DD12 | default: "SPRING" }}') }
    await call('PATCH', `/newsletters/${newsletterId}`, { source })
    assert.equal((await call('POST', `${at}/correct`, {})).status, 200)
    assert.equal((await call('POST', `${at}/show`)).body.state, 'published')
    const page = (await visit(`${address}/1`)).text
    assert.match(page, /Code SPRING/)
    assert.match(page, /Corrected on/)
    assert.equal((await call('POST', `${at}/take-out`)).body.state, 'out')
    assert.equal((await visit(`${address}/1`)).status, 404)
  })

  test('takes a newsletter that is not sent, once', async () => {
    const { newList, newNewsletter, publish, visit, call } = setup
    const listId = await newList('Unsent')
    const newsletterId = await newNewsletter(plain('Only here'), 'Only here')
    const at = `/lists/${listId}/published/newsletters`
    assert.equal((await call('POST', at, { newsletterId })).status, 409)
    const { address } = await publish(listId)
    const added = await call('POST', at, { newsletterId })
    assert.equal(added.status, 201)
    assert.equal(added.body.sendingId, null)
    assert.equal((await call('POST', at, { newsletterId })).status, 409)
    assert.match((await visit(`${address}/1`)).text, /Only here/)
    const { places } = (await call('GET', `/newsletters/${newsletterId}/published`)).body
    assert.deepEqual(
      places.map((place: { address: string }) => place.address),
      [`${address}/1`],
    )
  })

  test('leads from an old address, which no other list gets', async () => {
    const { newList, publish, visit, call } = setup
    const [listId, other] = [await newList('Moving'), await newList('Other')]
    const { address } = await publish(listId)
    const moved = await publish(listId, { slug: 'moved-on' })
    const answer = await visit(`${address}/latest`)
    assert.equal(answer.status, 301)
    assert.equal(pathOf(answer.headers.get('location')!), pathOf(`${moved.address}/latest`))
    const taken = await call('PATCH', `/lists/${other}/published`, { slug: 'moving' })
    assert.equal(taken.status, 400)
    for (const slug of ['', 'Ä', 'a/b', '-a', 'a'.repeat(61), '../x'])
      assert.equal((await call('PATCH', `/lists/${other}/published`, { slug })).status, 400, slug)
  })

  test('is found by no other address, in the same words for all', async () => {
    const { newList, publish, visit } = setup
    const { address } = await publish(await newList('Known'))
    const base = address.slice(0, address.lastIndexOf('/'))
    const wrong = [
      '1-nothing',
      '2-known',
      '1-known/999',
      '1-known/0',
      '1-known/x',
      '-',
      '1-known/1e3',
    ]
    const texts = new Set<string>()
    for (const path of wrong) {
      const answer = await visit(`${base}/${path}`)
      assert.equal(answer.status, 404, path)
      texts.add(answer.text)
    }
    assert.equal(texts.size, 1)
    const post = await visit(address, {}, 'POST')
    assert.equal(post.status, 405)
  })

  test('of an account is changed by no other account', async () => {
    const { newList, publish, stranger } = setup
    const listId = await newList('Ours')
    await publish(listId)
    assert.equal((await stranger('GET', `/lists/${listId}/published`)).status, 404)
    assert.equal(
      (await stranger('PATCH', `/lists/${listId}/published`, { active: false })).status,
      404,
    )
  })

  test('is gone with its list, and hidden with an archived one', async () => {
    const { newList, newNewsletter, sent, publish, visit, call } = setup
    const listId = await newList('Going')
    const { address } = await publish(listId)
    await sent(await newNewsletter(plain('Bye'), 'Bye'), [listId])
    await call('POST', `/lists/${listId}/archive`)
    assert.equal((await visit(address)).status, 404)
    await call('POST', `/lists/${listId}/restore`)
    assert.equal((await visit(`${address}/1`)).status, 200)
    await call('DELETE', `/lists/${listId}`)
    assert.equal((await visit(address)).status, 404)
  })
})
