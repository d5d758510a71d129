/** Emails as people may be measured: with their own addresses, with those of nobody, or without. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readHit } from '../../../src/mail/links/links.ts'
import { macKey } from '../../../src/mail/links/signing.ts'
import {
  compileMeasured,
  composeMessage,
  type MeasuredPerson,
} from '../../../src/mail/message/compose.ts'

const key = macKey(1, Buffer.alloc(32, 7))
const LINK = 'https://shop.example/bikes?x=1#top'
const messages = compileMeasured(
  {
    subject: 'News',
    html:
      `<p><a href="${LINK}">Bikes</a> <a href="https://shop.example/{{ DD1 }}">Yours</a> ` +
      '<a href="{{ measuring_url }}">Measuring</a></p>',
    from: { name: 'Shop', address: 'news@shop.example' },
  },
  {
    accountId: 5,
    of: 'sending',
    ofId: 9,
    list: { id: 1, name: 'Readers' },
    characterSet: 'utf-8',
    fields: new Map(),
    publicUrl: 'https://mail.example',
    bounceDomain: 'bounces.example',
    key,
  },
)

function written(id: number, measured: MeasuredPerson): string {
  const person = { id, email: 'a@x.example', name: 'Ada', format: 'html', fields: ['red'] } as const
  const { bytes } = composeMessage(messages.for(measured), { ...person, measured })
  return bytes.toString().replace(/=\r\n/g, '').replace(/=3D/g, '=')
}

const hitsIn = async (text: string) =>
  Promise.all(
    [...text.matchAll(/https:\/\/mail\.example(\/t\/[\w.~/-]+)/g)].map(async ([, path]) => {
      const hit = await readHit(path!, () => key)
      return { path, person: hit?.message.id, click: hit !== undefined && 'target' in hit }
    }),
  )

describe('an email', () => {
  test('of who is measured has a pixel and links of the person', async () => {
    const hits = await hitsIn(written(7, { opens: 'person', clicks: 'person' }))
    assert.ok(hits.some(({ click }) => !click))
    assert.ok(hits.filter(({ click }) => click).length >= 3)
    assert.deepEqual(new Set(hits.map(({ person }) => person)), new Set([7]))
  })

  test('of who is not measured has links as written, no pixel and no trap', async () => {
    const text = written(7, { opens: 'none', clicks: 'none' })
    assert.deepEqual(await hitsIn(text), [])
    assert.ok(text.includes(`href="${LINK}"`))
    assert.ok(text.includes('href="https://shop.example/red"'))
    assert.ok(!text.includes('<img'))
    assert.match(text, /mail\.example\/s\/[\w.]+/)
    assert.match(text, /mail\.example\/u\/[\w.]+/)
  })

  test('of who is counted in total is measured as nobody, with the same addresses for all', async () => {
    const total: MeasuredPerson = { opens: 'total', clicks: 'total' }
    const hits = await hitsIn(written(7, total))
    assert.ok(hits.length >= 4)
    assert.deepEqual(new Set(hits.map(({ person }) => person)), new Set([0]))
    const paths = (of: { path: string | undefined }[]) => of.map(({ path }) => path)
    assert.deepEqual(paths(await hitsIn(written(8, total))), paths(hits))
  })

  test('is as it may be for opens and clicks apart', async () => {
    const opens = await hitsIn(written(7, { opens: 'person', clicks: 'none' }))
    assert.deepEqual(
      opens.map(({ person, click }) => [person, click]),
      [[7, false]],
    )
    const clicks = await hitsIn(written(7, { opens: 'none', clicks: 'person' }))
    assert.ok(clicks.length >= 3 && clicks.every(({ person, click }) => person === 7 && click))
    const mixed = await hitsIn(written(7, { opens: 'total', clicks: 'person' }))
    assert.deepEqual(
      new Set(mixed.map(({ person, click }) => `${person} ${click}`)),
      new Set(['0 false', '7 true']),
    )
  })
})
