/**
 * Checks whether the opens and clicks that a trigger depends on are stored: not by subscriber where
 * a list is tracked anonymously, and not at all where tracking is off.
 */
import type { Db } from '../../db/db.ts'
import { detailed, reported } from '../details/details.ts'
import type { TrackingEffect } from '../details/triggers.ts'
import { type Condition, testsIn } from '../filters/condition.ts'
import { type filtersOfAccount, listIsAnonymous, sendingsKnown } from '../filters/filters.sql.ts'
import { hasUnmeasured } from '../measuring/measuring.sql.ts'
import { untrackedOf } from '../newsletters/exemptions.ts'
import type { DefinitionFinding } from './language/check-definition.ts'
import {
  type AwaitedEvent,
  type Definition,
  isMeasured,
  type Start,
  stepOf,
} from './language/definition.ts'

export type StoredFilter = Awaited<ReturnType<typeof filtersOfAccount>>[number]

/** An open or click that a trigger depends on. */
interface TrackingUse {
  /** Of the step; undefined: of the start. */
  key: string | undefined
  /** Of which emails; neither: of any. */
  newsletterId?: number
  sendingId?: number
  /** The behaviour if it is never known. */
  effect: TrackingEffect
}

function usesOf(definition: Definition, filters: readonly StoredFilter[]): TrackingUse[] {
  const { start, steps } = definition
  const uses: TrackingUse[] = []
  if (isHit(start))
    uses.push({
      key: undefined,
      newsletterId: start.newsletterId,
      effect: start.on === 'not opened' ? 'all-enter' : 'nobody-enters',
    })
  for (const step of steps) {
    const { key } = step
    if (step.do === 'wait for' && isHit(step.event)) {
      const newsletterId = awaitedNewsletter(definition, step.event)
      uses.push({ key, ...(newsletterId && { newsletterId }), effect: 'all-else' })
    }
    if (step.do !== 'branch') continue
    for (const test of testsIn(conditionOf(step.ask, filters)))
      if ('did' in test)
        uses.push({
          key,
          ...(test.sending !== undefined && { sendingId: test.sending }),
          effect: test.did.startsWith('un')
            ? 'all-idle'
            : test.did === 'opened'
              ? 'nobody-opened'
              : 'nobody-clicked',
        })
  }
  return uses
}

type HitEvent = Extract<Start | AwaitedEvent, { on: 'opened' | 'clicked' | 'not opened' }>

const isHit = <Event extends Start | AwaitedEvent>(event: Event): event is Event & HitEvent =>
  event.on === 'opened' || event.on === 'clicked' || event.on === 'not opened'

function awaitedNewsletter(definition: Definition, event: HitEvent): number | undefined {
  if ('newsletterId' in event) return event.newsletterId
  const sent = stepOf(definition, event.step)
  return sent?.do === 'send' ? sent.newsletterId : undefined
}

function conditionOf(
  ask: { filterId: number } | { condition: Condition },
  filters: readonly StoredFilter[],
): Condition {
  if ('condition' in ask) return ask.condition
  const stored = filters.find(({ id }) => id === ask.filterId)
  return stored ? (JSON.parse(stored.condition) as Condition) : { all: [] }
}

/** A list with anonymous tracking has no opens or clicks by subscriber. */
export async function wrongTracking(
  db: Db,
  accountId: number,
  definition: Definition,
  filters: readonly StoredFilter[],
): Promise<DefinitionFinding[]> {
  const { listId } = definition
  const affected = new Set(usesOf(definition, filters).map(({ key }) => key))
  if (affected.size === 0 || !(await listIsAnonymous(db, { accountId, listId })).anonymous)
    return []
  const anonymous = reported(detailed('list-anonymous', { list: listId }))
  return Array.from(affected, key => ({ key, ...anonymous }))
}

/** Tracking may be switched on again, so this is no error. */
export async function untrackedNotes(
  db: Db,
  accountId: number,
  definition: Definition,
  filters: readonly StoredFilter[],
): Promise<DefinitionFinding[]> {
  const uses = usesOf(definition, filters)
  if (uses.length === 0) return []
  const lists = await untrackedOf(db, accountId, 'list')
  const newsletters = await untrackedOf(db, accountId, 'newsletter')
  const ids = uses.flatMap(({ sendingId }) => sendingId ?? [])
  const sendings = new Set(
    (ids.length === 0 ? [] : await sendingsKnown(db, { accountId, ids }))
      .filter(({ untracked }) => untracked)
      .map(({ id }) => id),
  )
  const notes = uses.flatMap(({ key, newsletterId, sendingId, effect }) => {
    const untracked =
      sendingId !== undefined
        ? sendings.has(sendingId) && detailed('sending-untracked', { id: sendingId, effect })
        : newsletterId !== undefined && newsletters.has(newsletterId)
          ? detailed('newsletter-untracked', { id: newsletterId, effect })
          : lists.has(definition.listId) &&
            detailed('list-untracked', { id: definition.listId, effect })
    return untracked ? { key, ...reported(untracked) } : []
  })
  // A condition may ask for the same twice.
  return notes.filter(
    ({ key, says }, i) => notes.findIndex(one => one.key === key && one.says === says) === i,
  )
}

/** The steps at which runs of people who are not measured end. */
export async function unmeasuredNotes(
  db: Db,
  accountId: number,
  { steps }: Definition,
): Promise<DefinitionFinding[]> {
  const ending = steps.filter(
    step => step.do === 'wait for' && isMeasured(step.event) && step.unmeasured === undefined,
  )
  if (ending.length === 0 || !(await hasUnmeasured(db, { accountId })).checked) return []
  return ending.map(({ key }) => ({ key, ...reported(detailed('unmeasured-end')) }))
}
