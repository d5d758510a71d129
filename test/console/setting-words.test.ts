/** Each setting is explained in each language of the console. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settings } from '../../src/settings/config.ts'
import { settings as german } from '../../src/words/de/settings.ts'
import { settings as swedish } from '../../src/words/sv/settings.ts'

const ENGLISH = /\b(?:the|and|must|have|are|of|more than|please)\b/i

test('each setting has a sentence in German and Swedish, and no other has', () => {
  const names = settings.map(({ name }) => name).sort()
  for (const [language, words] of Object.entries({ de: german, sv: swedish })) {
    assert.deepEqual(Object.keys(words).sort(), names, language)
    for (const [name, sentence] of Object.entries(words)) {
      assert.match(sentence, /\.$/, `${language} ${name}`)
      assert.doesNotMatch(
        sentence.replaceAll(/[\w-]*:\/\/\S+/g, ''),
        ENGLISH,
        `${language} ${name}`,
      )
    }
  }
})
