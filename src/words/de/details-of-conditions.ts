/** Mistakes in the text of a filter or a condition, in German. */
import type { FilterPart } from '../../actions/problem.ts'
import type { DetailWords } from '../detail-words.ts'

/** What could stand at a place, after “wird erwartet”. */
const wanted: Record<FilterPart, string> = {
  joiner: '„and“, „or“ oder das Ende des Filters',
  'joiner-inside': '„and“, „or“ oder „)“',
  condition:
    'eine Bedingung: ein Feld, „on list“, „left“, „joined“, „got“, „opened“, „clicked“, ' +
    '„bounced“, „measured“, „not“ oder „(“',
  'list-word': '„list“ mit einer Nummer',
  'list-id': 'die Nummer einer Liste',
  'import-or-form': '„import“ oder „form“ mit einer Nummer',
  'import-id': 'die Nummer eines Imports',
  'form-id': 'die Nummer eines Formulars',
  'newsletter-id': 'die Nummer eines Newsletters',
  'sending-id': 'die Nummer einer Sendung',
  'sending-word': '„sending“ mit einer Nummer',
  'link-number': 'die Nummer eines Links',
  'link-sending': '„of sending“ mit der Nummer der Sendung, in der der Link steht',
  days: 'eine Zahl von Tagen',
  'days-word': '„days“',
  empty: '„empty“',
  'empty-or-not': '„empty“ oder „not empty“',
  with: '„with“ und ein Text',
  'text-test': '„contains“, „begins with“, „ends with“ oder „in“',
  comparison: '=, !=, <, <=, >, >=, „contains“, „begins with“, „ends with“, „in“ oder „is empty“',
  format: '„html“ oder „text“',
  text: 'ein Text in Anführungszeichen',
  texts: '„(“ und Texte mit Kommas dazwischen',
  'comma-or-end': '„,“ oder „)“',
  decimal: 'eine Zahl wie 12 oder 12.5',
  day: 'ein Tag wie 2026-01-31',
  'day-or-today': 'ein Tag wie 2026-01-31, „today“ oder „today - 30“',
}

const part = (value: (name: string) => string): string =>
  wanted[value('wanted') as FilterPart] ?? value('wanted')

export const detailsOfConditions = {
  'filter-long': (_, number) => `Ein Filter hat höchstens ${number('most')} Zeichen.`,
  'filter-expected': value => `Hier steht „${value('found')}“. Erwartet wird ${part(value)}.`,
  'filter-ends': value => `Hier endet der Filter. Erwartet wird ${part(value)}.`,
  'filter-most': (value, number) => `Hier steht ${part(value)}: höchstens ${number('most')}.`,
  'filter-unquoted': value => `Ein Text steht in Anführungszeichen: "${value('text')}".`,
  'filter-number-text': value =>
    `Hier wird ein Text verglichen. Er steht in Anführungszeichen: "${value('text')}".`,
  'filter-text-long': (_, number) => `Ein Text hat höchstens ${number('most')} Zeichen.`,
  'filter-text-controls': () => 'Ein Text enthält keine Steuerzeichen.',
  'filter-texts-many': (_, number) => `„in“ nimmt höchstens ${number('most')} Texte.`,
  'filter-decimal': () => 'Eine Zahl hat höchstens 15 Ziffern vor dem Punkt und 6 danach.',
  'filter-no-day': value => `Einen Tag ${value('day')} gibt es nicht.`,
  'filter-nested': value => `Bedingungen sind höchstens ${value('most')}-fach verschachtelt.`,
  'filter-tests-many': (_, number) => `Ein Filter hat höchstens ${number('most')} Bedingungen.`,
  'filter-link-act': value => `Auf Links wird geklickt: „clicked“ statt „${value('act')}“.`,
  'filter-event': () =>
    'Werte eines Ereignisses gibt es in Bedingungen von Auslösern, die mit einem beginnen.',
  'filter-order': () => 'Größer und kleiner gibt es nur bei Zahlen und Tagen.',
  'filter-order-field': value =>
    `Größer und kleiner gibt es nur bei Zahlen und Tagen. DD${value('field')} enthält Text: ` +
    'Machen Sie zuerst ein Feld für Zahlen oder Daten daraus.',
  'filter-field-none': value =>
    `Es gibt kein Datenfeld „${value('name')}“, sondern: ${value('known')}, DD1 bis DD100.`,
  'filter-quotes': () => 'Schreiben Sie gerade Anführungszeichen, " oder \', keine typografischen.',
  'filter-unclosed': () =>
    'Ein Anführungszeichen wird geöffnet und nicht geschlossen. Dazwischen folgt auf \\ nur " ' +
    'oder \\.',
  'filter-notation': () => 'Tage schreibt man 2026-01-31, Zahlen 12.5.',
  'filter-bracket': () =>
    'Der Name eines Felds steht in der eckigen Klammer in Anführungszeichen: ["Vorname"].',
  'filter-character': value => `„${value('character')}“ passt hier nicht.`,
} satisfies DetailWords
