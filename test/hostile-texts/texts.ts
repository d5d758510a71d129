/**
 * Texts that cost more than their length where something is done with them twice: long runs of one
 * sign, or of two.
 */
import fc from 'fast-check'

export interface HostileText {
  name: string
  /** So many characters, a few more or less. */
  of(length: number): string
}

/** Combining marks of two classes: normalising sorts them. */
const MARKS = ['\u0301', '\u0316']
const SIGNS = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '\u00a0',
  '\0',
  '\u200b',
  '\ufeff',
  '\ufdd0',
  '/',
  '//',
  '\\',
  '.',
  ',',
  ';',
  ':',
  '-',
  '_',
  '=',
  '+',
  '*',
  '~',
  '|',
  '^',
  '!',
  '?',
  '#',
  '$',
  '%',
  '@',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  '"',
  "'",
  '`',
  '&',
  'a',
  '0',
  '9',
  'å',
  'İ',
  '\u{1f642}',
  '\ud800',
  ...MARKS,
  // The beginnings and ends of what is looked for in mails, emails, addresses, tables and
  // programs.
  'a ',
  ' a',
  'a@',
  '@a.',
  'a.',
  '0.',
  '1,',
  '{{',
  '}}',
  '{%',
  '%}',
  '{{ a }}',
  '{% if a %}',
  "{{ 'a' | default: ",
  '<a ',
  '</',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<p>',
  '<style>',
  '<a href="',
  '&#',
  '&amp;',
  '&lt;',
  'http://',
  '://',
  '=?',
  '?=',
  '=?utf-8?q?',
  '=0D',
  '=\n',
  '--',
  '--x\n',
  '\n.\n',
  '> ',
  'a: ',
  'a:b\n',
  '\na',
  '\n ',
  '\r\n\t',
  '[]',
  '()',
  '%25',
  '%u0041',
  '%',
  '..',
  '/../',
  ':1',
  '::',
  '1e',
  '-1',
  'a=b&',
  'a=b;',
  'and ',
  'not ',
  '- ',
  '  - a:\n',
  '""',
  '";"',
  '\\"',
]

/** The same for every run, so that a failure comes again. */
export const SEED = 20_260_101
const MIXED = 20

const few = ['', 'a', ' ', '<', '"', '{{', '[', 'a@', 'x: ', '=?']
const ends = ['', '!', 'x', '\n', '\0', '>', '"', '}}', ']', '.']

const mixed = fc.sample(
  fc.record({
    first: fc.constantFrom(...SIGNS),
    second: fc.constantFrom(...SIGNS),
    start: fc.constantFrom(...few),
    between: fc.constantFrom(...few),
    end: fc.constantFrom(...ends),
  }),
  { numRuns: MIXED, seed: SEED },
)

const shown = (text: string): string => JSON.stringify(text).slice(1, -1)
const run = (sign: string, length: number): string => sign.repeat(Math.ceil(length / sign.length))

/** A run of each sign, with an end that it does not go on with. */
export const runs: readonly HostileText[] = SIGNS.map(sign => ({
  name: `run of ${shown(sign)}`,
  of: length => `${run(sign, length)}!`,
}))

/** One run after another, as marks of two classes, or brackets opened and closed. */
export const mixtures: readonly HostileText[] = [
  ...[
    ...MARKS.map((mark, i) => [mark, MARKS[1 - i]!]),
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
    ['<', '>'],
    ['"', ' '],
  ].map(([first, second]) => ({
    first: first!,
    second: second!,
    start: 'a',
    between: '',
    end: '',
  })),
  ...mixed,
].map(({ first, second, start, between, end }) => ({
  name:
    `${shown(start)} run of ${shown(first)} ${shown(between)} run of ${shown(second)} ` +
    `${shown(end)}`,
  of: length => start + run(first, length / 2) + between + run(second, length / 2) + end,
}))

/** A text within one line of a protocol. */
export const inLines = (text: string, most: number) => text.replace(/[\r\n]/g, '.').slice(0, most)
