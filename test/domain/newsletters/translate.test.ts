/** Texts of blocks in further languages: shown, changed, counted. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  documentIn,
  lineIn,
  untranslatedIn,
  withoutOrigins,
  withVersionChanged,
} from '../../../src/domain/newsletters/blocks/block-texts.ts'
import { BlockDocument } from '../../../src/domain/newsletters/blocks/document.ts'
import { cleanLanguages } from '../../../src/domain/newsletters/blocks/translate.ts'
import {
  oldTranslations,
  withOrigins,
} from '../../../src/domain/newsletters/blocks/translation-origins.ts'

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

  const LINES = { subject: 'Hello', preheader: '' }
  const withBase = (of: BlockDocument, html: string): BlockDocument => ({
    ...of,
    blocks: of.blocks.map(one => (one.id === 'a' && one.type === 'text' ? { ...one, html } : one)),
  })
  const old = (of: BlockDocument, lines = LINES) =>
    oldTranslations(of, lines, 'sv').map(({ block, part, changed }) => [block, part, changed])

  test('are older than their base when its words have changed, not its formats', () => {
    const noted = withOrigins(document, LINES, '2026-11-01')
    assert.deepEqual(old(noted), [])
    assert.deepEqual(old(document), [], 'nothing is known')
    for (const same of [
      '<p style="x">Hello</p>',
      '<p><b>Hel</b>lo&nbsp;</p>\n',
      '<ul><li>Hello</li></ul>',
    ])
      assert.deepEqual(old(withBase(noted, same)), [], same)
    for (const other of ['<p>Hallo</p>', '<p>Hello you</p>', '<p><a href="/x">Hello</a></p>'])
      assert.deepEqual(old(withBase(noted, other)), [['a', 'html', undefined]], other)
    const changed = withOrigins(withBase(noted, '<p>Good day</p>'), LINES, '2026-11-02')
    const later = withOrigins(changed, LINES, '2026-11-03')
    assert.deepEqual(old(later), [['a', 'html', '2026-11-02']], 'the day of the change stays')
    const back = withOrigins(withBase(later, '<p>Hello</p>'), LINES, '2026-11-04')
    assert.deepEqual(old(back), [])
    assert.deepEqual(old(noted, { ...LINES, subject: 'Hi' }), [['', 'subject', undefined]])
  })

  test('are new again when they are written, or said to be right', () => {
    const noted = withOrigins(document, LINES, '2026-11-01')
    const changed = withOrigins(withBase(noted, '<p>Good day</p>'), LINES, '2026-11-02')
    const shown = documentIn(changed, 'sv')
    const written = withVersionChanged(changed, 'sv', withBase(shown, '<p>God dag</p>'))
    assert.deepEqual(old(withOrigins(written, LINES, '2026-11-03')), [])
    const [sv, ...others] = changed.languages!.versions
    const versions = [withoutOrigins(sv!, 'a', ['html']), ...others]
    const right = { ...changed, languages: { ...changed.languages!, versions } }
    assert.deepEqual(old(withOrigins(right, LINES, '2026-11-03')), [])
  })

  test('of a program that leaves the notes out are compared with what was saved', () => {
    const saved = withOrigins(document, LINES, '2026-11-01')
    const given = withBase(document, '<p>Good day</p>')
    assert.deepEqual(old(withOrigins(given, LINES, '2026-11-02', saved)), [
      ['a', 'html', '2026-11-02'],
    ])
    const [sv, ...others] = given.languages!.versions
    const anew = { ...sv!, texts: { a: { html: '<p>God dag</p>' } } }
    const both = { ...given, languages: { ...given.languages!, versions: [anew, ...others] } }
    assert.deepEqual(old(withOrigins(both, LINES, '2026-11-02', saved)), [])
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
