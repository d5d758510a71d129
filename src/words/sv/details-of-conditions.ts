/** Mistakes in the text of a filter or a condition, in Swedish. */
import type { FilterPart } from '../../actions/problem.ts'
import type { DetailWords } from '../detail-words.ts'

/** What could stand at a place. */
const wanted: Record<FilterPart, string> = {
  joiner: '”and”, ”or” eller filtrets slut',
  'joiner-inside': '”and”, ”or” eller ”)”',
  condition:
    'ett villkor: ett fält, ”on list”, ”left”, ”joined”, ”got”, ”opened”, ”clicked”, ”bounced”, ' +
    '”measured”, ”not” eller ”(”',
  'list-word': '”list” med ett nummer',
  'list-id': 'numret på en lista',
  'import-or-form': '”import” eller ”form” med ett nummer',
  'import-id': 'numret på en import',
  'form-id': 'numret på ett formulär',
  'newsletter-id': 'numret på ett nyhetsbrev',
  'sending-id': 'numret på ett utskick',
  'sending-word': '”sending” med ett nummer',
  'link-number': 'numret på en länk',
  'link-sending': '”of sending” med numret på utskicket som länken står i',
  days: 'ett antal dagar',
  'days-word': '”days”',
  empty: '”empty”',
  'empty-or-not': '”empty” eller ”not empty”',
  with: '”with” och en text',
  'text-test': '”contains”, ”begins with”, ”ends with” eller ”in”',
  comparison: '=, !=, <, <=, >, >=, ”contains”, ”begins with”, ”ends with”, ”in” eller ”is empty”',
  format: '”html” eller ”text”',
  text: 'en text inom citattecken',
  texts: '”(” och texter med kommatecken emellan',
  'comma-or-end': '”,” eller ”)”',
  decimal: 'ett tal som 12 eller 12.5',
  day: 'en dag som 2026-01-31',
  'day-or-today': 'en dag som 2026-01-31, ”today” eller ”today - 30”',
}

const part = (value: (name: string) => string): string =>
  wanted[value('wanted') as FilterPart] ?? value('wanted')

export const detailsOfConditions = {
  'filter-long': (_, number) => `Ett filter har högst ${number('most')} tecken.`,
  'filter-expected': value => `Här står ”${value('found')}”. Det väntade är ${part(value)}.`,
  'filter-ends': value => `Här slutar filtret. Det väntade är ${part(value)}.`,
  'filter-most': (value, number) => `Här står ${part(value)}: högst ${number('most')}.`,
  'filter-unquoted': value => `En text står inom citattecken: "${value('text')}".`,
  'filter-number-text': value =>
    `Här jämförs en text. Den står inom citattecken: "${value('text')}".`,
  'filter-text-long': (_, number) => `En text har högst ${number('most')} tecken.`,
  'filter-text-controls': () => 'En text innehåller inga styrtecken.',
  'filter-texts-many': (_, number) => `”in” tar högst ${number('most')} texter.`,
  'filter-decimal': () => 'Ett tal har högst 15 siffror före punkten och 6 efter.',
  'filter-no-day': value => `Det finns ingen dag ${value('day')}.`,
  'filter-nested': value => `Villkor är nästlade högst ${value('most')} nivåer.`,
  'filter-tests-many': (_, number) => `Ett filter har högst ${number('most')} villkor.`,
  'filter-link-act': value => `Länkar klickar man på: ”clicked” i stället för ”${value('act')}”.`,
  'filter-event': () =>
    'En händelses värden finns i villkor hos utlösare som börjar med en händelse.',
  'filter-order': () => 'Större och mindre finns bara för tal och dagar.',
  'filter-order-field': value =>
    `Större och mindre finns bara för tal och dagar. DD${value('field')} innehåller text: gör ` +
    'det först till ett fält för tal eller datum.',
  'filter-field-none': value =>
    `Det finns inget datafält ”${value('name')}”, utan: ${value('known')}, DD1 till DD100.`,
  'filter-quotes': () => 'Skriv raka citattecken, " eller \', inga typografiska.',
  'filter-unclosed': () =>
    'Ett citattecken börjar och slutar inte. Emellan följs \\ bara av " eller \\.',
  'filter-notation': () => 'Dagar skrivs 2026-01-31, tal 12.5.',
  'filter-bracket': () => 'Namnet på ett fält står inom citattecken i hakparentesen: ["Förnamn"].',
  'filter-character': value => `”${value('character')}” passar inte här.`,
} satisfies DetailWords
