/**
 * Entries for values: what calls, commands and rows of files give by the types of the wire, and the
 * rules behind them.
 */
import { Buffer } from 'node:buffer'
import { withoutAddresses } from '../../src/actions/mask.ts'
import { safeReturnTo } from '../../src/console-api/visitor.ts'
import { readToken } from '../../src/domain/accounts/console-tokens.ts'
import { peerOf } from '../../src/domain/accounts/guessing/failures.ts'
import { usernameKey, wrongUsername } from '../../src/domain/accounts/username.ts'
import { fieldNumber, readFields, wrongValue } from '../../src/domain/demographics/fields.ts'
import { readFilter } from '../../src/domain/filters/read-filter.ts'
import { addRow, newBatch } from '../../src/domain/imports/apply/prepare.ts'
import { characterSet } from '../../src/domain/lists/character-sets.ts'
import { domainGroup } from '../../src/domain/routes/providers.ts'
import { dueTime } from '../../src/domain/sendings/audience/due-time.ts'
import { readAmount } from '../../src/domain/sms/credits/amount.ts'
import { meaningOf } from '../../src/domain/sms/reply-meaning.ts'
import { readPurchase } from '../../src/domain/tracking/convert.ts'
import { judgeRequest } from '../../src/domain/tracking/machines/verdict.ts'
import { judgeRow } from '../../src/domain/transactions/batches/batch-rows.ts'
import { guidIn } from '../../src/domain/transactions/projects.ts'
import { readDefinition } from '../../src/domain/triggers/language/read-definition.ts'
import { termsOf, wholeOf, wordsOf } from '../../src/domain/words/words.ts'
import { controlsShown, withoutControls } from '../../src/lib/controls.ts'
import { csvCell } from '../../src/lib/csv-cell.ts'
import { emailKey, emailSpellings, isEmailAddress } from '../../src/lib/email-address.ts'
import { breakable, escapeHtml } from '../../src/lib/html.ts'
import { parseInstant } from '../../src/lib/instant.ts'
import { textOfLine } from '../../src/lib/log-text.ts'
import { isLoopback } from '../../src/lib/loopback.ts'
import { stepOfCode } from '../../src/lib/one-time-code.ts'
import { isPlainText } from '../../src/lib/plain-text.ts'
import { formatOf, shownNumber } from '../../src/lib/xlsx/values.ts'
import { decodeXmlName, encodeXmlName } from '../../src/lib/xml/names.ts'
import { escapeAttribute, escapeText, findIllegal } from '../../src/lib/xml/xml.ts'
import { momentInZone, zoneNamed } from '../../src/lib/zones.ts'
import { readClickToken } from '../../src/mail/links/click-tokens.ts'
import { readFilterVersion } from '../../src/mail/links/web-version.ts'
import { languageOf } from '../../src/recipient/language.ts'
import { isCountry, readNumber } from '../../src/sms/numbers.ts'
import { asSent, segment } from '../../src/sms/segments.ts'
import { keyOf } from '../mail/message/message-readers.ts'
import type { Entry } from './linear.ts'

const known = {
  lists: [{ id: 1, name: 'Customers' }],
  newsletters: [{ id: 1, name: 'Welcome' }],
  filters: [],
  webhooks: [],
  forms: [],
  fields: [{ number: 1, name: 'City', type: 'text' }],
}
const trigger = (step: string) =>
  readDefinition(`trigger: Welcome\nlist: 1\nstart:\n  joins: 1\nsteps:\n  - ${step}\n`, known)

/** Of a parameter, and of what is kept of one. */
const LONGEST_LINE = 10_000
/**
 * An error for each sign is the most: of so many signs, whatever comes behind them. By command
 * only.
 */
const TRIGGER = { millis: 800 }

const person = {
  line: 1,
  raw: '',
  email: 'asa@example.test',
  name: '',
  countryCode: '',
  phone: '',
  format: '',
  fields: [],
}
const transaction = {
  line: 1,
  raw: '',
  email: 'asa@example.test',
  name: '',
  identifier: '',
  sendTime: '',
  format: '',
  fields: [],
}
const row = (more: Partial<typeof person>) => addRow(newBatch(), { ...person, ...more })
const judged = (more: Partial<typeof transaction>) => judgeRow({ ...transaction, ...more }, 'html')
const asked = { kind: 'click', address: '192.0.2.1' } as const

