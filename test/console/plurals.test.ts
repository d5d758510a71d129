/**
 * A text of the console with a count has a singular form: "1 people" is said in no language. Texts
 * are called with 1 and with 2 at each place, as numbers and as they are written.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sms as englishSms } from '../../src/console/features/sms/texts.ts'
import { de as germanSms } from '../../src/console/features/sms/texts-de.ts'
import { sv as swedishSms } from '../../src/console/features/sms/texts-sv.ts'
import { de } from '../../src/console/languages/de/index.ts'
import { en } from '../../src/console/languages/en/index.ts'
import { sv } from '../../src/console/languages/sv/index.ts'

const COUNTED = /(?<![\d.,:])1 (?:(?:more|other|andere|andra) )?([\p{L}-]+)/gu

type Say = (...given: unknown[]) => unknown

/** Nouns that are said in the plural only after another number. */
const PLURAL: Record<string, RegExp> = {
  en: /^(?:people|(?!SMS$|gets$|comes$|shows$|waits$|stands$|is$|was$|has$|this$|as$|its$|plus$|less$|address$|always$|across$)\p{L}{3,}s)$/u,
  de: /^(?:Personen|Adressen|Zeilen|E-Mails|Abonnenten|Listen|Sendungen|Klicks|Tage|Stunden|Minuten|Wörter|Bilder|Felder|Werte|Anrufe|Antworten|Formulare|Mitglieder|Links|Öffnungen|Zonen|Monate|Wochen|Links|Käufe|Anmeldungen|Dateien|Blöcke|Texte)$/u,
  sv: /^(?:personer|adresser|rader|prenumeranter|listor|dagar|timmar|minuter|bilder|värden|svar(?:en)|medlemmar|länkar|öppningar|zoner|månader|veckor|anmälningar|filer|timmarna|raderna)$/u,
}

/** Limits and what lies above one: never 1. */
const NEVER_ONE = /^\.(?:composer\.subjectLength|fields\.about|sms\.tooLong): /

/** What a text says with a value at a place, by kind of the value; '' if it can't be said so. */
function said(say: Say, places: number, at: number, value: 1 | 2): string[] {
  const kinds = [
    (n: number) => n,
    (n: number) => String(n),
    (n: number, i: number) => (i === at ? n : String(value)),
    (n: number, i: number) => (i === at ? String(n) : value),
  ]
  return kinds.map(kind => {
    const given = Array.from({ length: places }, (_, i) => kind(i === at ? value : 7, i))
    try {
      const text = say(...given)
      return typeof text === 'string' ? text : Array.isArray(text) ? text.join(' | ') : ''
    } catch {
      return ''
    }
  })
}

/** The places where each kind of a 1 stands before a plural, and the rest is as with a 2. */
function plurals(language: string, say: Say): string[] {
  const places = Math.max(say.length, 1)
  return Array.from({ length: places }, (_, at) => {
    const [ones, twos] = [said(say, places, at, 1), said(say, places, at, 2)]
    const wrong = ones.map((one, i) => {
      const isPlural = [...one.matchAll(COUNTED)].some(([, noun]) => PLURAL[language]!.test(noun!))
      return isPlural && one.replaceAll('1', '2') === twos[i]!.replaceAll('1', '2') ? one : ''
    })
    const all = ones.filter(one => one !== '').length
    return wrong.filter(one => one !== '').length === all ? (wrong.find(Boolean) ?? '') : ''
  }).filter(text => text !== '')
}

function walk(language: string, texts: unknown, path: string, found: string[]): string[] {
  if (typeof texts === 'function')
    found.push(...plurals(language, texts as Say).map(text => `${path}: ${text}`))
  else if (texts !== null && typeof texts === 'object')
    for (const [name, of] of Object.entries(texts)) walk(language, of, `${path}.${name}`, found)
  return found
}

test('a plural after a 1 is found, whatever kind the count is of', () => {
  assert.equal(plurals('en', (n: unknown) => `${n} people`).length, 1)
  assert.equal(plurals('en', (n: unknown) => (n === 1 ? '1 person' : `${n} people`)).length, 0)
  assert.equal(plurals('en', (n: unknown) => (n === '1' ? '1 person' : `${n} people`)).length, 0)
  assert.equal(plurals('de', (n: unknown) => `${n} Personen`).length, 1)
  assert.equal(plurals('sv', (n: unknown) => `${n} personer`).length, 1)
})

for (const [language, texts] of [
  ['en', { ...en, sms: englishSms }],
  ['de', { ...de, sms: germanSms }],
  ['sv', { ...sv, sms: swedishSms }],
] as const)
  test(`a text with a count has a singular form: ${language}`, () => {
    const found = walk(language, texts, '', [])
    assert.deepEqual(
      found.filter(text => !NEVER_ONE.test(text)),
      [],
    )
  })
