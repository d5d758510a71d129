/** Drafts, previewed and checked by real HTTP; invalid ones are not sent. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type {
  ContentFindingAnswer,
  PreviewAnswer,
} from '../../src/actions/newsletters/newsletter-proofs.ts'
import type { WorkingCopyAnswer } from '../../src/actions/newsletters/working-copies.ts'
import { type ApiClient, type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
let listId: number
before(async () => {
  setup = await apiSetup({ FETCH_ALLOW: '127.0.0.1' })
  call = setup.call
  const list = await made<{ id: number }>('POST', '/lists', {
    name: 'Customers',
    fromName: 'Shop',
    fromEmail: 'news@shop.test',
  })
  listId = list.id
})
after(() => setup.running.close())

async function made<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body?.detail}`)
  return answer.body
}

const text = (id: string, html: string, more: object = {}) => ({ type: 'text', id, html, ...more })

const HEAD = {
  name: '',
  subject: 'Seeds for {{ name }}',
  fromName: '',
  preheader: 'Hello {{ DD2 | default: "you" }}',
  fromEmail: '',
  replyTo: '',
  listId: null,
  inlined: true,
  text: '',
}

const contentOf = (...blocks: object[]) => ({
  ...HEAD,
  source: { kind: 'blocks', document: { blocks } },
})

const previewed = (content: object, more: object = {}) =>
  made<PreviewAnswer>('POST', '/newsletters/preview', { content, ...more })

async function checkOf(content: object, options: object = {}) {
  const { id } = await made<{ id: number }>('POST', '/newsletters', { subject: 'x', text: 'x' })
  await made('PUT', `/newsletters/${id}/draft`, content)
  const { findings } = await made<{ findings: ContentFindingAnswer[] }>(
    'POST',
    `/newsletters/${id}/draft/check`,
    options,
  )
  return findings
}

test('the preview equals the sent email, but for the names of blocks', async () => {
  const content = contentOf(
    text('a', '<p>Hello {{ name }}, see <a href="https://x.test/">this</a></p>'),
    { type: 'columns', id: 'c', columns: [{ blocks: [text('in', 'x')] }, { blocks: [] }] },
  )
  const preview = await previewed(content)
  assert.deepEqual(
    [preview.subject, preview.preheader, preview.from, preview.to],
    [
      'Seeds for Ada Example',
      'Hello you',
      'Shop <news@shop.test>',
      'Ada Example <ada@example.com>',
    ],
  )
  for (const id of ['a', 'c', 'in']) assert.match(preview.html!, new RegExp(` data-block="${id}"`))
  assert.doesNotMatch(preview.html!, /pp-block/)
  assert.match(preview.text, /Hello Ada Example/)
  assert.equal(preview.mostBytes, 102_000)

  const newsletter = await made<{ id: number; html: string }>('POST', '/newsletters', {
    ...HEAD,
    source: content.source,
    listId,
  })
  assert.doesNotMatch(newsletter.html, /data-block|pp-block/)
  const sent = await made<{ html: string }>('GET', `/newsletters/${newsletter.id}/preview`)
  const alike = (html: string) =>
    html
      .replace(/ data-block="[\w-]+"/g, '')
      .replaceAll(' class=""', '')
      .replace(/href="[^"]*\/[tuw]\/[^"]*"/g, 'href')
      .replace('href="https://x.test/"', 'href')
      .replace(/<a href[^>]* aria-hidden[^>]*><\/a>|<img src="[^"]*\/t\/[^>]*>/g, '')
      .trim()
  assert.equal(alike(preview.html!), alike(sent.html))
  const difference = Math.abs(preview.bytes! - Buffer.byteLength(sent.html))
  assert.ok(difference < 100, `${preview.bytes}, ${sent.html.length}`)
  const typing = { content, listId, sized: false }
  const unsized = await made<PreviewAnswer>('POST', '/newsletters/preview', typing)
  assert.deepEqual(unsized, { ...preview, bytes: null })
})

test('as a subscriber: their values, and the blocks of their filters', async () => {
  const person = { listId, email: 'kim@x.test', name: 'Kim' }
  const { id: subscriberId } = await made<{ id: number }>('POST', '/subscribers', person)
  const filter = await made<{ id: number }>('POST', '/filters', {
    name: 'Not Kim',
    where: 'name = "Lee"',
  })
  const content = contentOf(
    text('a', 'Dear {{ name }}'),
    text('b', 'For others', { filter: [filter.id] }),
  )
  const all = await previewed(content)
  assert.match(all.html!, /For others/)
  for (const reader of [{ subscriberId }, { email: 'KIM@x.test' }]) {
    const own = await previewed(content, { reader })
    assert.match(own.html!, /Dear Kim/)
    assert.doesNotMatch(own.html!, /For others/)
  }
  const unknown = await call('POST', '/newsletters/preview', {
    content,
    reader: { subscriberId: 999 },
  })
  assert.equal(unknown.status, 404)
  const stranger = await setup.stranger('POST', '/newsletters/preview', {
    content: contentOf(text('a', 'x')),
    reader: { subscriberId },
  })
  assert.equal(stranger.status, 404)
})

test('an unfinished draft is previewed as far as possible', async () => {
  const empty = await previewed({ ...contentOf(), subject: '' })
  assert.equal(empty.subject, '')
  const html = { ...HEAD, source: { kind: 'html', html: '' } }
  assert.equal((await previewed(html)).html, null)
  const mjml = {
    ...HEAD,
    source: { kind: 'mjml', mjml: '<mjml>\n<mj-body>\n<mj-x/></mj-body></mjml>' },
  }
  const { status, body } = await call('POST', '/newsletters/preview', { content: mjml })
  assert.deepEqual([status, body.at.part, body.at.line], [400, 'mjml', 3])
  const first = await setup.stranger('POST', '/newsletters/preview', {
    content: contentOf(text('a', 'No list yet')),
  })
  assert.match(first.body.html, /No list yet/)
})

test('findings say how severe they are, where, and how to mend them', async () => {
  const findings = await checkOf({
    ...contentOf(
      text(
        'a',
        '<p>Go to <a href="example.com">us</a>, <a href="https://evil.test/">bank.test</a></p>',
      ),
      { type: 'button', id: 'b', text: 'Buy', href: '' },
      { type: 'picture', id: 'p', src: 'http://x.test/a.png', alt: '' },
      { type: 'picture', id: 'q', src: 'https://x.test/a.png', alt: '', href: 'https://x.test/' },
      { type: 'menu', id: 'm', links: [{ text: 'Shop', href: '' }] },
      text('e', ''),
    ),
    subject: 'BUY EVERYTHING NOW!!!',
  })
  const found = findings.map(({ severity, what, at }) => `${severity} ${what} ${at?.block ?? '-'}`)
  for (const wanted of [
    'wrong links a',
    'wrong links b',
    'wrong pictures q',
    'wrong links m',
    'look pictures p',
    'look blocks e',
    'look spam a',
    'look spam -',
    'fine size -',
    'fine unsubscribe -',
    'look sender -',
  ])
    assert.ok(found.includes(wanted), `${wanted}: ${found.join(', ')}`)
  assert.deepEqual(
    findings.map(({ severity }) => severity),
    findings.map(({ severity }) => severity).toSorted((a, b) => (a < b ? 1 : -1)),
  )
  for (const { severity, mend } of findings)
    assert.equal(mend === null, severity === 'fine', severity)
})

test('what keeps people from reading it is found, with its block', async () => {
  const heading = (id: string, level: 1 | 2 | 3) => ({ type: 'heading', id, level, html: 'News' })
  const accessOf = async (...blocks: unknown[]) =>
    (await checkOf(contentOf(...(blocks as never[]))))
      .filter(({ what }) => what === 'access')
      .map(({ severity, says, at }) => `${severity} ${at?.block ?? '-'} ${says}`)
  const cases: [unknown[], RegExp][] = [
    [[text('a', 'No heading')], /^look - There is no heading of the first level/],
    [[heading('a', 1), heading('b', 1)], /^look b There are several headings/],
    [[heading('a', 1), heading('b', 3)], /^look b A heading of level 3 follows one of level 1/],
    [
      [heading('a', 1), text('b', 'Go <a href="https://x.test/">here</a>.')],
      /^look b A link says only "here"/,
    ],
    [
      [heading('a', 1), { type: 'code', id: 'b', html: '<table><tr><td>1</td></tr></table>' }],
      /^look b A table without headings/,
    ],
    [
      [heading('a', 1), { ...text('b', 'Pale'), colour: '#dddddd' }],
      /^look b The contrast of a text, #dddddd on #FFFFFF/,
    ],
    [[heading('a', 1), text('b', '<a href="https://x.test/">To the shop</a>')], /^fine - Lang/],
  ]
  for (const [blocks, says] of cases) {
    const found = await accessOf(...blocks)
    assert.ok(
      found.some(one => says.test(one)),
      `${says}: ${found.join(', ')}`,
    )
  }
})

test('an email without a title is told so where it can have one', async () => {
  const written = (source: object) => checkOf({ ...contentOf(), source })
  const html = (head: string) => ({ kind: 'html', html: `<html lang="en">${head}<h1>News</h1>` })
  const mjml = (head: string) => ({
    kind: 'mjml',
    mjml: `<mjml lang="en"><mj-head>${head}</mj-head><mj-body></mj-body></mjml>`,
  })
  const cases: [object, boolean][] = [
    [html(''), true],
    [html('<title> </title>'), true],
    [html('<title>News of May</title>'), false],
    [mjml(''), true],
    [mjml('<mj-title>News of May</mj-title>'), false],
  ]
  for (const [source, wanting] of cases) {
    const found = (await written(source)).some(({ says }) => says.startsWith('The email has no ti'))
    assert.equal(found, wanting, JSON.stringify(source))
  }
  const ofBlocks = await checkOf({ ...contentOf(text('a', 'x')), subject: '' })
  assert.ok(!ofBlocks.some(({ says }) => says.includes('no title')))
})

test('links are requested; what does not compile is a finding with its place', async () => {
  const server = createServer((req, res) => res.writeHead(req.url === '/gone' ? 404 : 200).end())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const blocks = [text('a', `<a href="${at}/gone">x</a>`), text('b', `<a href="${at}/">x</a>`)]
    const findings = await checkOf(contentOf(...blocks), { links: true })
    // A page may open when the email is read: it stops nothing.
    const dead = findings.find(({ severity, what }) => severity === 'look' && what === 'links')
    assert.match(dead!.says, /gone.*404/)
    assert.equal(dead!.at?.block, 'a')
    assert.ok(findings.some(({ says }) => says === 'One link answers.'))
  } finally {
    server.close()
  }
  const [first] = await checkOf(contentOf(text('t', '<p>{{ nome }}</p>')))
  assert.deepEqual([first!.severity, first!.at?.block, first!.at?.column], ['wrong', 't', 7])
})

test('a machine that finds no host by its name says so once', async () => {
  const link = (host: string) => `<a href="http://${host}.invalid/">x</a>`
  const findings = await checkOf(contentOf(text('a', link('one') + link('two'))), { links: true })
  const links = findings.filter(({ what, says }) => what === 'links' && /host/.test(says))
  assert.deepEqual(
    links.map(({ severity, says }) => [severity, says]),
    [['look', 'This machine finds no host by its name: 2 links were not tried.']],
  )
  const alone = await checkOf(contentOf(text('a', link('one'))), { links: true })
  assert.ok(alone.some(({ says }) => says.startsWith('http://one.invalid/: there is no such host')))
})

test('an email that would be clipped is wrong', async () => {
  const blocks = Array.from({ length: 3 }, (_, i) => text(`t${i}`, 'word '.repeat(8_000)))
  const [first] = await checkOf(contentOf(...blocks))
  assert.deepEqual([first!.severity, first!.what], ['wrong', 'size'])
})

test('an invalid draft is not sent', async () => {
  const content = contentOf({ type: 'button', id: 'b', text: 'Buy', href: '' })
  const { id } = await made<{ id: number }>('POST', '/newsletters', {
    subject: 'x',
    source: content.source,
    listId,
  })
  const refused = await call('POST', '/sendings', { newsletterId: id, local: true })
  assert.deepEqual([refused.status, refused.body.reason], [409, 'not-now'])
  assert.match(refused.body.detail, /No link is given for the button "Buy"/)
  assert.equal((await made<{ items: unknown[] }>('GET', '/sendings')).items.length, 0)
  const { content: known } = await made<WorkingCopyAnswer>('GET', `/newsletters/${id}/draft`)
  const mended = { ...content.source.document.blocks[0], href: 'https://x.test/' }
  const source = { kind: 'blocks', document: { blocks: [mended] } }
  await made('PUT', `/newsletters/${id}/draft`, { ...known, source })
  await made('POST', `/newsletters/${id}/draft/publish`, {})
  const sent = await call('POST', '/sendings', { newsletterId: id, local: true })
  assert.equal(sent.status, 201, sent.body.detail)
})

test('a tag without values on the list is reported before sending', async () => {
  const content = contentOf(text('t', '<p>{{ DD1 }} {{ DD7 | default: "x" }} {{ name }}</p>'))
  const told = async () => (await checkOf(content)).filter(({ what }) => what === 'tags')
  await made('POST', '/subscribers', { email: 'a@x.test', listId, fields: { DD1: 'Lund' } })
  const says = ['DD2', 'DD7'].map(tag => `Nobody on the list has a value for the tag "${tag}".`)
  assert.deepEqual((await told()).map(({ says }) => says).toSorted(), says)
  const { id } = await made<{ id: number }>('POST', '/newsletters', {
    subject: '{{ DD8 }} x',
    text: 'x',
  })
  const saved = await made<{ findings: { what: string; says: string }[] }>(
    'POST',
    `/newsletters/${id}/check`,
    {},
  )
  assert.match(saved.findings.find(({ what }) => what === 'tags')!.says, /"DD8"/)
})