export const values: readonly Entry[] = [
  [
    'address',
    text => [isEmailAddress(text), isEmailAddress(`a@${text}`), isEmailAddress(`${text}@a.test`)],
  ],
  ['address: its key', text => [emailKey(text.slice(0, 320)), emailKey(`a@${text}`)]],
  ['address: its spellings', text => emailSpellings(`a@${text.slice(0, 320)}`)],
  ['address: its domain', text => domainGroup(`a@${text}`)],
  ['search', text => [termsOf(text), wholeOf(text), termsOf(`a@${text}`)]],
  [
    'words of a subscriber',
    text => {
      const [email, part] = [`a@${text.slice(0, 320)}`, text.slice(0, 500)]
      const person = { email, emailKey: emailKey(email), countryCode: '46', values: [part, part] }
      return wordsOf({ ...person, name: part, phone: part })
    },
  ],
  ['moment', text => [parseInstant(text), parseInstant(`2026-01-01T00:00:00.${text}`, 'until')]],
  [
    'zone',
    text => [
      zoneNamed(text),
      momentInZone(text, '+01:00'),
      momentInZone(`2026-01-01 ${text}`, 'Europe/Stockholm'),
    ],
  ],
  ['time of a sending', text => dueTime(text)],
  ['zone of a sending', text => dueTime(undefined, text)],
  [
    'phone',
    text => [readNumber('SE', text), readNumber(text, '0701234567'), readNumber('', `+46${text}`)],
  ],
  ['country', text => isCountry(text)],
  ['amount', text => readAmount(text)],
  [
    'purchase',
    text =>
      [{ value: text }, { order: text }, { currency: text }].map(one =>
        readPurchase({ value: '', order: '', currency: '', ...one }),
      ),
  ],
  ['GUID', text => guidIn(text)],
  ['user name', text => wrongUsername(text) ?? usernameKey(text)],
  ['login token', text => [readToken(text), readToken(text, 'api-key')]],
  ['one-time code', text => stepOfCode(Buffer.alloc(20), text, 1e12)],
  ['answer without addresses', text => withoutAddresses(text), { most: LONGEST_LINE }],
  ['address of a caller', text => peerOf(text)],
  [
    'number of a field',
    text => [fieldNumber(text), fieldNumber(`DD${text}`), fieldNumber(`DD${text}1`)],
  ],
  ['names of fields', text => readFields(text, text)],
  ['values of fields', text => readFields('DD1;DD2', text)],
  ['many names of fields', text => readFields('DD1;'.repeat(text.length / 4), text)],
  ['value of a field', text => wrongValue(text)],
  ['character set', text => characterSet(text)],
  ['filter', text => readFilter(text, known.fields)],
  ['filter: a value', text => readFilter(`email = "${text}"`, known.fields)],
  ['filter: a field', text => readFilter(`[${text}] = 1`, known.fields)],
  ['filter: nested', text => readFilter(`not (${text})`, known.fields)],
  ['trigger', text => readDefinition(text, known), TRIGGER],
  [
    'trigger: a name',
    text => readDefinition(`trigger: "${text}"\nlist: 1\nstart:\n  joins: 1\nsteps: []\n`, known),
    TRIGGER,
  ],
  [
    'trigger: a start',
    text => readDefinition(`trigger: Welcome\nlist: 1\nstart: ${text}\nsteps: []\n`, known),
    TRIGGER,
  ],
  ['trigger: a step', text => trigger(text), TRIGGER],
  [
    'trigger: a time',
    text => [
      trigger(`wait: ${text.slice(0, 60_000)}`),
      trigger(`wait: 1 ${text.slice(0, 60_000)}`),
    ],
    TRIGGER,
  ],
  ['trigger: a value', text => trigger(`set: {City: ${text}}`), TRIGGER],
  ['trigger: a filter', text => trigger(`branch: {filter: ${JSON.stringify(text)}}`), TRIGGER],
  ['token of a click', text => readClickToken(text, keyOf)],
  ['token of a filter', text => readFilterVersion(text, keyOf)],
  [
    'row: an address',
    text => [row({ email: text }), row({ email: `a@${text}` }), judged({ email: text })],
  ],
  ['row: a name', text => [row({ name: text }), judged({ name: text })]],
  [
    'row: a phone',
    text => [row({ phone: text, countryCode: 'SE' }), row({ phone: '070', countryCode: text })],
  ],
  ['row: a format', text => [row({ format: text }), judged({ format: text })]],
  ['row: a time', text => judged({ sendTime: text })],
  ['row: an identifier', text => judged({ identifier: text })],
  ['user agent', text => judgeRequest({ ...asked, userAgent: text })],
  ['network', text => judgeRequest({ ...asked, userAgent: '', address: text })],
  ['language', text => languageOf(text)],
  ['way on from a log-in', text => [safeReturnTo(text), safeReturnTo(`/sandbox?${text}`)]],
  ['SMS', text => segment(asSent(text)), { most: LONGEST_LINE }],
  ['SMS: a reply', text => meaningOf(text, { stop: ['STOP'], start: ['START'] })],
  ['spreadsheet: a format', text => [formatOf(text), formatOf(text.slice(0, 255))]],
  [
    'spreadsheet: a number',
    text => [
      shownNumber(text, undefined, false),
      shownNumber(text, 'date', false),
      shownNumber(text, 5, true),
    ],
  ],
  ['XML: written', text => [escapeText(text), escapeAttribute(text), findIllegal(text)]],
  ['XML: a name', text => [decodeXmlName(text), decodeXmlName(`_x${text}`)]],
  ['XML: a name made', encodeXmlName, { most: LONGEST_LINE }],
  ['HTML: written', text => [escapeHtml(text), breakable(text)]],
  ['CSV: a cell', text => csvCell(text)],
  ['terminal', text => [withoutControls(text), controlsShown(text)]],
  ['log', text => textOfLine(JSON.stringify({ level: 'info', time: '2026-01-01', msg: text }))],
  ['plain text', text => [isPlainText(text), isLoopback(text), Buffer.byteLength(text)]],
]
