/** Sentences of mistakes in the text of a trigger: its notation, its words and its values. */
import { count, type DetailValues, type Value } from '../../lib/sentences.ts'

/** Values of a definition, and what is written where one is missing. */
const PARTS = {
  trigger: ['The name of the trigger', 'write "trigger: Welcome series"'],
  step: ['The name of the step', 'write "- step: hello"'],
  zone: ['The zone', 'write it as +01:00 or Europe/Stockholm'],
  newsletter: ['The newsletter', 'write its number or its name'],
  list: ['The list', 'write its number or its name'],
  filter: ['The filter', 'write its number or its name'],
  webhook: ['The webhook', 'write its number or its name'],
  form: ['The form', 'write its number or its name'],
  field: ['The field', 'write it as DD5, or by its name'],
  link: ['The link', 'write the address as written in the newsletter'],
  condition: ['The condition', 'write it as in filters: if: country = "46"'],
  sms: ['The text', 'write the text of the SMS'],
  wait: ['The length of the wait', 'write "wait: 3 days"'],
  way: ['Where it leads', 'write the name of a step, or "end"'],
  'leap day': ['"leap day"', 'write "28 February" or "1 March"'],
  paused: ['"paused"', 'write "wait" or "skip"'],
  quiet: ['"quiet hours"', 'write "22:00 to 08:00"'],
  again: ['"again"', 'write "never", "always", or "after 30 days"'],
  within: ['"within"', 'write "5 days"'],
  every: ['"every"', 'write "year" or "once"'],
  time: ['The time', 'write it as 09:00'],
  days: ['A number of days', 'write "3 days"'],
  event: ['The name of an event', 'write it as the program posts it'],
  value: ['The value', 'write it'],
} as const

export type DefinitionPart = keyof typeof PARTS

/** Objects that a definition names. */
export type DefinitionObject = 'newsletter' | 'list' | 'filter' | 'webhook' | 'form'

/** Entries without which there is no trigger. */
const NEEDED = {
  trigger: 'It is the name of the trigger: "trigger: Welcome series".',
  list: 'A trigger belongs to one list: "list: News", or by its number.',
  start: 'It defines who enters: "start: joined".',
  steps: 'It is what happens then: lines that begin with "- step:".',
} as const

export type NeededEntry = keyof typeof NEEDED

/** Hints for the most frequent YAML mistakes. */
const YAML: Partial<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY:
    'Quote text that contains a colon and a blank; lines of one block begin in the same column.',
  BAD_INDENT: 'Lines of one block begin in the same column; quote text that begins with { or [.',
  TAB_AS_INDENT: 'Indent with blanks.',
  BAD_SCALAR_START: 'Quote this text.',
  UNEXPECTED_TOKEN: 'Quote the whole of a text that begins with a quote or a bracket.',
  BAD_DQ_ESCAPE: 'Between single quotes a backslash is a backslash.',
}

interface Named {
  what: DefinitionPart
}

const quoted = (name: Value): string => JSON.stringify(String(name))

/** An id, or a name in quotes. */
const written = (name: Value): string => (/^\d+$/.test(String(name)) ? String(name) : quoted(name))

const part = (what: DefinitionPart): string => PARTS[what]?.[0] ?? what

