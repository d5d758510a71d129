/** Each refusal has words in each language of the console, and none is left in English. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'
import { problemReasons } from '../../src/actions/problem.ts'
import { DETAIL_CODES, detailed } from '../../src/domain/details/details.ts'
import { readTrouble, recordedDetails } from '../../src/domain/details/recorded.ts'
import { rejectReasons } from '../../src/domain/imports/apply/reject-reasons.ts'
import { OTHER_KINDS } from '../../src/lib/picture/picture-header.ts'
import { binaryKind } from '../../src/lib/text-decoding-kinds.ts'
import { ZIP_KINDS } from '../../src/lib/xlsx/parts.ts'
import { everyDetail as german } from '../../src/words/de/every-detail.ts'
import { importReasons as germanRows } from '../../src/words/de/import-reasons.ts'
import { problems as germanReasons } from '../../src/words/de/problems.ts'
import type { DetailWords } from '../../src/words/detail-words.ts'
import { importReasons } from '../../src/words/import-reasons.ts'
import { everyDetail as swedish } from '../../src/words/sv/every-detail.ts'
import { importReasons as swedishRows } from '../../src/words/sv/import-reasons.ts'
import { problems as swedishReasons } from '../../src/words/sv/problems.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
/** Where refusals are made. */
const OWN = new Set([
  'src/domain/refusal.ts',
  'src/actions/action.ts',
  // What the parser says of a body that a program sent.
  'src/console-api/v1/admission/json-body.ts',
])
const LANGUAGES: Record<string, { details: DetailWords; problems: Record<string, string> }> = {
  de: { details: german, problems: germanReasons },
  sv: { details: swedish, problems: swedishReasons },
}
/** Words that stand in English sentences, and in none of the other languages. */
const ENGLISH = /\b(?:the|and|not|there|must|has|have|is|are|of|more than|please)\b/i
/** Told by words of the language, or by the page beside. */
const NOT_SHOWN = new Set(
  'by field filter given kind known more most otherwise pair part reasons relays right says selector sending setting state stored trigger weekday what where wrong'.split(
    ' ',
  ),
)
/** A word each, or a number. */
const given = (name: string): string | number => {
  // A number, of which the day has its name.
  if (name === 'weekday') return 3
  return /^(?:most|least|minutes|people|expected|usual|kilobytes|uploads|megabytes|stored)$/.test(
    name,
  )
    ? 7000 + name.length
    : `‹${name}›`
}

/** The English sentence, and the values that it takes. */
function inEnglish(code: string): { sentence: string; asked: Set<string> } {
  const asked = new Set<string>()
  const values = new Proxy({} as Record<string, string | number>, {
    get(_, name: string) {
      asked.add(name)
      return given(name)
    },
    has: () => true,
  })
  const say = detailed as (code: string, values: unknown) => { detail: string }
  return { sentence: say(code, values).detail, asked }
}

