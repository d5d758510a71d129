/** Sentences of mistakes in the text of a filter, or of the condition of a step. */
import type { DetailValues, Value } from '../../lib/sentences.ts'

/** What could stand at a place. */
const WANTED = {
  joiner: '"and", "or" or the end of the filter',
  'joiner-inside': '"and", "or" or ")"',
  condition:
    'a condition: a field, "on list", "left", "joined", "got", "opened", "clicked", ' +
    '"bounced", "measured", "not" or "("',
  'list-word': '"list" and its id',
  'list-id': 'the id of a list',
  'import-or-form': '"import" or "form", and its id',
  'import-id': 'the id of an import',
  'form-id': 'the id of a form',
  'newsletter-id': 'the id of a newsletter',
  'sending-id': 'the id of a sending',
  'sending-word': '"sending" and its id',
  'link-number': 'the number of a link',
  'link-sending': '"of sending" and its id, which the link is in',
  days: 'a number of days',
  'days-word': '"days"',
  empty: '"empty"',
  'empty-or-not': '"empty" or "not empty"',
  with: '"with" and a text',
  'text-test': '"contains", "begins with", "ends with" or "in"',
  comparison: '=, !=, <, <=, >, >=, "contains", "begins with", "ends with", "in" or "is empty"',
  format: '"html" or "text"',
  text: 'a text in quotes',
  texts: '"(" and texts with commas between them',
  'comma-or-end': '"," or ")"',
  decimal: 'a number, as 12 or 12.5',
  day: 'a day, as 2026-01-31',
  'day-or-today': 'a day, as 2026-01-31, "today", or "today - 30"',
} as const

export type FilterPart = keyof typeof WANTED

interface Wanted {
  wanted: FilterPart
}

const quoted = (text: Value): string => JSON.stringify(String(text))
const named = (wanted: FilterPart): string => WANTED[wanted] ?? wanted

export const conditionDetails = {
  'filter-long': ({ most }: DetailValues<'most'>) => `A filter has at most ${most} characters.`,
  'filter-expected': ({ wanted, found }: Wanted & DetailValues<'found'>) =>
    `Expected ${named(wanted)}, but ${quoted(found)} was found.`,
  'filter-ends': ({ wanted }: Wanted) => `Expected ${named(wanted)}, but the filter ends.`,
  'filter-most': ({ wanted, most }: Wanted & DetailValues<'most'>) =>
    `${named(wanted).replace(/^./, first => first.toUpperCase())} is at most ${most}.`,
  'filter-unquoted': ({ text }: DetailValues<'text'>) =>
    `Expected a text; put it in quotes: ${quoted(text)}.`,
  'filter-number-text': ({ text }: DetailValues<'text'>) =>
    `Expected a text; put it in quotes, since it is compared as text: "${text}".`,
  'filter-text-long': ({ most }: DetailValues<'most'>) => `A text has at most ${most} characters.`,
  'filter-text-controls': () => 'A text must not contain control characters.',
  'filter-texts-many': ({ most }: DetailValues<'most'>) => `"in" takes at most ${most} texts.`,
  'filter-decimal': () => 'A number has at most 15 digits before the point and 6 after it.',
  'filter-no-day': ({ day }: DetailValues<'day'>) => `There is no day ${day}.`,
  'filter-nested': ({ most }: DetailValues<'most'>) =>
    `Conditions are nested at most ${most} deep.`,
  'filter-tests-many': ({ most }: DetailValues<'most'>) =>
    `A filter has at most ${most} conditions.`,
  'filter-link-act': ({ act }: DetailValues<'act'>) => `Links are clicked, not ${act}.`,
  'filter-event': () =>
    'An event has values in the conditions of triggers that start by one ("start: event: cart").',
  'filter-order': ({ by }: DetailValues<'by'>) => `${by} compares numbers and days only.`,
  'filter-order-field': ({ by, field }: DetailValues<'by' | 'field'>) =>
    `${by} compares numbers and days only. DD${field} is a field of texts: let it hold numbers ` +
    'or dates first.',
  'filter-field-none': ({ name, known }: DetailValues<'name' | 'known'>) =>
    `There is no field ${quoted(name)}. There are: ${known}, DD1 to DD100.`,
  'filter-quotes': () => 'Typographic quotes are not allowed, use " or \'.',
  'filter-unclosed': () =>
    'A quote is opened and not closed (within quotes, a backslash is only followed by \\" or \\\\).',
  'filter-notation': () => 'Days are written as 2026-01-31, numbers as 12.5.',
  'filter-bracket': () => 'The name of a field in brackets must be quoted: ["First name"].',
  'filter-character': ({ character }: DetailValues<'character'>) =>
    `${quoted(character)} is not expected here.`,
}
