/**
 * `trigger test`, a dry run: whether a subscriber would enter, and which steps they would pass, by
 * the data stored now.
 */
import type { Db } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { momentOfStore } from '../../lib/instant.ts'
import { zoneNamed } from '../../lib/zones.ts'
import { asksEvent, type Condition } from '../filters/condition.ts'
import { sampleMatching } from '../filters/matching.ts'
import { requireFilters } from '../filters/save-filter.ts'
import { measuringOfPerson } from '../measuring/answer.ts'
import { type EventValues, eventValues } from '../program-events/event-values.ts'
import { newestProgramEvent } from '../program-events/program-events.sql.ts'
import { Refusal } from '../refusal.ts'
import { namesIn } from './draw-names.ts'
import type { Definition } from './language/definition.ts'
import { dateIn, nextStart } from './language/definition-date.ts'
import { type SimulatedRun, simulateRun } from './language/simulate-run.ts'
import { personForRun, runsOf } from './triggers.sql.ts'

export interface TriggerDryRun extends SimulatedRun {
  /** Sentences on whether and when the subscriber enters. */
  entering: string[]
  /** They are on the list of the trigger now, and want emails. */
  onList: boolean
  from: Date
}

interface TryOptions {
  email: string
  /** Moment of entry; by default the subscriber's next date, or now. */
  at: Date | undefined
  happens: readonly string[]
  /** The trigger, if it is saved. */
  triggerId: number | undefined
}

export async function dryRun(
  db: Db,
  accountId: number,
  definition: Definition,
  options: TryOptions,
): Promise<TriggerDryRun> {
  const { email, happens, triggerId } = options
  const waits = definition.steps.filter(step => step.do === 'wait for').map(({ key }) => key)
  const unknown = happens.find(key => !waits.includes(key))
  if (unknown !== undefined)
    throw new Refusal(
      'not-valid',
      `${JSON.stringify(unknown)} is not a step that waits for an event. ` +
        `${waits.length === 0 ? 'There is none.' : `There are: ${waits.join(', ')}.`}`,
    )
  const person = await personForRun(db, {
    accountId,
    listId: definition.listId,
    emailKey: emailKey(email),
  })
  if (!person) throw new Refusal('no-such-subscriber', `No subscriber has the address ${email}.`)
  const now = new Date()
  const entering: string[] = []
  if (person.optedOut) entering.push('They have opted out of everything: they do not enter.')
  else if (person.subscribed === null)
    entering.push(`They are not on list ${definition.listId}: they do not enter before they are.`)
  else if (person.unsubscribed)
    entering.push(`They have unsubscribed from list ${definition.listId}: they do not enter.`)
  const pausedUntil = person.pausedUntil === null ? undefined : momentOfStore(person.pausedUntil)
  if (pausedUntil !== undefined && pausedUntil > now)
    entering.push(pauseSentence(definition, pausedUntil))
  const [last] =
    triggerId === undefined
      ? []
      : await runsOf(db, { accountId, triggerId, subscriberId: person.id })
  if (last) entering.push(againSentence(definition, last))
  const dated = dateOf(definition, person.fields, now)
  if (dated) entering.push(dated.says)
  const from = options.at ?? dated?.at ?? now
  const { opensAs, clicksAs } = await measuringOfPerson(db, accountId, person.id)
  const event = await newestEvent(db, accountId, definition, person.id)
  const run = await simulateRun(definition, await namesIn(db, accountId, definition), {
    from,
    happens: new Set(happens),
    pausedUntil,
    zone: zoneOf(definition, person.fields),
    measured: { opened: opensAs === 'person', clicked: clicksAs === 'person' },
    matches: async ask => {
      const condition =
        'condition' in ask
          ? ask.condition
          : (await requireFilters(db, accountId, [ask.filterId]))[0]!.condition
      return matchesNow(db, accountId, condition, email, asksEvent(condition) ? event : undefined)
    },
  })
  const onList = !person.optedOut && person.subscribed !== null && !person.unsubscribed
  return { ...run, entering, onList, from }
}

async function matchesNow(
  db: Db,
  accountId: number,
  condition: Condition,
  email: string,
  event: EventValues | undefined,
): Promise<boolean> {
  const self: Condition = { column: 'email', text: '=', values: [email.trim()] }
  return (await sampleMatching(db, accountId, [self, condition], 1, { event })).length > 0
}

/** Of the person, where the quiet hours name a field of zones. */
function zoneOf({ quiet, zone }: Definition, fields: string): string {
  if (quiet?.zoneField === undefined) return zone
  const value = fields.split(FIELD_SEPARATOR)[quiet.zoneField - 1] ?? ''
  return zoneNamed(value.trim()) ?? zone
}

/** The values of the person's newest event of the name that starts the trigger. */
async function newestEvent(
  db: Db,
  accountId: number,
  { start }: Definition,
  subscriberId: number,
): Promise<EventValues> {
  if (start.on !== 'event') return {}
  const found = await newestProgramEvent(db, { accountId, subscriberId, name: start.event })
  return found ? eventValues(found.details) : {}
}

function pauseSentence({ paused }: Definition, until: Date): string {
  const day = until.toISOString().slice(0, 10)
  return paused === 'wait'
    ? `They have paused their emails until ${day}: they wait for it at a step that sends.`
    : `They have paused their emails until ${day}: until then they are left out ("paused: skip").`
}

function againSentence(
  { again }: Definition,
  { active, entered }: { active: boolean; entered: string },
): string {
  if (active) return 'Their run is active: they do not enter again before it has ended.'
  if (again === 'always') return 'They have been through it before, and may enter again.'
  if (again === 'never') return 'They have been through it before, and do not enter again.'
  const from = new Date(momentOfStore(entered).getTime() + again.days * 86_400_000)
  return `They have been through it before, and may enter again from ${from.toISOString().slice(0, 10)} on.`
}

/** For a date trigger: the effect of the subscriber's field on entry. */
function dateOf(
  { start, zone }: Definition,
  fields: string,
  now: Date,
): { says: string; at?: Date } | undefined {
  if (start.on !== 'date') return undefined
  const held = fields.split(FIELD_SEPARATOR)[start.field - 1] ?? ''
  if (held.trim() === '') return { says: `Their DD${start.field} is empty: they do not enter.` }
  const day = dateIn(held)
  if (day === undefined)
    return {
      says: `Their DD${start.field} does not hold a date like 2026-11-22: they do not enter.`,
    }
  const at = nextStart(start, day, zone, now)
  return at
    ? { says: `Their DD${start.field} holds ${day}.`, at }
    : { says: `Their DD${start.field} holds ${day}, which has passed.` }
}
