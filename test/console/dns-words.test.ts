/** Each sentence of the DNS checks has words in each language of the console. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advice, checkName, DNS_CODES, DNS_PARTS } from '../../src/mail/dns/words.ts'
import { dns as german } from '../../src/words/de/dns.ts'
import { dns as swedish } from '../../src/words/sv/dns.ts'

const LANGUAGES = { de: german, sv: swedish }
/** Words of English sentences, and of none in the other languages. */
const ENGLISH = /\b(?:the|and|not|there|must|has|have|is|are|of|more than|please)\b/i

/** The English sentence, and the values that it takes. */
function inEnglish(code: string): { sentence: string; asked: string[] } {
  const asked = new Set<string>()
  const values = new Proxy(
    {},
    {
      get(_, name: string) {
        asked.add(name)
        return `‹${name}›`
      },
    },
  )
  const say = advice as (code: string, values: unknown) => { says: string }
  return { sentence: say(code, values).says, asked: [...asked] }
}

test('each sentence is said in German and Swedish, with all of its values', () => {
  assert.ok(DNS_CODES.length > 80)
  for (const code of DNS_CODES) {
    const { sentence, asked } = inEnglish(code)
    assert.match(sentence, /\.$/, code)
    for (const [language, { words }] of Object.entries(LANGUAGES)) {
      const taken = new Set<string>()
      const said = words[code](name => {
        taken.add(name)
        return `‹${name}›`
      })
      const where = `${language} ${code}: ${said}`
      assert.match(said, /\.$/, where)
      assert.notEqual(said, sentence, where)
      assert.doesNotMatch(said.replaceAll(/‹\w+›/g, ''), ENGLISH, where)
      assert.deepEqual([...taken].sort(), asked.sort(), where)
    }
  }
})

test('each check has a name in German and Swedish', () => {
  for (const part of DNS_PARTS) {
    const english = checkName(part, '‹of›').check
    for (const [language, { parts }] of Object.entries(LANGUAGES)) {
      const name = parts[part]('‹of›')
      assert.equal(name.includes('‹of›'), english.includes('‹of›'), `${language} ${part}`)
      assert.notEqual(name.trim(), '')
    }
  }
})
