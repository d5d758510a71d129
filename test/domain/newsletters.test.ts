/** Newsletters and templates as they are saved: what they are made of, what is refused, and their versions. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { fieldsOfAccount, saveField } from '../../src/domain/demographics/demographics.sql.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { newsletterVersions } from '../../src/domain/newsletters/newsletters.sql.ts'
import { addDraft, type Draft, editDraft, keptDraft, restoreVersion } from '../../src/domain/newsletters/save-newsletter.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { compiledLetter } from '../../src/domain/sendings/compiled-letter.ts'
import { freezeLetter } from '../../src/domain/sendings/make-sending.ts'
import { editTemplate, saveNewTemplate } from '../../src/domain/templates/save-template.ts'
import { composeLetter, renderLetter } from '../../src/mail/compose.ts'
import { key, readByPostalMime, recipient } from '../mail/letter-readers.ts'
import { temporaryStore } from '../support/database.ts'

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

let opened: Awaited<ReturnType<typeof temporaryStore>>
let accountId: number
let listId: number
before(async () => {
  opened = await temporaryStore()
  accountId = (await addAccount(opened.store, { username: 'writer', password: 'correct horse battery staple' }))!.id
  await saveField(opened.store, { accountId, number: 2, name: 'City', type: 'text' })
  assert.equal((await fieldsOfAccount(opened.store, { accountId })).length, 1)
  const list = { name: 'All', fromName: 'Shop', fromEmail: 'shop@example.test', description: '', characterSet: '' }
  listId = await makeList(opened.store, accountId, list)
})
after(() => opened.drop())

const draft = (more: Partial<Draft>): Draft => ({
  name: '',
  subject: 'News',
  preheader: '',
  html: '',
  text: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
  listId: undefined,
  ...more,
})
const add = (more: Partial<Draft>) => addDraft(opened.store, accountId, draft(more))
const edit = (id: number, more: Partial<Draft>) => editDraft(opened.store, accountId, id, more)
const kept = (id: number) => keptDraft(opened.store, accountId, id)
const template = (source: string, more = {}) =>
  saveNewTemplate(opened.store, accountId, { name: 'Plain', description: '', kind: 'html', source, ...more })
const refused = async (work: () => Promise<unknown>, says: RegExp) => {
  const count = async () => {
    const { rows } = await opened.store.withClient(client =>
      client.query(
        `select (select count(*) from newsletters) + (select count(*) from newsletter_versions) + (select count(*) from templates)
           + (select count(*) from template_versions) + (select count(*) from letter_pictures) as n`,
      ),
    )
    return rows[0].n
  }
  const before = await count()
  await assert.rejects(work(), (error: unknown) => {
    assert.ok(error instanceof Refusal)
    assert.match(error.subject ?? error.message, says)
    return true
  })
  assert.equal(await count(), before)
}
const lettersOf = async (id: number, person = recipient()) => {
  const letter = await freezeLetter(opened.store, accountId, id, listId)
  const compiled = await compiledLetter(opened.store, JSON.parse(JSON.stringify(letter)), {
    accountId,
    sendingId: 1,
    test: true,
    publicUrl: 'https://mail.example.test',
    bounceDomain: 'bounce.example.test',
    key,
  })
  return { bytes: composeLetter(compiled, person).bytes, ...renderLetter(compiled, person) }
}

describe('a newsletter', () => {
  test('in HTML without styles stays as it was written', async () => {
    const html = '<P CLASS=x>Hello {{name|default:"you"}} &eacute;<br>'
    const saved = await kept(await add({ html }))
    assert.deepEqual([saved.kind, saved.source, saved.html], ['html', html, html])
  })

  test('has its styles put into its elements, and keeps its tags, its characters and what only Outlook reads', async () => {
    const html = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html><head><style>td { color: red } .x { margin: {{ DD5 | default: "1px" }} } @media (max-width: 600px) { td { width: 100% !important } }</style></head>
<body><!--[if mso]><table><tr><td><![endif]--><![if !mso]><b>x</b><![endif]><table>{% for i in (1..2) %}<tr><td class="x">{{ name | default: "<you>" }} &eacute;&nbsp;{{ i }}</td></tr>{% endfor %}</table>
<a href="https://example.org/?a=1&amp;b={{ City | url_encode }}">a</a></body></html>`
    const id = await add({ html })
    const saved = await kept(id)
    assert.equal(saved.source, html)
    assert.match(saved.html, /^<!DOCTYPE html PUBLIC "-\/\/W3C\/\/DTD XHTML 1\.0 Transitional\/\/EN"/)
    assert.match(
      saved.html,
      /<td class="x" style="color: red;margin: \{\{ DD5 \| default: "1px" \}\};?">\{\{ name \| default: "<you>" \}\} &eacute;&nbsp;\{\{ i \}\}<\/td>/,
    )
    assert.match(saved.html, /<table>\{% for i in \(1\.\.2\) %\}<tbody>?.*\{% endfor %\}/s)
    assert.match(saved.html, /<!--\[if mso\]><table><tr><td><!\[endif\]--><!\[if !mso\]><b>x<\/b><!\[endif\]>/)
    assert.match(saved.html, /@media \(max-width: 600px\)/)
    assert.match(saved.html, /href="https:\/\/example\.org\/\?a=1&amp;b=\{\{ City \| url_encode \}\}"/)
    const { html: letter } = await lettersOf(id, recipient({ name: 'A&B', fields: ['', '', '', '', '5px'] }))
    assert.equal(letter!.match(/margin: 5px;?">A&amp;B &eacute;&nbsp;[12]<\/td>/g)?.length, 2)
    assert.equal((await kept(await add({ html, inlined: false }))).html, html)
  })

  test('in MJML becomes HTML, and keeps its tags', async () => {
    const mjml = `<mjml><mj-head><mj-style inline="inline">.big div { font-size: 30px !important }</mj-style></mj-head><mj-body>
<mj-section>{% if City %}<mj-column><mj-text css-class="big">{{ name | default: "you" }} &amp; {{ City }}</mj-text></mj-column>{% endif %}
<mj-column><mj-button href="https://example.org/{{ DD1 }}">Go</mj-button></mj-column></mj-section></mj-body></mjml>`
    const id = await add({ mjml })
    const saved = await kept(id)
    assert.deepEqual([saved.kind, saved.source], ['mjml', mjml])
    assert.match(saved.html, /^<!doctype html>/i)
    assert.match(saved.html, /font-size: ?30px[^"]*">\{\{ name \| default: "you" \}\} &amp; \{\{ City \}\}</)
    const there = await lettersOf(id, recipient({ name: 'Ada', fields: ['a b', 'Lund'] }))
    assert.match(there.html!, />Ada &amp; Lund</)
    assert.match(there.text, /Ada & Lund/)
    assert.doesNotMatch((await lettersOf(id)).html!, / &amp; </)
  })

  test('is refused when it does not compile, with line and column of what was written', async () => {
    const wrong: [Partial<Draft>, RegExp][] = [
      [{ html: '<p>\n{{ nmae }}' }, /^html, line 2, column 4: There is no "nmae"\./],
      [{ html: '<p>\n {% if name %}' }, /^html, line 2, column 2: .*not closed/],
      [
        { html: '<style>p{}</style>\n<td {% if name %}class="a"{% endif %}>x</td>' },
        /^html, line 2, column 5: Liquid among the attributes/,
      ],
      [
        {
          html: '<style>p{}</style>\n<table>{{ name }}<tr><td>x</table>{% if name %}{% endif %}<table>\n{% if name %}{% endif %}<tr></table>',
          subject: '{% if %}',
        },
        /^subject, line 1/,
      ],
      [
        { html: `<p>x</p>${'<table><tr><td>'.repeat(10_000)}` },
        /^html, line 1, column \d+: Elements are nested more than 256 deep/,
      ],
      [{ html: `<style>p{}</style>${'<svg><style>'.repeat(1)}${'<g>'.repeat(20_000)}` }, /nested/],
      [
        { mjml: '<mjml><mj-body>\n  <mj-text>x</mj-text></mj-body></mjml>' },
        /^mjml, line 2, column 3: mj-text cannot be used inside mj-body/,
      ],
      [
        { mjml: '<mjml><mj-body>\n <mj-section><mj-foo></mj-foo></mj-section></mj-body></mjml>' },
        /^mjml, line 2, column 14: Element mj-foo doesn't exist/,
      ],
      [
        { mjml: '<mjml><mj-body>\n<mj-include path="/etc/passwd" /></mj-body></mjml>' },
        /^mjml, line 2, column 1: mj-include reads other files/,
      ],
      [{ mjml: '<mjml><mj-body>\n<mj-section></mj-body></mjml>' }, /^mjml, line 2, column \d+: mj-body is closed here/],
      [{ mjml: '<mjml><mj-body><mj-section>' }, /^mjml, line 1, column 16: mj-section is opened and not closed/],
      [{ mjml: '<p>x</p>' }, /^mjml, line 1, column 1: MJML begins with <mjml>/],
      [
        { mjml: `<mjml><mj-body>${'<mj-wrapper>'.repeat(10_000)}${'</mj-wrapper>'.repeat(10_000)}</mj-body></mjml>` },
        /nested more than 256/,
      ],
      [{ mjml: `<mjml><mj-body>${' '.repeat(600_000)}</mj-body></mjml>` }, /at most 500000 characters/],
      [
        {
          mjml: '<mjml><mj-body><mj-section><mj-column>\n<mj-text>{{ nmae }}</mj-text></mj-column></mj-section></mj-body></mjml>',
        },
        /^mjml, line 2, column 13: There is no "nmae"/,
      ],
    ]
    for (const [parts, says] of wrong) await refused(() => add(parts), says)
  })

  test('keeps its versions, and takes one back', async () => {
    const id = await add({ html: '<p>one {{ City }}</p>', subject: 'First' })
    assert.equal(await edit(id, { subject: 'Second' }), 2)
    assert.equal(await edit(id, { html: '<p>three</p>' }), 3)
    await refused(() => edit(id, { html: '{{ x }}' }), /There is no "x"/)
    assert.equal(await restoreVersion(opened.store, accountId, id, 1), 4)
    const saved = await kept(id)
    assert.deepEqual([saved.subject, saved.html], ['First', '<p>one {{ City }}</p>'])
    const versions = await newsletterVersions(opened.store, { accountId, newsletterId: id })
    assert.deepEqual(
      versions.map(({ version, subject }) => `${version} ${subject}`),
      ['4 First', '3 Second', '2 Second', '1 First'],
    )
    await refused(() => restoreVersion(opened.store, accountId, id, 9), /There is no version 9/)
  })
})

describe('a template', () => {
  const SOURCE =
    '<h1 data-slot="title">Hello {{ name }}</h1>\n<div data-slot=\'body\' class="b"><p>Nothing <b>yet</b></p></div><img data-slot="hero" src="https://example.org/hero.png" alt="">'

  test('has slots, which newsletters fill', async () => {
    const { id, slots } = await template(SOURCE)
    assert.deepEqual(slots, [
      { name: 'title', kind: 'content', content: 'Hello {{ name }}' },
      { name: 'body', kind: 'content', content: '<p>Nothing <b>yet</b></p>' },
      { name: 'hero', kind: 'picture', content: 'https://example.org/hero.png' },
    ])
    const newsletter = await add({
      template: { id },
      slots: { body: '<p>{% if City %}In {{ City }}{% endif %}</p>', hero: 'https://example.org/new.png?a=1&b=2' },
    })
    const saved = await kept(newsletter)
    assert.equal(
      saved.html,
      '<h1>Hello {{ name }}</h1>\n<div class="b"><p>{% if City %}In {{ City }}{% endif %}</p></div><img src="https://example.org/new.png?a=1&amp;b=2" alt="">',
    )
    assert.deepEqual([saved.kind, saved.templateId, saved.templateVersion], ['template', id, 1])
    // Its own version of the template stays, until it is told to take the newest.
    await editTemplate(opened.store, accountId, id, { source: `<hr>${SOURCE}` })
    await edit(newsletter, { slots: { title: 'Title' } })
    assert.match((await kept(newsletter)).html, /^<h1>Title<\/h1>\n<div class="b"><p>\{% if City/)
    await edit(newsletter, { template: { id }, slots: { title: 'Title' } })
    assert.match((await kept(newsletter)).html, /^<hr><h1>Title<\/h1>/)
  })

  test('in MJML has them too', async () => {
    const source = `<mjml><mj-body><mj-section><mj-column><mj-text data-slot="title">Hello</mj-text></mj-column></mj-section>
<mj-wrapper data-slot="more"><mj-section><mj-column><mj-text>More</mj-text></mj-column></mj-section></mj-wrapper></mj-body></mjml>`
    const { id, slots } = await template(source, { kind: 'mjml' })
    assert.deepEqual(
      slots.map(({ name }) => name),
      ['title', 'more'],
    )
    const more = '<mj-section><mj-column><mj-button href="https://example.org/">{{ City }}</mj-button></mj-column></mj-section>'
    const { html } = await kept(await add({ template: { id }, slots: { more } }))
    assert.match(html, />Hello</)
    assert.match(html, /href="https:\/\/example\.org\/"[^>]*>\s*\{\{ City \}\}/)
    await refused(
      () => add({ template: { id }, slots: { more: '<mj-text>x</mj-text>' } }),
      /^mjml, line 2, column \d+: mj-text cannot be used inside mj-wrapper/,
    )
  })

  test('is refused with line and column, and so is what does not fit its slots', async () => {
    for (const [source, says] of [
      ['', /needs HTML or MJML/],
      ['<p>\n<b data-slot="">x</b>', /^html, line 2, column \d+: The name of a slot/],
      ['<div data-slot="a">\n<b data-slot="b">x</b></div>', /^html, line 2, column 1: A slot can't stand in another one: a\./],
      ['\n<div data-slot="a"><div></div>', /^html, line 2, column 1: The slot a is opened and not closed/],
      ['<br data-slot="a">', /br holds nothing/],
      ['<img data-slot="a">', /needs src/],
      ['<p>{{ "{{" }}</p>\n<p>{{ nmae }}</p>', /^html, line 2, column 7: There is no "nmae"/],
    ] as const)
      await refused(() => template(source), says)
    const { id } = await template(SOURCE)
    await refused(
      () => add({ template: { id }, slots: { boddy: 'x' } }),
      /The template has no slot "boddy"\. It has: title, body, hero\.$/,
    )
    await refused(
      () => add({ template: { id }, slots: { body: '<p>\n{{ nmae }}' } }),
      /^slot body, line 2, column 4: There is no "nmae"/,
    )
    await refused(() => add({ template: { id }, slots: { body: '{% if name %}' } }), /^slot body, line 1, column 1: .*not closed/)
    await refused(() => add({ template: { id: 999 }, slots: {} }), /There is no such template/)
    const own = await add({ html: 'x' })
    await refused(() => edit(own, { slots: { a: 'x' } }), /not made from a template/)
  })
})

describe('pictures', () => {
  const readPicture = (path: string) =>
    ({ 'logo.gif': PIXEL, 'notes.txt': Buffer.from('hello'), 'big.gif': Buffer.concat([PIXEL, Buffer.alloc(600_000)]) })[path]

  test('beside the newsletter travel with the letter', async () => {
    const id = await add({ html: '<p>Hello {{ name }} <img src="logo.gif" alt="x"><td background="logo.gif"></p>', readPicture })
    const { bytes, html } = await lettersOf(id)
    const text = bytes.toString('latin1')
    const [, contentId] = /^Content-ID: <([0-9a-f]{40}@example\.test)>\r$/m.exec(text) ?? []
    assert.equal(html!.split(`"cid:${contentId}"`).length - 1, 2)
    assert.equal(text.split('\r\nContent-ID:').length - 1, 1)
    assert.match(text, /Content-Type: multipart\/related; type="text\/html";\r\n boundary="/)
    assert.match(text, /Content-Disposition: inline;\r\n filename="logo\.gif"\r\n/)
    const read = await readByPostalMime(bytes)
    assert.equal(read.html, html!.trimEnd())
    // Later saves don't need the file again; a newsletter without the picture sends none.
    await edit(id, { subject: 'Other' })
    await edit(id, { html: '<p><img src="logo.gif">' })
    assert.match((await lettersOf(id)).bytes.toString(), /Content-ID/)
    await edit(id, { html: '<p>none' })
    assert.doesNotMatch((await lettersOf(id)).bytes.toString(), /Content-ID|related/)
  })

  test('of a template are those of its newsletters', async () => {
    const { id } = await template('<img src="logo.gif"><p data-slot="a">x</p>', { readPicture })
    const newsletter = await add({ template: { id }, slots: { a: 'y' } })
    assert.match((await lettersOf(newsletter)).bytes.toString(), /Content-ID/)
  })

  test('that are not there, are none, or are too large are refused', async () => {
    await refused(
      () => add({ html: '<p>\n<img src="x/y.png">', readPicture }),
      /^html, line 2, column 11: There is no picture "x\/y\.png" beside/,
    )
    await refused(() => add({ html: '<img src="logo.gif">' }), /There is no picture "logo\.gif"/)
    await refused(() => add({ html: '<img src="notes.txt">', readPicture }), /is no PNG, JPEG or GIF/)
    await refused(() => add({ html: '<img src="big.gif">', readPicture }), /at most 500 kB together, these have 601/)
    for (const src of [
      'https://example.org/a.png',
      '//example.org/a.png',
      'cid:x',
      'data:image/gif;base64,AA',
      '{{ DD1 }}.png',
      '',
    ])
      assert.ok(await add({ html: `<img src="${src}">`, readPicture }))
  })
})
