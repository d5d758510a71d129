/** The block of the new items of a feed: repeated for each, in HTML and text, never as markup. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIRST_BRAND } from '../../../src/domain/brand/brand.ts'
import { readFeed } from '../../../src/domain/feeds/read-feed.ts'
import { type AnyBlock, BlockDocument } from '../../../src/domain/newsletters/blocks/document.ts'
import { blocksToMjml } from '../../../src/domain/newsletters/blocks/to-mjml.ts'
import { issueValues } from '../../../src/domain/triggers/feeds/issue-values.ts'
import { macKey } from '../../../src/mail/links/signing.ts'
import { readableMessage } from '../../../src/mail/message/compile.ts'
import { renderMessage } from '../../../src/mail/message/compose.ts'
import { cleanedValue } from '../../../src/mail/template/cleaned.ts'
import { prepareHtml } from '../../../src/mail/template/prepare.ts'
import { type GivenItem, posts, rss } from '../../support/feeds.ts'

const KEY = macKey(1, Buffer.alloc(32, 7))
const FACTS = {
  accountId: 1,
  of: 'trigger' as const,
  ofId: 1,
  characterSet: 'utf-8',
  fields: new Map<string, number>(),
  publicUrl: 'https://mail.example.test',
  bounceDomain: 'mail.example.test',
  key: KEY,
  tracked: false,
}
const READER = { id: 1, email: 'a@x.test', name: 'A', format: 'html' as const, fields: [] }

async function emailOf(
  block: Partial<Extract<AnyBlock, { type: 'feed' }>>,
  items: readonly GivenItem[] | undefined,
  around: (block: AnyBlock) => AnyBlock[] = block => [block],
  language = 'en',
) {
  const feed: AnyBlock = { type: 'feed', id: 'f', most: 5, picture: 'beside', words: 20, ...block }
  const document = BlockDocument.parse({ blocks: around(feed) })
  const saved = new Map([[3, [feed]]])
  const mjml = blocksToMjml(document, FIRST_BRAND, { saved, language })
  const html = await prepareHtml({ kind: 'mjml', source: mjml }, FACTS.fields, 1)
  const from = { name: '', address: 'shop@example.test' }
  const message = readableMessage({ from, subject: 'S', html }, FACTS)
  const read =
    items && readFeed({ body: Buffer.from(rss(items)), contentType: '' }, 'https://b.test')
  if (read && 'wrong' in read) throw new Error(read.wrong.detail)
  const values = read && cleanedValue(issueValues(read, read.items))
  return renderMessage(message, { ...READER, feed: values as Record<string, unknown> | undefined })
}

const pictures = (html: string | undefined) =>
  [...(html ?? '').matchAll(/<img [^>]*src="(https:\/\/blog[^"]*)"/g)].map(([, address]) => address)
const titles = (html: string | undefined) =>
  [...(html ?? '').matchAll(/>(Post \d+)</g)].map(of => of[1])

for (const picture of ['beside', 'above', 'none'] as const)
  test(`with the picture ${picture}: its items with title, day and words`, async () => {
    const { html, text } = await emailOf({ picture, most: 2, dates: true }, posts(1, 4))
    assert.deepEqual(titles(html), ['Post 4', 'Post 3'])
    const shown = ['https://blog.example/4.jpg', 'https://blog.example/3.jpg']
    assert.deepEqual(pictures(html), picture === 'none' ? [] : shown)
    assert.match(html!, /About number 4 &amp; more\./)
    assert.match(html!, />1 November 2026</)
    assert.match(
      text,
      /^Post 4 <https:\/\/blog\.example\/4>\n+1 November 2026\n+About number 4 & more\.\n+Post 3 </m,
    )
    // A picture leads where its title leads: it is read once.
    assert.equal(text.match(/blog\.example\/4>/g)!.length, 1)
    assert.equal(
      html!.match(/aria-hidden="true" tabindex="-1"/g)?.length ?? 0,
      shown.length * Number(picture !== 'none'),
    )
  })

test('in columns and in a saved block it is repeated, too', async () => {
  const inColumns = (block: AnyBlock): AnyBlock[] => [
    { type: 'columns', id: 'c', columns: [{ blocks: [block as never] }, { blocks: [] }] },
  ]
  const items = posts(1, 2)
  const { html } = await emailOf({}, items, inColumns)
  assert.deepEqual([titles(html), pictures(html).length], [['Post 2', 'Post 1'], 2])
  const saved = await emailOf({}, items, () => [{ type: 'saved', id: 's', savedId: 3 }])
  assert.deepEqual(titles(saved.html), ['Post 2', 'Post 1'])
  const savedInColumns = await emailOf({}, items, () =>
    inColumns({ type: 'saved', id: 's', savedId: 3 }),
  )
  assert.deepEqual(titles(savedInColumns.html), ['Post 2', 'Post 1'])
})

test('in an email of no feed, and of items without parts, nothing empty is left', async () => {
  const none = await emailOf({ dates: true }, undefined)
  assert.deepEqual([pictures(none.html), none.html!.includes('<h2')], [[], false])
  const { html, text } = await emailOf({ dates: true }, [{ title: 'Bare' }])
  assert.match(html!, /<h2[^>]*>Bare<\/h2>/)
  assert.doesNotMatch(html!, /<a href=""|<img[^>]*src=""/)
  assert.match(text, /^Bare$/m)
})

test('days are written as the language writes them', async () => {
  const dayIn = async (language: string) =>
    /(?:>)([\d. -]+(?:November )?2026|2026[\d-]+)(?:<)/.exec(
      (await emailOf({ dates: true }, posts(1, 1), undefined, language)).html!,
    )?.[1]
  assert.deepEqual(
    [await dayIn('en'), await dayIn('de'), await dayIn('sv')],
    ['1 November 2026', '1.11.2026', '2026-11-01'],
  )
})

test('what a site writes is text: no markup, no tags, no address inside', async () => {
  const hostile: GivenItem[] = [
    {
      title: '<script>alert(1)</script>{{ name }}{% for x in y %}"\'><b>bold</b>',
      text: '<img src=x onerror=alert(1)><p>Words</p><style>p{}</style><iframe src="//x.test">',
      link: 'javascript:alert(1)',
      picture: 'http://169.254.169.254/latest',
    },
    { title: 'x'.repeat(50_000), text: 'w '.repeat(50_000), link: 'https://b.test/"><script>' },
    ...[
      'data:image/svg+xml,<svg/onload=1>',
      'https://127.0.0.1/a.png',
      'https://[::1]/a.png',
      'https://192.168.1.1/reboot',
      'https://0x7f000001/a.png',
      'https://router/a.png',
      'https://printer.local/a.png',
      'https://localhost./a.png',
    ].map((picture, i) => ({ title: `Inside ${i}`, link: `https://b.test/${i}`, picture })),
  ]
  const { html, text } = await emailOf({ most: 30, words: 100 }, hostile)
  assert.doesNotMatch(html!, /<script|onerror|<iframe|javascript:|<b>|src="data:/i)
  assert.doesNotMatch(html!, /169\.254|127\.0\.0\.1|::1|192\.168|router|printer|localhost/)
  assert.match(html!, /\{\{ name \}\}/)
  assert.doesNotMatch(text, /onerror|iframe/)
  assert.deepEqual(pictures(html), [])
  const longest = Math.max(...html!.split(/[<>]/).map(part => part.length))
  assert.ok(longest < 4_000, `${longest}`)
})

test('30 items with long texts stay below what Gmail clips, above their pictures', async () => {
  const items = posts(1, 30).map(one => ({ ...one, text: 'many words '.repeat(100) }))
  const { html } = await emailOf({ most: 30, picture: 'above', words: 30 }, items)
  assert.equal(titles(html).length, 30)
  assert.ok(Buffer.byteLength(html!) < 102_000, `${Buffer.byteLength(html!)}`)
})
