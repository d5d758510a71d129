/** Each finding of the checks of an email has words in each language of the console. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CAUSES } from '../../src/lib/download/words.ts'
import { FINDING_CODES, findingOf } from '../../src/mail/message/findings.ts'
import { findings as german } from '../../src/words/de/findings.ts'
import { findings as english } from '../../src/words/finding-words.ts'
import { linkReasons } from '../../src/words/link-reasons.ts'
import { findings as swedish } from '../../src/words/sv/findings.ts'

/** Each value of each code, so that one that is left out or misspelt shows. */
const VALUES: Record<string, string | number> = {
  length: 71,
  most: 60,
  kind: 'HTML',
  kilobytes: 103,
  charset: 'ISO-8859-1',
  characters: '☃ (U+2603)',
  address: 'https://shop.example/x',
  tag: '%7Bname%7D',
  meant: '{{ name }}',
  people: 10_000,
  domain: 'shop.example',
  pictures: 3,
  all: 4,
  reason: 'there is no such host',
  answer: 'unsure',
  cause: 'fetch-later',
  said: '503 Busy',
  links: 12,
  shown: 'bank.example',
  host: 'fraud.example',
  text: 'Buy it',
  level: 4,
  above: 2,
  ink: '#777777',
  ground: '#ffffff',
  ratio: 3.1,
  least: 4.5,
  language: 'nb',
  left: 7,
}
/** Told by words of its own, or the same for both kinds. */
const NOT_SHOWN = new Set(['kind', 'reason', 'answer', 'cause'])

test('each finding is said in English, Swedish and German, with all of its values', () => {
  for (const code of FINDING_CODES) {
    const asked = new Set<string>()
    const given = new Proxy(VALUES, {
      get(of, name: string) {
        asked.add(name)
        return of[name]
      },
    })
    const says = findingOf as (code: string, values: unknown) => { says: string }
    const english = says(code, given).says
    assert.match(english, /\.$/, code)
    const mends = [german, swedish].map(words => words[code].mend !== undefined)
    assert.equal(mends[0], mends[1], code)
    for (const words of [german, swedish]) {
      const said = words[code].says(name => String(VALUES[name] ?? ''))
      assert.notEqual(said, english, code)
      assert.match(said, /\.$/, code)
      for (const name of asked)
        if (!NOT_SHOWN.has(name)) assert.ok(said.includes(String(VALUES[name])), `${code}: ${name}`)
      assert.doesNotMatch(said, /undefined|\[object/, code)
    }
  }
})

/** What only the body of a file brings up. */
const OF_FILES = 'disk-full truncated damaged slow changed encoding large'
  .split(' ')
  .map(name => `fetch-${name}`)

test('each reason why a link does not answer is said in English, Swedish and German', () => {
  const causes = Object.keys(CAUSES).filter(code => !OF_FILES.includes(code))
  assert.deepEqual(Object.keys(linkReasons).sort(), [...causes, 'url'].sort())
  for (const cause of Object.keys(linkReasons)) {
    const values: Record<string, string> = { address: 'https://a.test/', cause, said: '503' }
    const said = [english, german, swedish].map(words =>
      words['link-unanswered']!.says(name => values[name] ?? ''),
    )
    for (const one of said) assert.match(one, /^https:\/\/a\.test\/: \S.*[^.]\.$/)
    assert.equal(new Set(said).size, 3, said.join())
  }
})

test('a value of nobody, and an address that is missing, are said in words', () => {
  for (const words of [german, swedish]) {
    const none = words['tag-without-values'].says(name => (name === 'people' ? '0' : 'City'))
    assert.doesNotMatch(none, /0/)
    assert.doesNotMatch(
      words['link-bad'].says(() => ''),
      /[„”]/,
    )
  }
})
