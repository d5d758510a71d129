/** Templates with slots, newsletters made of them, and pictures that travel with emails. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { editTemplate } from '../../src/domain/templates/save-template.ts'
import { readByPostalMime } from '../mail/message/message-readers.ts'
import { openWriter } from './newsletters-setup.ts'

let writer: Awaited<ReturnType<typeof openWriter>>
before(async () => {
  writer = await openWriter()
})
after(() => writer.drop())

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

describe('a template', () => {
  const SOURCE =
    '<h1 data-slot="title">Hello {{ name }}</h1>\n' +
    '<div data-slot=\'body\' class="b"><p>Nothing <b>yet</b></p></div><img data-slot="hero" ' +
    'src="https://example.org/hero.png" alt="">'

  test('has slots, which newsletters fill', async () => {
    const { id, slots } = await writer.template(SOURCE)
    assert.deepEqual(slots, [
      { name: 'title', kind: 'content', content: 'Hello {{ name }}' },
      { name: 'body', kind: 'content', content: '<p>Nothing <b>yet</b></p>' },
      { name: 'hero', kind: 'picture', content: 'https://example.org/hero.png' },
    ])
    const newsletter = await writer.add({
      template: { id },
      slots: {
        body: '<p>{% if City %}In {{ City }}{% endif %}</p>',
        hero: 'https://example.org/new.png?a=1&b=2',
      },
    })
    const saved = await writer.kept(newsletter)
    assert.equal(
      saved.html,
      '<h1>Hello {{ name }}</h1>\n<div class="b"><p>{% if City %}In {{ City }}{% endif ' +
        '%}</p></div><img src="https://example.org/new.png?a=1&amp;b=2" alt="">',
    )
    const { source } = saved
    assert.ok(source.kind === 'template')
    assert.deepEqual([source.templateId, source.version], [id, 1])
    // Its own version of the template stays, until it is told to take the newest.
    await editTemplate(writer.store, writer.accountId, id, {
      source: { kind: 'html', html: `<hr>${SOURCE}` },
    })
    await writer.edit(newsletter, { slots: { title: 'Title' } })
    assert.match(
      (await writer.kept(newsletter)).html,
      /^<h1>Title<\/h1>\n<div class="b"><p>\{% if City/,
    )
    await writer.edit(newsletter, { template: { id }, slots: { title: 'Title' } })
    assert.match((await writer.kept(newsletter)).html, /^<hr><h1>Title<\/h1>/)
  })

  test('in MJML has them too', async () => {
    const source = `<mjml><mj-body><mj-section><mj-column><mj-text \
data-slot="title">Hello</mj-text></mj-column></mj-section>
<mj-wrapper data-slot="more"><mj-section><mj-column><mj-text>More</mj-text></mj-column></mj-section></mj-wrapper></mj-body></mjml>`
    const { id, slots } = await writer.template('', {
      source: { kind: 'mjml', mjml: source },
    })
    assert.deepEqual(
      slots.map(({ name }) => name),
      ['title', 'more'],
    )
    const more =
      '<mj-section><mj-column><mj-button href="https://example.org/">{{ City ' +
      '}}</mj-button></mj-column></mj-section>'
    const { html } = await writer.kept(await writer.add({ template: { id }, slots: { more } }))
    assert.match(html, />Hello</)
    assert.match(html, /href="https:\/\/example\.org\/"[^>]*>\s*\{\{ City \}\}/)
    await writer.refused(
      () => writer.add({ template: { id }, slots: { more: '<mj-text>x</mj-text>' } }),
      /^mjml, line 2, column \d+: mj-text cannot be used inside mj-wrapper/,
    )
  })

  test('is refused with line and column, and so is what does not fit its slots', async () => {
    for (const [source, says] of [
      ['', /needs HTML or MJML/],
      ['<p>\n<b data-slot="">x</b>', /^html, line 2, column \d+: The name of a slot/],
      [
        '<div data-slot="a">\n<b data-slot="b">x</b></div>',
        /^html, line 2, column 1: A slot can't be inside another one: a\./,
      ],
      [
        '\n<div data-slot="a"><div></div>',
        /^html, line 2, column 1: The slot a is opened and not closed/,
      ],
      ['<br data-slot="a">', /br can't have content/],
      ['<img data-slot="a">', /needs src/],
      ['<p>{{ "{{" }}</p>\n<p>{{ nmae }}</p>', /^html, line 2, column 7: There is no "nmae"/],
    ] as const)
      await writer.refused(() => writer.template(source), says)
    const { id } = await writer.template(SOURCE)
    await writer.refused(
      () => writer.add({ template: { id }, slots: { boddy: 'x' } }),
      /The template has no slot "boddy"\. It has: title, body, hero\.$/,
    )
    await writer.refused(
      () => writer.add({ template: { id }, slots: { body: '<p>\n{{ nmae }}' } }),
      /^slot body, line 2, column 4: There is no "nmae"/,
    )
    await writer.refused(
      () => writer.add({ template: { id }, slots: { body: '{% if name %}' } }),
      /^slot body, line 1, column 1: .*not closed/,
    )
    await writer.refused(
      () => writer.add({ template: { id: 999 }, slots: {} }),
      /There is no template 999/,
    )
    const own = await writer.add({ html: 'x' })
    await writer.refused(() => writer.edit(own, { slots: { a: 'x' } }), /not made from a template/)
  })
})

describe('pictures', () => {
  const readPicture = (path: string) =>
    ({
      'logo.gif': PIXEL,
      'notes.txt': Buffer.from('hello'),
      'big.gif': Buffer.concat([PIXEL, Buffer.alloc(600_000)]),
    })[path]

  test('beside the newsletter travel with the email', async () => {
    const id = await writer.add({
      html: '<p>Hello {{ name }} <img src="logo.gif" alt="x"><td background="logo.gif"></p>',
      readPicture,
    })
    const { bytes, html } = await writer.messagesOf(id)
    const text = bytes.toString('latin1')
    const [, contentId] = /^Content-ID: <([0-9a-f]{40}@example\.test)>\r$/m.exec(text) ?? []
    assert.equal(html!.split(`"cid:${contentId}"`).length - 1, 2)
    assert.equal(text.split('\r\nContent-ID:').length - 1, 1)
    assert.match(text, /Content-Type: multipart\/related; type="text\/html";\r\n boundary="/)
    assert.match(text, /Content-Disposition: inline;\r\n filename="logo\.gif"\r\n/)
    const read = await readByPostalMime(bytes)
    assert.equal(read.html, html!.trimEnd())
    // Later saves don't need the file again; a newsletter without the picture sends none.
    await writer.edit(id, { subject: 'Other' })
    await writer.edit(id, { html: '<p><img src="logo.gif">' })
    assert.match((await writer.messagesOf(id)).bytes.toString(), /Content-ID/)
    await writer.edit(id, { html: '<p>none' })
    assert.doesNotMatch((await writer.messagesOf(id)).bytes.toString(), /Content-ID|related/)
  })

  test('of a template are those of its newsletters', async () => {
    const { id } = await writer.template('<img src="logo.gif"><p data-slot="a">x</p>', {
      readPicture,
    })
    const newsletter = await writer.add({ template: { id }, slots: { a: 'y' } })
    assert.match((await writer.messagesOf(newsletter)).bytes.toString(), /Content-ID/)
  })

  test('that are not there, are none, or are too large are refused', async () => {
    await writer.refused(
      () => writer.add({ html: '<p>\n<img src="x/y.png">', readPicture }),
      /^html, line 2, column 11: There is no picture "x\/y\.png" next to/,
    )
    await writer.refused(
      () => writer.add({ html: '<img src="logo.gif">' }),
      /There is no picture "logo\.gif"/,
    )
    await writer.refused(
      () => writer.add({ html: '<img src="notes.txt">', readPicture }),
      /is not a PNG, JPEG or GIF/,
    )
    await writer.refused(
      () => writer.add({ html: '<img src="big.gif">', readPicture }),
      /at most 500 kB together, these have 601/,
    )
    for (const src of [
      'https://example.org/a.png',
      '//example.org/a.png',
      'cid:x',
      'data:image/gif;base64,AA',
      '{{ DD1 }}.png',
      '',
    ])
      assert.ok(await writer.add({ html: `<img src="${src}">`, readPicture }))
  })
})
