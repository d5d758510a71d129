/** Blocks as MJML, and as the HTML that is sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIRST_BRAND } from '../../../src/domain/brand/brand.ts'
import { contrastOf, contrastsOf } from '../../../src/domain/brand/contrast.ts'
import {
  checkDocument,
  cleanDocument,
} from '../../../src/domain/newsletters/blocks/check-document.ts'
import { type AnyBlock, BlockDocument } from '../../../src/domain/newsletters/blocks/document.ts'
import { blocksToMjml } from '../../../src/domain/newsletters/blocks/to-mjml.ts'
import type { Refusal } from '../../../src/domain/refusal.ts'
import { prepareHtml } from '../../../src/mail/template/prepare.ts'

const NO_FIELDS = new Map<string, number>()
const HASH = `/m/1-${'a'.repeat(40)}.png`

const EVERY: AnyBlock[] = [
  { type: 'heading', id: 'h', level: 1, html: 'News for {{ name | default: "you" }}' },
  { type: 'text', id: 't', html: '<p>Hello <a href="{{ DD7 }}">there</a></p>', filter: [5, 7] },
  { type: 'picture', id: 'p', src: HASH, alt: 'A "sill"', href: 'https://x.test/', width: 300 },
  { type: 'button', id: 'b', text: 'Buy & save', href: 'https://x.test/?a=1&b={{ DD1 }}' },
  { type: 'divider', id: 'd' },
  { type: 'space', id: 's', height: 30 },
  { type: 'social', id: 'so', links: [{ name: 'Mastodon', href: 'https://m.test/@x' }] },
  {
    type: 'quote',
    id: 'q',
    html: '<p>Never such tomatoes<script>1</script></p>',
    source: 'Anna & Bo',
  },
  { type: 'list', id: 'li', items: ['One <strong>thing</strong>', 'Two'], marks: 'checks' },
  {
    type: 'product',
    id: 'pr',
    beside: true,
    src: HASH,
    alt: '',
    name: 'A can & more',
    html: '<p>Four litres</p>',
    price: '240 kr',
    before: '300 kr',
    button: 'To the can',
    href: 'https://x.test/can',
  },
  { type: 'video', id: 'v', src: HASH, alt: 'How to prune', href: 'https://v.test/' },
  { type: 'feed', id: 'f', most: 3, picture: 'beside', words: 20, dates: true },
  { type: 'menu', id: 'm', links: [{ text: 'Shop', href: 'https://x.test/shop' }] },
  { type: 'code', id: 'c', html: '<table><tr><td>raw</td></tr></table>' },
  { type: 'saved', id: 'sv', savedId: 3 },
  {
    type: 'columns',
    id: 'co',
    hiddenOnPhone: true,
    columns: [
      { width: 40, blocks: [{ type: 'text', id: 'l', html: '<p>left</p>', filter: [9] }] },
      { width: 60, blocks: [{ type: 'button', id: 'r', text: 'right', href: 'https://x.test/' }] },
    ],
  },
]
const SAVED = new Map<number, AnyBlock[]>([
  [3, [{ type: 'text', id: 'own', html: '<p>shared</p>', background: '#eeeeee' }]],
])

const htmlOf = (mjml: string) => prepareHtml({ kind: 'mjml', source: mjml }, NO_FIELDS, 1)

test('every kind of block becomes HTML without foreign addresses', async () => {
  const document = cleanDocument(BlockDocument.parse({ blocks: EVERY }))
  checkDocument(document, NO_FIELDS, SAVED)
  const html = await htmlOf(blocksToMjml(document, FIRST_BRAND, { saved: SAVED }))
  for (const part of [
    'News for {{ name | default: "you" }}',
    'href="{{ DD7 }}"',
    `src="${HASH}"`,
    'shared',
    'alt="A &quot;sill&quot;"',
    'Buy &amp; save',
    '{% if filter_5 or filter_7 %}',
    '>raw<',
    '{% if filter_9 %}',
    'https://x.test/?a=1&amp;b={{ DD1 }}',
    '{{ unsubscribe_url }}',
    'Never such tomatoes',
    '— Anna &amp; Bo',
    'One <strong>thing</strong>',
    'alt="A can &amp; more"',
    '<s>300 kr</s> <strong>240 kr</strong>',
    'alt="Play the video: How to prune"',
    'alt="Mastodon"',
  ])
    assert.ok(html.includes(part), part)
  assert.doesNotMatch(html, /googleapis|mailjet|@import|<script|data-block|pp-block/)
  assert.equal(html.match(/\{% if /g)!.length, html.match(/\{% endif %\}/g)!.length)
})

test('blocks are named in previews, and nothing else differs', async () => {
  const document = cleanDocument(BlockDocument.parse({ blocks: EVERY }))
  const [sent, named] = await Promise.all([
    htmlOf(blocksToMjml(document, FIRST_BRAND, { saved: SAVED })),
    htmlOf(blocksToMjml(document, FIRST_BRAND, { saved: SAVED, named: true })),
  ])
  for (const { id } of EVERY) assert.match(named, new RegExp(`pp-block-${id}["\\s]`), id)
  assert.match(named, /pp-block-l["\s]/)
  const without = named.replace(/ ?pp-block-[\w-]+/g, '').replace(/ class="(?:-outlook)?"/g, '')
  const alike = sent.replace(/ class="(?:-outlook)?"/g, '')
  assert.equal(without, alike)
})

test('the same blocks are the same MJML', () => {
  const document = BlockDocument.parse({ blocks: EVERY })
  assert.equal(
    blocksToMjml(document, FIRST_BRAND, { saved: SAVED }),
    blocksToMjml(structuredClone(document), FIRST_BRAND, { saved: SAVED }),
  )
})

test('what can not be sent is refused with its block and its place', () => {
  const cases: [AnyBlock, RegExp, string][] = [
    [
      { type: 'text', id: 'x', html: '<p>Hi</p>\n{{ nome }}' },
      /^Block x \(text\), html, line 2, column 4: There is no "nome"/,
      'html',
    ],
    [{ type: 'text', id: 'x', html: '{% if name %}' }, /Block x .*not closed/, 'html'],
    [{ type: 'button', id: 'x', text: 'a', href: 'javascript:1' }, /begins with https/, 'href'],
    [{ type: 'picture', id: 'x', src: '', alt: '' }, /has no picture/, 'src'],
    [{ type: 'video', id: 'x', src: '', alt: '', href: 'https://v.test/' }, /no picture/, 'src'],
    [{ type: 'list', id: 'x', items: ['a', '{{ b'] }, /not closed/, 'items.1'],
    [{ type: 'quote', id: 'x', html: '', source: '{{ nome }}' }, /no "nome"/, 'source'],
    [{ type: 'picture', id: 'x', src: 'data:image/svg+xml,x', alt: '' }, /no picture/, 'src'],
    [{ type: 'code', id: 'x', html: '<p><ScRiPt>' }, /element script/, 'html'],
    [{ type: 'code', id: 'x', html: '<p onload = 1>' }, /run nothing/, 'html'],
    [
      { type: 'code', id: 'x', html: '<!--[if mso]><a href="javascript:1"><![endif]-->' },
      /begins/,
      'html',
    ],
    [{ type: 'menu', id: 'x', links: [{ text: '{{ a', href: '' }] }, /not closed/, 'links.0.text'],
    [{ type: 'saved', id: 'x', savedId: 4 }, /no saved block 4/, 'savedId'],
  ]
  for (const [block, says, part] of cases)
    assert.throws(
      () => checkDocument({ blocks: [block] }, NO_FIELDS, SAVED),
      (error: Refusal) => {
        assert.match(error.message, says)
        assert.deepEqual([error.place?.block, error.place?.part], ['x', part])
        return true
      },
      JSON.stringify(block),
    )
})

test('a document has at most 200 blocks with ids of their own', () => {
  const blocks = Array.from({ length: 201 }, (_, i) => ({ type: 'divider', id: `d${i}` }))
  assert.ok(!BlockDocument.safeParse({ blocks }).success)
  assert.ok(BlockDocument.safeParse({ blocks: blocks.slice(1) }).success)
  const twice = [blocks[0], blocks[0]]
  assert.match(JSON.stringify(BlockDocument.safeParse({ blocks: twice }).error), /the id d0/)
  const columns = [{ blocks: blocks.slice(0, 50) }, { blocks: blocks.slice(50, 100) }]
  const nested = [{ type: 'columns', id: 'c', columns }, ...blocks.slice(100)]
  assert.match(JSON.stringify(BlockDocument.safeParse({ blocks: nested }).error), /these are 202/)
})

test('the contrast of colours is that of WCAG', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21)
  assert.equal(Math.round(contrastOf('#777777', '#ffffff') * 100) / 100, 4.48)
  const verdicts = contrastsOf(FIRST_BRAND).map(({ verdict }) => verdict)
  assert.deepEqual(verdicts, ['ok', 'ok', 'ok', 'ok'])
})

test('a picture that is not chosen yet is a place for one in previews, and refused when saved', () => {
  const blocks: AnyBlock[] = [
    { type: 'picture', id: 'p', src: '', alt: '' },
    { type: 'video', id: 'v', src: '', alt: '', href: 'https://v.test/' },
  ]
  checkDocument({ blocks }, NO_FIELDS, SAVED, true)
  const mjml = blocksToMjml({ blocks }, FIRST_BRAND, { named: true })
  assert.equal(mjml.match(/src="\/m\/0-[0-9a-f]{40}\.png"/g)!.length, 2)
  assert.throws(() => checkDocument({ blocks }, NO_FIELDS, SAVED), /no picture/)
})

test('links to social networks have icons by their hosts, others words', () => {
  const links = [
    { name: 'Vi på Facebook', href: 'https://www.facebook.com/shop' },
    { name: 'Instagram', href: 'https://instagram.com/{{ DD1 }}' },
    { name: 'Skriv', href: 'mailto:post@x.test' },
  ]
  const social: AnyBlock = { type: 'social', id: 's', links }
  const icons = blocksToMjml({ blocks: [social] }, FIRST_BRAND)
  assert.equal(new Set(icons.match(/\/m\/0-[0-9a-f]{40}\.png/g)).size, 3)
  assert.match(icons, /alt="Vi på Facebook"/)
  const named = blocksToMjml({ blocks: [{ ...social, words: true }] }, FIRST_BRAND)
  assert.doesNotMatch(named, /mj-social/)
  const shop = [{ name: 'Our shop', href: 'https://facebook.com.x.test/' }]
  const unknown = blocksToMjml({ blocks: [{ ...social, links: shop }] }, FIRST_BRAND)
  assert.doesNotMatch(unknown, /mj-social/)
})

test('blocks keep their distance by their kinds, and less within columns', () => {
  const text: AnyBlock = { type: 'text', id: 't', html: '<p>a</p>' }
  const button: AnyBlock = { type: 'button', id: 'b', text: 'b', href: 'https://x.test/' }
  const picture: AnyBlock = { type: 'picture', id: 'p', src: HASH, alt: 'a' }
  const paddings = (blocks: AnyBlock[]) => {
    const mjml = blocksToMjml({ blocks, header: false, footer: false }, FIRST_BRAND)
    return [...mjml.matchAll(/<mj-(?:text|button|image)[^>]* padding="(\d+px [^"]+)"/g)].map(
      m => m[1],
    )
  }
  assert.deepEqual(paddings([picture, button, text]), [
    '0px 0px 0px 0px',
    '24px 40px 0px 40px',
    '20px 40px 32px 40px',
  ])
  const inColumn: AnyBlock = { type: 'columns', id: 'c', columns: [{ blocks: [picture, button] }] }
  assert.deepEqual(paddings([inColumn]), ['12px 12px 0px 12px', '14px 12px 12px 12px'])
  const own: AnyBlock = { ...button, padding: [1, 2, 3, 4] }
  assert.deepEqual(paddings([own]), ['1px 2px 3px 4px'])
  // Columns keep clear of a ground that begins below them, as any text does.
  const below = (next: AnyBlock) => {
    const mjml = blocksToMjml({ blocks: [inColumn, next], header: false }, FIRST_BRAND)
    return /<mj-section padding="\d+px \d+px (\d+)px/.exec(mjml)?.[1]
  }
  const tinted: AnyBlock = { ...text, background: '#E5F0E9' }
  const band: AnyBlock = { ...inColumn, id: 'd', background: '#E5F0E9' }
  assert.deepEqual([below(text), below(tinted), below(band)], ['4', '20', '20'])
})

test('in the dark each colour is read on its ground, and code keeps its light one', async () => {
  const blocks: AnyBlock[] = [
    { type: 'text', id: 'a', html: '<p><span style="color: #b00020">red</span></p>' },
    { type: 'text', id: 'b', html: '<p>tint</p>', background: '#E5F0E9', colour: '#24302a' },
    { type: 'text', id: 'c', html: '<p>band</p>', background: '#2F5D47', colour: '#FFFFFF' },
    { type: 'code', id: 'd', html: '<b>raw</b>' },
  ]
  const html = await htmlOf(blocksToMjml({ blocks }, FIRST_BRAND))
  assert.match(html, /<meta name="color-scheme" content="light dark">/)
  const dark = /\(prefers-color-scheme: dark\)[\s\S]*?<\/style>/.exec(html)![0]
  const colour = (rule: RegExp) => rule.exec(dark)?.[1] ?? assert.fail(String(rule))
  const red = colour(/span\[style\*="color: #b00020"\] \{ color: (#\w+)/)
  assert.ok(contrastOf(red, '#1c201f') >= 6)
  // The band is dark as it is: nothing is said of it.
  assert.doesNotMatch(dark, /2f5d47/i)
  assert.match(html, /background: ?#FFFFFF[^>]*>\s*<div[^>]*><b>raw/)
})

test('text from right to left says so, for programs that find no direction themselves', () => {
  const blocks: AnyBlock[] = [
    { type: 'heading', id: 'h', level: 2, html: '{{ name }}, \u05e9\u05dc\u05d5\u05dd.' },
    {
      type: 'text',
      id: 't',
      html: '<p>Left &amp; <b>\u0645</b></p><p>&nbsp;\u0645\u0631\u062d\u0628\u0627.</p><ul><li><p>\u0645</p></li></ul>',
    },
    { type: 'text', id: 'c', align: 'center', html: '<p>\u0645</p>' },
    { type: 'button', id: 'b', text: '\u0645 1.', href: 'https://x.test/' },
  ]
  const mjml = blocksToMjml({ blocks, footer: false }, FIRST_BRAND)
  assert.match(mjml, /align="right"[^>]*><h2 dir="rtl"/)
  assert.match(mjml, /<p>Left &amp; /)
  assert.match(mjml, /<p dir="rtl" style="text-align: right">&nbsp;/)
  assert.match(mjml, /<ul dir="rtl" style="padding: 0 24px 0 0"><li><p dir="rtl"/)
  assert.match(mjml, /<p dir="rtl">\u0645<\/p>/)
  assert.match(mjml, /><span dir="rtl">\u0645 1\.<\/span><\/mj-button>/)
})
