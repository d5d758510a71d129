/** Each sentence of the checks of an installation has words in each language of the console. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCTOR_CODES, doctorSentence } from '../../src/actions/installation/doctor-words.ts'
import { doctor as german } from '../../src/words/de/doctor.ts'
import { doctor as swedish } from '../../src/words/sv/doctor.ts'

const ENGLISH = /\b(?:the|and|not|there|must|has|have|is|are|of|more than|please)\b/i
/** Values alone. */
const BARE = new Set(['node-version', 'run', 'url-fine', 'cluster-obstacle'])
const isBare = (code: string) => BARE.has(code) || /^(?:settings-wrong|.*-fails?)$/.test(code)

function inEnglish(code: string): { sentence: string; asked: string[] } {
  const asked = new Set<string>()
  const get = (_: object, name: string) => {
    asked.add(name)
    return `‹${name}›`
  }
  const say = doctorSentence as (code: string, values: unknown) => { detail: string }
  return { sentence: say(code, new Proxy({}, { get })).detail, asked: [...asked] }
}

test('each check is said in German and Swedish, with all of its values', () => {
  assert.ok(DOCTOR_CODES.length > 80)
  for (const code of DOCTOR_CODES) {
    const { sentence, asked } = inEnglish(code)
    for (const [language, words] of Object.entries({ de: german, sv: swedish })) {
      const taken = new Set<string>()
      const value = (name: string) => {
        taken.add(name)
        return `‹${name}›`
      }
      const said = words[code](value, value, value)
      const where = `${language} ${code}: ${said}`
      if (!isBare(code)) assert.notEqual(said, sentence, where)
      assert.doesNotMatch(said.replaceAll(/‹\w+›/g, ''), ENGLISH, where)
      assert.deepEqual([...taken].sort(), asked.sort(), where)
    }
  }
})
