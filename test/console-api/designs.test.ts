/** Designs to begin with: each in each language, compiled, and with pictures that are there. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { load } from 'cheerio'
import type { DesignAnswer } from '../../src/actions/newsletters/designs.ts'
import { allBlocks } from '../../src/domain/newsletters/blocks/document.ts'
import { type ApiClient, type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
before(async () => {
  setup = await apiSetup()
  call = setup.call
  await call('POST', '/lists', { name: 'Readers', fromEmail: 'news@example.com' })
})
after(() => setup.running.close())

async function designsIn(language: string): Promise<DesignAnswer[]> {
  const { brand } = (await call('GET', '/brand')).body
  const sender = { ...brand.sender, name: 'The Garden' }
  assert.equal((await call('PUT', '/brand', { ...brand, sender, language })).status, 200)
  return (await call('GET', '/designs')).body.items
}

const FOOTERS = { en: 'Unsubscribe', sv: 'Avsluta prenumerationen', de: 'Abmelden' }

for (const [language, leave] of Object.entries(FOOTERS))
  test(`ten designs make newsletters in the language of the brand: ${language}`, async () => {
    const designs = await designsIn(language)
    assert.equal(designs.length, 10)
    for (const { design, subject, preheader, source } of designs) {
      const made = await call('POST', '/newsletters', { subject, preheader, source })
      assert.equal(made.status, 201, `${design}: ${made.body.detail}`)
      const read = load(made.body.html)
      assert.equal(read('html').attr('lang'), language, design)
      assert.equal(read('title').text(), subject, design)
      assert.equal(read('h1').length, 1, `${design} has one heading of the first level`)
      assert.match(read('body').text(), new RegExp(leave), design)
      assert.match(read('body').text(), /The Garden/, `${design} names whom it comes from`)
      const levels = allBlocks(source.document).flatMap(one =>
        one.type === 'heading' ? [one.level] : [],
      )
      assert.deepEqual(
        levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1),
        [],
        design,
      )
      for (const picture of read('img')) {
        assert.notEqual(read(picture).attr('alt'), '', design)
        const src = new URL(read(picture).attr('src')!, setup.running.origin)
        const shown = await fetch(setup.running.origin + src.pathname)
        assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/png'])
      }
    }
  })

test('the texts of designs differ by language', async () => {
  const [english, german] = [await designsIn('en'), await designsIn('de')]
  for (const [i, { subject }] of english.entries()) assert.notEqual(german[i]!.subject, subject)
})

test('an edited footer stays as it is', async () => {
  const { brand } = (await call('GET', '/brand')).body
  const footer = '<p>Ours. <a href="{{ unsubscribe_url }}">Leave</a></p>'
  await call('PUT', '/brand', { ...brand, footer, language: 'en' })
  await designsIn('sv')
  assert.equal((await call('GET', '/brand')).body.brand.footer, footer)
})

test('pictures of designs are all below 200 kB, and no other is served beside them', async () => {
  const designs = await designsIn('en')
  const addresses = new Set(
    designs.flatMap(({ source }) =>
      allBlocks(source.document).flatMap(one => (one.type === 'picture' ? [one.src] : [])),
    ),
  )
  let bytes = 0
  for (const address of addresses)
    bytes += (await (await fetch(setup.running.origin + address)).arrayBuffer()).byteLength
  assert.ok(bytes > 50_000 && bytes < 200_000, `${bytes}`)
  const [known] = addresses
  const other = known!.replace(/-[0-9a-f]{4}/, '-0000')
  assert.equal((await fetch(setup.running.origin + other)).status, 404)
  assert.equal((await fetch(setup.running.origin + known!.replace('.png', '.gif'))).status, 404)
})
