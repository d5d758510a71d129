/** The findings on an email before it is sent: invisible pictures, invalid tags. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkMessage } from '../../../src/mail/message/check.ts'
import { prepareHtml } from '../../../src/mail/template/prepare.ts'

const told = (html: string, what: string, text = 'x') =>
  checkMessage({
    subject: 'Hello',
    html,
    text,
    htmlBytes: html.length,
    characterSet: 'utf-8',
    showsUnsubscribe: true,
    domain: 'example.net',
    signed: true,
  }).filter(finding => finding.what === what)
const severities = (html: string, what: string, text?: string) =>
  told(html, what, text)
    .map(({ severity }) => severity)
    .join()

const mjml = (body: string) =>
  prepareHtml(
    {
      kind: 'mjml',
      source: `<mjml><mj-body><mj-section><mj-column>${body}</mj-column></mj-section></mj-body></mjml>`,
    },
    new Map(),
    1,
  )

const HASH = 'a'.repeat(40)
const PICTURES: [string, string][] = [
  ['<img alt="a" src="https://cdn.example/a.png">', 'fine'],
  [`<img alt="a" src="cid:${HASH}@example.net">`, 'fine'],
  ['<img alt="a" src=" https://cdn.exa\nmple/a.png ">', 'fine'],
  [
    '<img alt="a" src="https://c.example/a.png" srcset="https://c.example/a,b.png 1x, https://c.example/b.png 2x">',
    'fine',
  ],
  ['<td style="background: #fff url(https://c.example/a.png) no-repeat">', 'fine'],
  ['<style>@font-face { src: url(//fonts.example/a.woff) } a { color: red }</style>', 'fine'],
  ['<audio><source src="a.mp3"></audio><input src="a.png">', 'fine'],
  ['<img alt="a" src="DD3">', 'fine'],
  ['<p style="background:url(#top)">', 'fine'],
  ['<img alt="a" src="http://cdn.example/a.png">', 'look'],
  ['<img alt="a" src="data:image/png;base64,iVBORw0KGgo=">', 'look'],
  ['<td style="background:url(data:image/png;base64,iVBORw0KGgo=)">', 'look'],
  ['<img alt="a" src="data:image/png;base64,aa" srcset="data:image/png;base64,bb 2x">', 'look'],
  ['<img alt="a" src="//cdn.example/a.png">', 'wrong'],
  ['<img alt="a" src="cid:a">', 'wrong'],
  ['<img alt="a" src="">', 'wrong'],
  ['<img alt="a" src="a.png">', 'wrong'],
  ['<img alt="a" src="file:///C:/a.png">', 'wrong'],
  ['<img alt="a" src="blob:https://editor.example/1">', 'wrong'],
  ['<img alt="a" src="https:///a.png">', 'wrong'],
  ['<img alt="a" src="https://c.example/a.png" srcset="//c.example/b.png 2x">', 'wrong'],
  [
    '<picture><source srcset="a.webp, b.webp 2x"><img alt="a" src="https://c.example/a.png"></picture>',
    'wrong,wrong',
  ],
  ['<table background="//c.example/a.png">', 'wrong'],
  ['<td style="background-image: url(&quot;/a.png&quot;)">', 'wrong'],
  ['<style>.a { background: red url( //c.example/a.png ) }</style>', 'wrong'],
  ['<!--[if mso]><v:fill src="cid:b"/><![endif]-->', 'wrong'],
  ['<input type="image" src="a.png">', 'wrong'],
]

describe('pictures', () => {
  for (const [html, severity] of PICTURES)
    test(`${severity}: ${html}`, () => assert.equal(severities(html, 'pictures'), severity))

  test('of MJML', async () => {
    assert.equal(
      severities(await mjml('<mj-image alt="a" src="//c.example/a.png" />'), 'pictures'),
      'wrong',
    )
    assert.equal(
      severities(await mjml('<mj-image alt="a" src="https://c.example/a.png" />'), 'pictures'),
      'fine',
    )
  })

  test('say which, and what to do', () => {
    assert.equal(
      told('<img alt="a" src="cid:a">', 'pictures')[0]!.says,
      'The picture "cid:a" is seen by nobody: write https:// and the whole address.',
    )
  })
})

describe('tags whose braces an editor has encoded', () => {
  for (const html of [
    '<a href="https://a.example/?n=%7B%7Bname%7D%7D">x</a>',
    '<a href="https://a.example/?n=%7b%7b%20DD1%20%7d%7d">x</a>',
    '<a href="https://a.example/?n={%7Bname%7D}">x</a>',
    '<a href="%7B%7B unsubscribe_url %7D%7D">x</a>',
    '<a href="https://a.example/%7B%25 if name %25%7D">x</a>',
    '<img alt="a" src="https://a.example/%7B%7BDD1%7D%7D.png">',
    '<td background="https://a.example/%7B%7BDD1%7D%7D.png">',
    '<p data-x="&#37;7B%7Bname%7D%7D">',
    '<!--[if mso]><v:rect href="https://a.example/%7B%7Bname%7D%7D"/><![endif]-->',
  ])
    test(html, () => assert.equal(severities(html, 'tags'), 'wrong'))

  test('in the text, and in MJML', async () => {
    const address = 'https://a.example/?n=%7B%7Bname%7D%7D'
    assert.equal(severities('', 'tags', `See ${address}.`), 'wrong')
    assert.equal(
      severities(await mjml(`<mj-button href="${address}">x</mj-button>`), 'tags'),
      'wrong',
    )
  })

  test('say how they are written', () => {
    assert.equal(
      told('<a href="https://a.example/?n=%7B%7B%20name%20%7D%7D">x</a>', 'tags')[0]!.says,
      '"%7B%7B%20name%20%7D%7D" is no tag: an editor has encoded its braces, so everybody gets ' +
        'it as it is. Write "{{ name }}".',
    )
  })

  test('are not what other addresses have in braces', () => {
    for (const html of [
      '<a href="https://a.example/?q=%7B%22a%22:%7B%22b%22:1%7D%7D">x</a>',
      '<a href="https://a.example/%7Bid%7D">x</a>',
      '<p title="{{ name }}">',
    ])
      assert.equal(severities(html, 'tags'), '', html)
  })
})
