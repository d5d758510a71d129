/** Sentences about the findings of a check of a trigger: its steps, emails, dates and loops. */
import { count, type DetailValues, type Value } from '../../lib/sentences.ts'

/** What follows where opens and clicks are not known. */
const EFFECTS = {
  'all-enter': 'everybody who gets its emails enters',
  'nobody-enters': 'nobody enters',
  'all-else': 'all go on by "else"',
  'all-idle': 'everybody counts as having done nothing',
  'nobody-opened': 'nobody counts as having opened it',
  'nobody-clicked': 'nobody counts as having clicked it',
} as const

export type TrackingEffect = keyof typeof EFFECTS

/** Objects that a condition names by their ids. */
export type ConditionObject = 'list' | 'newsletter' | 'sending' | 'import' | 'form'

type Untracked = DetailValues<'id'> & { effect: TrackingEffect }

const untracked = ({ effect }: Untracked): string =>
  `is not tracked: opens and clicks are not known, so ${EFFECTS[effect] ?? effect}.`

const people = (some: Value): string => (Number(some) === 1 ? '1 person' : `${count(some)} people`)

/** Of triggers that start each other: "one" → "two" → "one". */
const inTurn = (ring: Value): string => String(ring).replaceAll('" → "', '" starts "')

export const triggerDetails = {
  /** `says` has all mistakes with their places, a line each. */
  'trigger-wrong': ({ says }: DetailValues<'lines' | 'says'>) => `${says}`,
  'steps-loop': ({ steps }: DetailValues<'steps'>) =>
    `The steps ${steps} lead to each other without a wait: an endless loop. Add a "wait:" ` +
    'between them, or let one lead to "end".',
  'step-unreachable': ({ step }: DetailValues<'step'>) =>
    `Step ${JSON.stringify(String(step))} is unreachable: no step leads to it.`,
  'step-leaves': () =>
    'This is the list of the trigger: leaving it ends the run, so no step can follow. ' +
    'Write "then: end".',
  'ways-same': () => '"then" and "else" lead to the same step, so the branch has no effect.',
  'opens-estimate': () =>
    'Opens are an estimate: programs hide them, or open emails by themselves. Use a click ' +
    'where it matters (docs/tracking.md).',
  'date-once': () =>
    'The date comes every year, and "again: never" allows one entry per subscriber.',
  'dates-none': ({ field }: DetailValues<'field'>) =>
    `No subscriber on the list has a date like 2026-01-31 in ${field}.`,
  'dates-other': ({ people: some, field }: DetailValues<'people' | 'field'>) =>
    `${people(some)} on the list ${Number(some) === 1 ? 'has' : 'have'} a value in ${field} ` +
    'that is not a date like 2026-01-31; they will be left out.',
  'dates-alike': (found: DetailValues<'people' | 'days' | 'field' | 'day'>) =>
    `${people(found.people)} of ${found.days} have the same day in ${found.field}, ` +
    `${found.day}: is it a placeholder for an unknown date?`,
  'email-unsendable': (email: DetailValues<'newsletter' | 'list' | 'says'>) =>
    `Newsletter ${email.newsletter} can't be sent to list ${email.list}: ${email.says}`,
  'event-not-started': ({ newsletter, value }: DetailValues<'newsletter' | 'value'>) =>
    `Newsletter ${newsletter} reads {{ event.${value} }}, but no event starts this trigger: it ` +
    'is empty.',
  'feed-not-started': ({ newsletter }: DetailValues<'newsletter'>) =>
    `Newsletter ${newsletter} shows items of a feed, but no feed starts this trigger: they are ` +
    'empty.',
  'event-value-unseen': (email: DetailValues<'newsletter' | 'value' | 'event'>) =>
    `Newsletter ${email.newsletter} reads {{ event.${email.value} }}, but no event ` +
    `${JSON.stringify(String(email.event))} has had a value of that name: it is empty.`,
  'object-none': ({ kind, id }: { kind: ConditionObject } & DetailValues<'id'>) =>
    `There is no ${kind} ${id}.`,
  'list-anonymous': ({ list }: DetailValues<'list'>) =>
    `List ${list} is tracked anonymously: individual opens and clicks are not stored, so ` +
    'no step can depend on them.',
  'list-untracked': (of: Untracked) => `List ${of.id} ${untracked(of)}`,
  'newsletter-untracked': (of: Untracked) => `Newsletter ${of.id} ${untracked(of)}`,
  'sending-untracked': (of: Untracked) => `Sending ${of.id} ${untracked(of)}`,
  'unmeasured-end': () =>
    'Of people who are not measured nobody knows whether they do this: after the wait their ' +
    'run ends here. Add "unmeasured: STEP" to say where they go.',
  'trigger-twin': ({ trigger }: DetailValues<'trigger'>) =>
    `Trigger ${trigger} has that name already: edit it, or choose another name.`,
  'trigger-ring': ({ ring }: DetailValues<'ring'>) =>
    `${inTurn(ring)}: an endless loop. Add a wait to one of them, or set "again: never" or ` +
    '"again: after 30 days" in one.',
  'trigger-slow-ring': ({ ring }: DetailValues<'ring'>) =>
    `${inTurn(ring)}. This is not an endless loop, because not all of them allow immediate ` +
    're-entry.',
  'feed-none': () => 'The answer is no feed: RSS, Atom and JSON Feed are read.',
  'feed-web-page': () =>
    'The address leads to a web page. Its feed has another address, often linked as "RSS".',
  'feed-dtd': () => 'The feed declares entities of its own (a DTD). They are not expanded.',
  'feed-broken': ({ line, what }: DetailValues<'line' | 'what'>) =>
    `The feed is not valid XML: line ${line}: ${what}.`,
  'sms-controls': () => 'The message contains control characters.',
  'sms-empty': () => 'The message is empty.',
  'sms-characters': ({ characters, most }: DetailValues<'characters' | 'most'>) =>
    `The message has ${characters} characters. It may have ${most} segments.`,
  'sms-long': (sms: DetailValues<'characters' | 'segments' | 'most' | 'room'>) =>
    `The message has ${sms.characters} characters in the GSM alphabet: that is ${sms.segments} ` +
    `segments. It may have ${sms.most}, up to ${sms.room} characters.`,
  'sms-long-ucs2': (sms: DetailValues<'characters' | 'segments' | 'most' | 'room'>) =>
    `The message has ${sms.characters} characters in UCS-2, required by a character outside the ` +
    `GSM alphabet: that is ${sms.segments} segments. It may have ${sms.most}, up to ${sms.room} ` +
    'characters.',
}

/** Of sources of events, which start triggers. */
export const sourceDetails = {
  'source-none': ({ name }: DetailValues<'name'>) => `There is no event source ${name}.`,
  'source-nameless': () => 'A source needs a name.',
  'source-name-taken': ({ name }: DetailValues<'name'>) => `There is a source ${name} already.`,
  'sources-many': ({ most }: DetailValues<'most'>) => `An account has up to ${most} sources.`,
  'source-event': () =>
    'Give the name of the event, or where it stands in the body: one of both. A name begins with ' +
    'a letter, and has letters, digits, blanks and . _ : - only, at most 100.',
  'source-path': ({ path }: DetailValues<'path'>) =>
    `${JSON.stringify(path)} is no path: write customer.email or /customer/email.`,
  'source-value-name': ({ name }: DetailValues<'name'>) =>
    `${JSON.stringify(name)} is no name of a value: letters, digits and _ only, at most 50.`,
  'source-values-many': ({ most }: DetailValues<'most'>) => `A source has up to ${most} values.`,
  'source-secret': ({ least, most }: DetailValues<'least' | 'most'>) =>
    `A secret has ${least} to ${most} characters: letters, digits and signs, no blanks.`,
}
