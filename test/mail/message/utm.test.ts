/** UTM parameters in emails: with click links and without, in both forms. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHit } from '../../../src/mail/links/links.ts'
import { macKey } from '../../../src/mail/links/signing.ts'
import { readableMessage } from '../../../src/mail/message/compile.ts'
import { renderMessage } from '../../../src/mail/message/compose.ts'

const key = macKey(1, Buffer.alloc(32, 7))
const HTML =
  '<p><a href="https://shop.example/bikes?x=1&amp;y=2#top">Bikes</a> ' +
  '<a href="https://shop.example/{{ DD1 }}">Yours</a> ' +
  '<a href="https://else.example/">Else</a> <a href="{{ unsubscribe_url }}">Leave</a></p>'

function written(clicks: boolean, tracked = true) {
  const compiled = readableMessage(
    { subject: 'News', html: HTML, from: { name: 'Shop', address: 'news@shop.example' } },
    {
      accountId: 5,
      of: 'sending',
      ofId: 9,
      characterSet: 'utf-8',
      fields: new Map(),
      publicUrl: 'https://mail.example',
      bounceDomain: 'bounces.example',
      key,
      clicks,
      tracked,
      utm: { hosts: ['shop.example', 'mail.example'], parameters: [['utm_source', 'news']] },
    },
  )
  const person = { id: 7, email: 'a@x.example', name: 'Ada', format: 'html' } as const
  return { links: compiled.links, ...renderMessage(compiled, { ...person, fields: ['red'] }) }
}

test('without click links they stand in the addresses, of named hosts only', () => {
  for (const { links, html, text } of [written(false), written(true, false)]) {
    assert.deepEqual(links, [])
    assert.ok(
      html!.includes('href="https://shop.example/bikes?x=1&amp;y=2&amp;utm_source=news#top"'),
    )
    assert.ok(html!.includes('href="https://shop.example/red?utm_source=news"'))
    assert.ok(html!.includes('href="https://else.example/"'))
    assert.ok(text.includes('https://shop.example/bikes?x=1&y=2&utm_source=news#top'))
    // Our own addresses are none of a shop's.
    assert.doesNotMatch(html!, /mail\.example\/u\/[^"]*utm_/)
    assert.doesNotMatch(html!, /rel="nofollow"/)
  }
})

test('behind click links they are in the target; reports know the link as written', async () => {
  const { links, html } = written(true)
  assert.deepEqual(
    links.map(({ target }) => target),
    [
      'https://shop.example/bikes?x=1&y=2#top',
      'https://shop.example/{{ DD1 }}',
      'https://else.example/',
    ],
  )
  const targets: string[] = []
  for (const [, path] of html!.matchAll(/https:\/\/mail\.example(\/t\/[\w.~/-]+)/g)) {
    const hit = await readHit(path!, () => key)
    if (hit && 'target' in hit) targets.push(String(hit.target))
  }
  assert.ok(targets.includes('https://shop.example/bikes?x=1&y=2&utm_source=news#top'))
  assert.ok(targets.includes('https://shop.example/red?utm_source=news'))
  assert.ok(targets.includes('https://else.example/'))
})
