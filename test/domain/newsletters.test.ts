/**
 * Newsletters as they are saved: their content, refusals, and versions. Templates and pictures:
 * templates.test.ts.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newsletterVersions } from '../../src/domain/newsletters/newsletters.sql.ts'
import { restoreVersion } from '../../src/domain/newsletters/save-newsletter.ts'
import { recipient } from '../mail/message/message-readers.ts'
import { openWriter, type Written } from './newsletters-setup.ts'

let writer: Awaited<ReturnType<typeof openWriter>>
before(async () => {
  writer = await openWriter()
})
after(() => writer.drop())

describe('a newsletter', () => {
  test('in HTML without styles stays as it was written', async () => {
    const html = '<P CLASS=x>Hello {{name|default:"you"}} &eacute;<br>'
    const saved = await writer.kept(await writer.add({ html }))
    assert.deepEqual([saved.source, saved.html], [{ kind: 'html', html }, html])
  })

  test('has its styles put into its elements, and keeps its tags, its characters and what only Outlook reads', async () => {
    const html = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" \
"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html><head><style>td { color: red } .x { margin: {{ DD5 | default: "1px" }} } \
@media (max-width: 600px) { td { width: 100% !important } }</style></head>
<body><!--[if mso]><table><tr><td><![endif]--><![if !mso]><b>x</b><![endif]><table>{% for i in \
(1..2) %}<tr><td class="x">{{ name | default: "<you>" }} \
&eacute;&nbsp;{{ i }}</td></tr>{% endfor %}</table>
<a href="https://example.org/?a=1&amp;b={{ City | url_encode }}">a</a></body></html>`
    const id = await writer.add({ html })
    const saved = await writer.kept(id)
    assert.deepEqual(saved.source, { kind: 'html', html })
    assert.match(
      saved.html,
      /^<!DOCTYPE html PUBLIC "-\/\/W3C\/\/DTD XHTML 1\.0 Transitional\/\/EN"/,
    )
    assert.match(
      saved.html,
      /<td class="x" style="color: red;margin: \{\{ DD5 \| default: "1px" \}\};?">\{\{ name \| default: "<you>" \}\} &eacute;&nbsp;\{\{ i \}\}<\/td>/,
    )
    assert.match(saved.html, /<table>\{% for i in \(1\.\.2\) %\}<tbody>?.*\{% endfor %\}/s)
    assert.match(
      saved.html,
      /<!--\[if mso\]><table><tr><td><!\[endif\]--><!\[if !mso\]><b>x<\/b><!\[endif\]>/,
    )
    assert.match(saved.html, /@media \(max-width: 600px\)/)
    assert.match(
      saved.html,
      /href="https:\/\/example\.org\/\?a=1&amp;b=\{\{ City \| url_encode \}\}"/,
    )
    const { html: message } = await writer.messagesOf(
      id,
      recipient({ name: 'A&B', fields: ['', '', '', '', '5px'] }),
    )
    assert.equal(message!.match(/margin: 5px;?">A&amp;B &eacute;&nbsp;[12]<\/td>/g)?.length, 2)
    assert.equal((await writer.kept(await writer.add({ html, inlined: false }))).html, html)
  })

  test('in MJML becomes HTML, and keeps its tags', async () => {
    const mjml = `<mjml><mj-head><mj-style inline="inline">.big div { font-size: 30px !important \
}</mj-style></mj-head><mj-body>
<mj-section>{% if City %}<mj-column><mj-text css-class="big">{{ name | default: "you" }} &amp; \
{{ City }}</mj-text></mj-column>{% endif %}
<mj-column><mj-button href="https://example.org/{{ DD1 \
}}">Go</mj-button></mj-column></mj-section></mj-body></mjml>`
    const id = await writer.add({ mjml })
    const saved = await writer.kept(id)
    assert.deepEqual(saved.source, { kind: 'mjml', mjml })
    assert.match(saved.html, /^<!doctype html>/i)
    assert.match(
      saved.html,
      /font-size: ?30px[^"]*">\{\{ name \| default: "you" \}\} &amp; \{\{ City \}\}</,
    )
    const there = await writer.messagesOf(id, recipient({ name: 'Ada', fields: ['a b', 'Lund'] }))
    assert.match(there.html!, />Ada &amp; Lund</)
    assert.match(there.text, /Ada & Lund/)
    assert.doesNotMatch((await writer.messagesOf(id)).html!, / &amp; </)
  })

  test('is refused when it does not compile, with line and column of its source', async () => {
    const wrong: [Written, RegExp][] = [
      [{ html: '<p>\n{{ nmae }}' }, /^html, line 2, column 4: There is no "nmae"\./],
      [{ html: '<p>\n {% if name %}' }, /^html, line 2, column 2: .*not closed/],
      [
        { html: '<style>p{}</style>\n<td {% if name %}class="a"{% endif %}>x</td>' },
        /^html, line 2, column 5: Liquid between the attributes/,
      ],
      [
        {
          html:
            '<style>p{}</style>\n<table>{{ name }}<tr><td>x</table>{% if name %}{% endif ' +
            '%}<table>\n{% if name %}{% endif %}<tr></table>',
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
        /^mjml, line 2, column 1: mj-include is not supported/,
      ],
      [
        { mjml: '<mjml><mj-body>\n<mj-section></mj-body></mjml>' },
        /^mjml, line 2, column \d+: mj-body is closed here/,
      ],
      [
        { mjml: '<mjml><mj-body><mj-section>' },
        /^mjml, line 1, column 16: mj-section is opened and not closed/,
      ],
      [{ mjml: '<p>x</p>' }, /^mjml, line 1, column 1: MJML begins with <mjml>/],
      [
        {
          mjml: `<mjml><mj-body>${'<mj-wrapper>'.repeat(10_000)}${'</mj-wrapper>'.repeat(10_000)}</mj-body></mjml>`,
        },
        /nested more than 256/,
      ],
      [
        { mjml: `<mjml><mj-body>${' '.repeat(600_000)}</mj-body></mjml>` },
        /at most 500000 characters/,
      ],
      [
        {
          mjml:
            '<mjml><mj-body><mj-section><mj-column>\n' +
            '<mj-text>{{ nmae }}</mj-text></mj-column></mj-section></mj-body></mjml>',
        },
        /^mjml, line 2, column 13: There is no "nmae"/,
      ],
    ]
    for (const [parts, says] of wrong) await writer.refused(() => writer.add(parts), says)
  })

  test('keeps its versions, and takes one back', async () => {
    const id = await writer.add({ html: '<p>one {{ City }}</p>', subject: 'First' })
    assert.equal(await writer.edit(id, { subject: 'Second' }), 2)
    assert.equal(await writer.edit(id, { html: '<p>three</p>' }), 3)
    await writer.refused(() => writer.edit(id, { html: '{{ x }}' }), /There is no "x"/)
    assert.equal(await restoreVersion(writer.store, writer.accountId, id, 1), 4)
    const saved = await writer.kept(id)
    assert.deepEqual([saved.subject, saved.html], ['First', '<p>one {{ City }}</p>'])
    const versions = await newsletterVersions(writer.store, {
      accountId: writer.accountId,
      newsletterId: id,
    })
    assert.deepEqual(
      versions.map(({ version, subject }) => `${version} ${subject}`),
      ['4 First', '3 Second', '2 Second', '1 First'],
    )
    await writer.refused(
      () => restoreVersion(writer.store, writer.accountId, id, 9),
      /There is no version 9/,
    )
  })
})
