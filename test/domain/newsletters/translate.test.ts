/** Texts of blocks in further languages: shown, changed, counted. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  documentIn,
  lineIn,
  untranslatedIn,
  withVersionChanged,
} from '../../../src/domain/newsletters/blocks/block-texts.ts'
import { BlockDocument } from '../../../src/domain/newsletters/blocks/document.ts'
import { cleanLanguages } from '../../../src/domain/newsletters/blocks/translate.ts'

const document = BlockDocument.parse({
  blocks: [
    { type: 'text', id: 'a', html: '<p>Hello</p>' },
    {
      type: 'columns',
      id: 'c',
      columns: [
        { blocks: [{ type: 'button', id: 'b', text: 'Go', href: 'https://example.test/' }] },
        { blocks: [{ type: 'list', id: 'l', items: ['One', '{{ name }}'] }] },
      ],
    },
  ],
  languages: {
    base: 'en',
    fallback: ['sv', 'en'],
    versions: [
      { language: 'sv', subject: 'Hej', preheader: '', texts: { a: { html: '<p>Hej</p>' } } },
      { language: 'nb', subject: '', preheader: '', texts: { b: { text: 'Gå' } } },
    ],
  },
})

const textOf = (of: BlockDocument, id: string): unknown =>
  of.blocks
    .flatMap(one => (one.type === 'columns' ? one.columns.flatMap(column => column.blocks) : [one]))
    .find(one => one.id === id)

describe('texts of blocks in further languages', () => {
  test('stand in for those of the blocks, in the order of fallback', () => {
    const shown = documentIn(document, 'nb')
    assert.deepEqual(textOf(shown, 'a'), { type: 'text', id: 'a', html: '<p>Hej</p>' })
    assert.equal((textOf(shown, 'b') as { text: string }).text, 'Gå')
    assert.equal((textOf(documentIn(document, 'sv'), 'b') as { text: string }).text, 'Go')
    assert.deepEqual(documentIn(document, 'en').blocks, document.blocks)
    assert.equal(lineIn(document.languages!, 'nb', 'subject', 'Hello'), 'Hej')
    assert.equal(lineIn(document.languages!, 'en', 'subject', 'Hello'), 'Hello')
    assert.equal(lineIn(document.languages!, 'nb', 'preheader', 'Soon'), 'Soon')
  })

  test('change alone, while everything else changes for all languages', () => {
    const shown = documentIn(document, 'nb')
    const [text, columns] = shown.blocks as [BlockDocument['blocks'][0], BlockDocument['blocks'][1]]
    const changed: BlockDocument = {
      ...shown,
      footer: false,
      blocks: [
        columns,
        { ...text, html: '<p>Hallo</p>', size: 20 } as typeof text,
        { type: 'space', id: 's', height: 9 },
      ],
    }
    const made = withVersionChanged(document, 'nb', changed)
    const [second, first, space] = made.blocks
    assert.deepEqual(first, { type: 'text', id: 'a', html: '<p>Hello</p>', size: 20 })
    assert.deepEqual(second, document.blocks[1])
    assert.deepEqual(space, { type: 'space', id: 's', height: 9 })
    assert.equal(made.footer, false)
    assert.deepEqual(made.languages!.versions, [
      document.languages!.versions[0],
      {
        language: 'nb',
        subject: '',
        preheader: '',
        texts: { b: { text: 'Gå' }, a: { html: '<p>Hallo</p>' } },
      },
    ])
  })

  test('are untranslated where there are words, and no text of their own', () => {
    const parts = (language: string) =>
      untranslatedIn(document, language).map(({ block, part }) => `${block} ${part}`)
    assert.deepEqual(parts('sv'), ['b text', 'l items.0'])
    assert.deepEqual(parts('nb'), ['a html', 'l items.0'])
  })

  test('are cleaned as those of blocks, and go with them', () => {
    const [sv, nb] = document.languages!.versions
    const texts = { a: { html: '<p onclick="x()">Hej</p><script>1</script>' }, gone: { html: 'x' } }
    const hostile = { ...sv!, texts, footer: '<img src=x onerror=1>Hej' }
    const languages = { ...document.languages!, versions: [hostile, nb!] }
    const { versions } = cleanLanguages({ ...document, languages }).languages!
    assert.deepEqual(Object.keys(versions[0]!.texts), ['a'])
    assert.match(versions[0]!.texts.a!.html!, /^<p>Hej<\/p>/)
    assert.doesNotMatch(JSON.stringify(versions), /onclick|onerror|script/)
  })

  test('name each language once, and no other in their order', () => {
    const read = (languages: object) =>
      BlockDocument.safeParse({ blocks: [], languages: { ...document.languages, ...languages } })
        .success
    assert.equal(read({}), true)
    for (const wrong of [{ base: 'sv' }, { fallback: ['fr'] }, { fallback: ['sv', 'sv'] }])
      assert.equal(read(wrong), false)
    assert.equal(read({ base: 'English' }), false)
  })
})
