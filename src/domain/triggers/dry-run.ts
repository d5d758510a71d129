/**
 * `trigger test`, a dry run: whether a subscriber would enter, and which steps they would pass, by
 * the data stored now.
 */
import type { Db } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { momentOfStore } from '../../lib/instant.ts'
import { zoneNamed } from '../../lib/zones.ts'
import { type Detail, detailed } from '../details/details.ts'
import { asksEvent, type Condition } from '../filters/condition.ts'
import { sampleMatching } from '../filters/matching.ts'
import { requireFilters } from '../filters/save-filter.ts'
import { measuringOfPerson } from '../measuring/answer.ts'
import { type EventValues, eventValues } from '../program-events/event-values.ts'
import { newestProgramEvent } from '../program-events/program-events.sql.ts'
import type { QuietRule } from '../quiet-hours/rules.ts'
import { refused } from '../refusal.ts'
import { namesIn } from './draw-names.ts'
import type { Names } from './drawing/flow.ts'
import type { Definition } from './language/definition.ts'
import { dateIn, nextStart } from './language/definition-date.ts'
import { type SimulatedRun, simulateRun } from './language/simulate-run.ts'
import { quietOf } from './quiet-of.ts'
import { personForRun, runsOf } from './triggers.sql.ts'

export interface TriggerDryRun extends SimulatedRun {
  /** Whether and when the subscriber enters. */
  entering: Detail[]
  /** They are on the list of the trigger now, and want emails. */
  onList: boolean
  from: Date
  names: Names
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
    throw refused('not-valid', 'happens-unknown', { step: unknown, known: waits.join(', ') })
  const person = await personForRun(db, {
    accountId,
    listId: definition.listId,
    emailKey: emailKey(email),
  })
  if (!person) throw refused('no-such-subscriber', 'person-unknown', { email })
  const now = new Date()
  const entering: Detail[] = []
  const list = definition.listId
  if (person.optedOut) entering.push(detailed('enters-opted-out'))
  else if (person.subscribed === null) entering.push(detailed('enters-not-listed', { list }))
  else if (person.unsubscribed) entering.push(detailed('enters-unsubscribed', { list }))
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
  const names = await namesIn(db, accountId, definition)
  const quiet = await quietOf(db, accountId, definition)
  const run = await simulateRun(definition, {
    from,
    happens: new Set(happens),
    pausedUntil,
    quiet: quiet && { hours: quiet, zone: zoneOf(quiet, person.fields) },
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
  return { ...run, entering, onList, from, names }
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
function zoneOf({ zone, zoneField }: QuietRule, fields: string): string {
  if (zoneField === undefined) return zone
  const value = fields.split(FIELD_SEPARATOR)[zoneField - 1] ?? ''
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

function pauseSentence({ paused }: Definition, until: Date): Detail {
  const day = until.toISOString().slice(0, 10)
  return detailed(paused === 'wait' ? 'enters-paused-wait' : 'enters-paused-skip', { day })
}

function againSentence(
  { again }: Definition,
  { active, entered }: { active: boolean; entered: string },
): Detail {
  if (active) return detailed('enters-active')
  if (again === 'always') return detailed('enters-always')
  if (again === 'never') return detailed('enters-never')
  const from = new Date(momentOfStore(entered).getTime() + again.days * 86_400_000)
  return detailed('enters-from', { day: from.toISOString().slice(0, 10) })
}

/** For a date trigger: the effect of the subscriber's field on entry. */
function dateOf(
  { start, zone }: Definition,
  fields: string,
  now: Date,
): { says: Detail; at?: Date } | undefined {
  if (start.on !== 'date') return undefined
  const { field } = start
  const held = fields.split(FIELD_SEPARATOR)[start.field - 1] ?? ''
  if (held.trim() === '') return { says: detailed('enters-field-empty', { field }) }
  const day = dateIn(held)
  if (day === undefined) return { says: detailed('enters-field-other', { field }) }
  const at = nextStart(start, day, zone, now)
  return at
    ? { says: detailed('enters-field', { field, day }), at }
    : { says: detailed('enters-field-passed', { field, day }) }
}