export const definitionDetails = {
  'definition-long': ({ most }: DetailValues<'most'>) =>
    `A definition has at most ${most} characters.`,
  'definition-empty': () =>
    'The definition is empty. docs/triggers.md shows what a trigger looks like.',
  'definition-words': ({ most }: DetailValues<'most'>) =>
    `A definition has at most ${most} words, signs and line ends.`,
  'definition-deep': ({ most }: DetailValues<'most'>) =>
    `A definition is nested at most ${most} levels deep.`,
  'definition-yaml': ({ error, says }: DetailValues<'error' | 'says'>) =>
    `${says} ${YAML[error] ?? 'This is a YAML syntax error.'}`,
  'definition-two': () => 'A file contains one trigger: remove "---" and everything after it.',
  'definition-alias': () => 'References (*name) are not allowed: write the value out.',
  'definition-tag': () => 'Tags (!name) are not allowed.',
  'definition-key': () => 'A key before a colon is a word. Quote text that begins with {.',
  'definition-twice': ({ name }: DetailValues<'name'>) => `${quoted(name)} is given twice.`,
  'definition-shape': ({ known }: DetailValues<'known'>) =>
    `A trigger consists of lines "word: value", with these words: ${known}.`,
  'definition-lacks': ({ word }: { word: NeededEntry }) => `"${word}:" is missing. ${NEEDED[word]}`,
  /** `word` is empty of the trigger itself. */
  'entry-unknown': ({ word, name, known }: DetailValues<'word' | 'name' | 'known'>) =>
    `${word === '' ? 'A trigger' : `"${word}"`} has no ${quoted(name)}. ` + `It has: ${known}.`,
  'part-text': ({ what }: Named) =>
    `${part(what)} must be text. Text that begins with a brace or bracket must be quoted.`,
  'part-long': ({ what, most }: Named & DetailValues<'most'>) =>
    `${part(what)} must have at most ${most} characters.`,
  'part-controls': ({ what }: Named) => `${part(what)} contains control characters.`,
  'part-missing': ({ what }: Named) => `${part(what)} is missing: ${PARTS[what]?.[1]}.`,
  /** `known` is empty where the account has none. */
  'named-none': (named: { kind: DefinitionObject } & DetailValues<'name' | 'known'>) =>
    `There is no ${named.kind} ${written(named.name)}. ` +
    (named.known === '' ? `The account has no ${named.kind}s yet.` : `There are: ${named.known}.`),
  'named-many': (named: { kind: DefinitionObject } & DetailValues<'name' | 'found' | 'ids'>) =>
    `${named.found} ${named.kind}s are called ${quoted(named.name)}: write the ` +
    `number, ${String(named.ids).replaceAll(', ', ' or ')}.`,
  'named-field': ({ name, known }: DetailValues<'name' | 'known'>) =>
    `There is no field ${quoted(name)}. There are: ` +
    `${known === '' ? '' : `${known}, `}DD1 to DD100.`,
  'link-shape': () =>
    'A link is an address, as written in the newsletter: https://shop.example/sale.',
  'condition-wrong': ({ line, column, says }: DetailValues<'line' | 'column' | 'says'>) =>
    `In the condition, line ${line}, column ${column}: ${says}`,
  'quiet-shape': () =>
    '"quiet hours" are written as "22:00 to 08:00", or "22:00 to 08:00 in DD7" with the data field of zones.',
  'quiet-whole-day': () => 'These quiet hours are the whole day: nothing would ever be sent.',
  'paused-shape': () => '"paused" is "skip" or "wait": for people who have paused their emails.',
  'again-shape': () => '"again" is "never", "always", or "after 30 days" (1 to 3660).',
  'start-shape': ({ words }: DetailValues<'words'>) =>
    `"start" is "joined" or "converted", or has one of these on the line below: ${words}.`,
  'wait-for-shape': ({ words }: DetailValues<'words'>) =>
    `"wait for" is "converted", or has one of these on the line below: ${words}.`,
  'event-second': ({ word, event }: DetailValues<'word' | 'event'>) =>
    `"${word}" takes only one event: "${event}" is given already.`,
  'event-shape': () =>
    'The name of an event begins with a letter, and has letters, digits, blanks and . _ : - only.',
  'unknown-people-shape': () =>
    '"unknown people" is "refuse", or "add": who is no subscriber is put on the list of the trigger.',
  'event-step': ({ step }: DetailValues<'step'>) => `The step ${quoted(step)} sends no newsletter.`,
  'feed-address': () =>
    '"feed" is the address of a feed (RSS, Atom or JSON Feed): https://shop.example/feed.xml.',
  'feed-at-missing': () =>
    'Add when the feed is looked at: "at: Monday 08:00", or "at: 08:00" for each day.',
  'feed-at-shape': () =>
    'A feed is looked at "Monday 08:00", "Monday, Thursday 08:00", or each day at "08:00".',
  'feed-first-shape': () =>
    '"first" is how many of the items that are there already are sent: 0 to 20.',
  'within-missing': () => 'Add the time limit: "within: 5 days".',
  'within-shape': () => '"within" is written as "5 days" or "12 hours".',
  'date-both-ways': () => '"before" and "after" exclude each other.',
  'every-shape': () => '"every" is "year" (that day of each year) or "once" (exactly that date).',
  'at-missing': () => 'Add the time of day: "at: 09:00".',
  'at-shape': () => 'A time of day is written as 09:00.',
  'leap-day-shape': () =>
    '"leap day" is "28 February" or "1 March": the date used for 29 February in common years.',
  'days-shape': ({ least, most }: DetailValues<'least' | 'most'>) =>
    `A number of days is written as "3 days"; at least ${least}, at most ${most}.`,
  'wait-shape': () =>
    'Not a valid wait. Write it as "3 days", "2 hours", "3 days at 09:00", "next Tuesday 09:00", ' +
    '"09:00", or "until 2026-12-24 09:00".',
  /** `text` is what is written, in the notation of the language: next tuesday. */
  'wait-timeless': ({ text }: DetailValues<'text'>) => `Add the time: "${text} 09:00".`,
  'wait-never': ({ until, zone }: DetailValues<'until' | 'zone'>) =>
    `There is no ${until} in the zone ${zone}.`,
  'wait-short': () => 'A wait lasts at least a minute.',
  'wait-long': ({ most }: DetailValues<'most'>) => `A wait lasts at most ${count(most)} days.`,
  'steps-shape': () => '"steps" is a list: lines below it that begin with "- step: NAME".',
  'steps-many': ({ most }: DetailValues<'most'>) => `A trigger has at most ${most} steps.`,
  'step-shape': () => 'A step begins with "- step: NAME".',
  'step-twice': ({ step }: DetailValues<'step'>) =>
    `There is a step ${quoted(step)} already: names of steps are unique.`,
  'step-nameless': () => 'A step needs a name: begin it with "- step: NAME".',
  'step-signs': () => 'The name of a step is of letters, digits, blanks, - and _.',
  'step-end': () => '"end" is reserved for the end of the run: choose another name.',
  'step-idle': ({ step, known }: DetailValues<'step' | 'known'>) =>
    `What step ${quoted(step)} does is missing. It is one of: ${known}.`,
  'step-second': ({ word }: DetailValues<'word'>) =>
    `A step does one thing: "${word}" is given already. Make two steps.`,
  'end-value': () => '"end" takes no value.',
  'set-value': () => 'Add the value of the field: "to: yes", or "to: \'\'" to empty it.',
  'ways-missing': () =>
    'Add where it leads: "then: STEP", "else: STEP", or "end"; the default is the next step.',
  'unmeasured-event': () =>
    '"unmeasured" is about opens and clicks: of other events it is known who has them.',
  'step-none': ({ step, known }: DetailValues<'step' | 'known'>) =>
    `There is no step ${quoted(step)}. There are: ${known}, end.`,
}