test('each refusal by a code is said in German and Swedish, with its values', () => {
  assert.ok(DETAIL_CODES.length > 200)
  for (const code of DETAIL_CODES) {
    const { sentence, asked } = inEnglish(code)
    for (const [language, { details }] of Object.entries(LANGUAGES)) {
      const plain = (name: string) => String(given(name))
      const said = details[code]!(plain, plain, plain)
      const where = `${language} ${code}: ${said}`
      // A sentence that ends with another one.
      assert.match(said, /[.]$|: ‹says›$/, where)
      assert.notEqual(said, sentence, where)
      assert.doesNotMatch(said, /undefined|\[object|\{\w+\}/, where)
      assert.doesNotMatch(said.replaceAll(/‹\w+›/g, ''), ENGLISH, where)
      // Whoever sees the block needs no number of it.
      const shown = code.includes('saved') ? [] : asked
      for (const name of shown)
        if (!NOT_SHOWN.has(name)) assert.ok(said.includes(plain(name)), `${where}: ${name}`)
    }
  }
})

test('each reason of a refusal is said in German and Swedish', () => {
  for (const reason of problemReasons)
    for (const [language, { problems }] of Object.entries(LANGUAGES)) {
      const said = problems[reason] ?? ''
      assert.match(said, /[.]$/, `${language} ${reason}`)
      assert.doesNotMatch(said, ENGLISH, `${language} ${reason}: ${said}`)
    }
})

/** What a file is taken for, which a sentence about it names. */
const KINDS = [
  '%PDF-1.7',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF89a',
  '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  'PK\x03\x04',
  'PK\x05\x06',
  '\x1f\x8b',
  'BZh9',
  '\xfd7zXZ\x00',
  '(\xb5/\xfd',
  '7z\xbc\xaf',
  'Rar!',
  'SQLite format 3\x00',
  '\x7fELF',
  'PAR1',
  '{\\rtf',
  '\xff\xfe\x00\x00',
].map(start => binaryKind(Buffer.from(start, 'latin1'))!)

test('what a file looks like is named in each language', () => {
  const others = ['a binary file', 'a tar archive', ...ZIP_KINDS, ...OTHER_KINDS]
  for (const kind of [...KINDS, ...others])
    for (const [language, { details }] of Object.entries(LANGUAGES)) {
      const value = () => kind
      const said = details['file-kind']!(value, value, value)
      assert.ok(!said.includes(kind), `${language}: ${said}`)
    }
})

test('each reason why a row is rejected has words in each language', () => {
  const all = { en: importReasons, de: germanRows, sv: swedishRows }
  for (const [language, words] of Object.entries(all))
    for (const reason of Object.keys(rejectReasons))
      assert.match(words[reason] ?? '', /\S/, `${language} ${reason}`)
})

test('a trouble is kept as codes, and read in English with them', () => {
  const causes = [detailed('fetch-refused', { address: 'https://a.test/f.csv' })]
  const kept = recordedDetails([...causes, detailed('run-tried', { tries: 5 })])
  assert.deepEqual(readTrouble(kept), {
    trouble:
      'https://a.test/f.csv could not be fetched: the server refused the connection. Try again ' +
      'later, or check that the server is up. It was tried 5 times.',
    causes: [
      { code: 'fetch-refused', values: { address: 'https://a.test/f.csv' } },
      { code: 'run-tried', values: { tries: 5 } },
    ],
  })
  assert.deepEqual(readTrouble('As an earlier version wrote it.'), {
    trouble: 'As an earlier version wrote it.',
    causes: [],
  })
  assert.deepEqual(readTrouble(null), { trouble: null, causes: [] })
})

interface Node {
  type: string
  [key: string]: unknown
}

/** Refusals whose sentence is written where they are thrown. */
function freeSentences(source: string): number {
  let found = 0
  const look = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) look(one)
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return
    const { type, callee, arguments: given } = node as Node & { arguments?: Node[] }
    if (type === 'NewExpression') {
      const { name } = callee as { name?: string }
      const about = given?.[1]
      if (name === 'Refusal' && about) found++
      const keys = (about?.properties as { key?: { name?: string } }[] | undefined) ?? []
      if (name === 'ApiProblem' && keys.some(({ key }) => key?.name === 'detail')) found++
    }
    for (const one of Object.values(node)) look(one)
  }
  look(parseSync('rule.ts', source).program)
  return found
}

test('what a page can be told is a refusal of the table, with words in each language', () => {
  assert.equal(freeSentences("throw new Refusal('not-now', 'It has begun.')"), 1)
  assert.equal(freeSentences("throw new ApiProblem('not-now', { detail: 'No.' })"), 1)
  assert.equal(freeSentences("throw refused('not-now', 'sending-begun')"), 0)
  const files = globSync('src/{domain,actions,console-api}/**/*.ts', { cwd: ROOT })
  const free = files.filter(
    file => freeSentences(readFileSync(join(ROOT, file), 'utf8')) > 0 && !OWN.has(file),
  )
  assert.deepEqual(free, [])
})
