/**
 * Triggers at work: finds people who enter, wakes those to whom happened what they wait for, and
 * has those who are due walk on. What is looked for how often stands here; a process remembers it,
 * and several processes don't mind each other.
 */
import { analyzeDeliveries } from '../domain/sendings/plan.sql.ts'
import { BATCH, walkDue } from '../domain/triggers/engine/walk.ts'
import { nextMoment } from '../domain/triggers/entries/date-look.ts'
import {
  analyzeEntries,
  askForConfirmation,
  definitionOf,
  overdueTriggers,
  triggersAtWork,
} from '../domain/triggers/entries/entries.sql.ts'
import { countSkipped, lookForStart } from '../domain/triggers/entries/looks.ts'
import { wakeAtSteps } from '../domain/triggers/entries/wake.ts'
import { addWatch } from '../domain/triggers/entries/watches.sql.ts'
import type { Definition } from '../domain/triggers/language/definition.ts'
import type { WorkerContext } from './context.ts'

type Context = Pick<WorkerContext, 'db' | 'log' | 'report'>

/** How often is looked for what makes people enter; who came onto a list is seen at once. */
const LOOK_MILLIS: Record<Definition['start']['on'], number> = {
  joined: 10_000,
  date: 30_000,
  opened: 5_000,
  clicked: 5_000,
  converted: 5_000,
  changed: 30_000,
  'not opened': 60_000,
}
/** How often for what people wait for at steps. */
const WAKE_MILLIS = 5_000
/**
 * From so many people on what the store knows of them is brought up to date, then again as often as
 * they have grown by a quarter.
 */
const MANY = 1_000
/**
 * A trigger that a million people enter at once gives the others their turn after so long, and
 * takes its next one after them.
 */
const TURN_MILLIS = 500
/** Definitions kept in memory. */
const MOST_KEPT = 1_000

interface Place {
  accountId: number
  triggerId: number
  version: number
}

export function createTriggerWork({ db, log, report }: Context) {
  const definitions = new Map<string, Definition>()
  const lookAt = new Map<string, number>()
  let wakeAt = 0
  const entriesKnown = knowing(() => analyzeEntries(db, {}))
  const lettersKnown = knowing(() => analyzeDeliveries(db, {}))

  return {
    /** One look at all triggers. Answers whether there may be more to do at once. */
    async step(stopping?: AbortSignal): Promise<boolean> {
      let more = false
      for (const trigger of await triggersAtWork(db, {})) {
        if (stopping?.aborted) return false
        // What is wrong with one trigger holds up no other.
        const busy = await work(trigger).catch(error => {
          report(error, `trigger ${trigger.triggerId} of account ${trigger.accountId}`)
          return false
        })
        more ||= busy
      }
      if (Date.now() >= wakeAt && !stopping?.aborted) {
        if ((await wakeAtSteps(db, definition, report)) > 0) more = true
        wakeAt = Date.now() + WAKE_MILLIS
      }
      return more
    },
    /** Looks at everything now, however short ago it was looked at. */
    resetIntervals(): void {
      lookAt.clear()
      wakeAt = 0
    },
  }

  async function work(
    trigger: Awaited<ReturnType<typeof triggersAtWork>>[number],
  ): Promise<boolean> {
    const { accountId, triggerId, version, due, watched, joined } = trigger
    const place = { accountId, triggerId, version }
    if (!watched) await addWatch(db, { ...place, step: '' })
    const entered = await look(place, joined)
    const walked = (due || entered) && (await walk(place))
    // What was done may be what another trigger, or this one, looks for.
    return entered || walked
  }

  /** Whether somebody has entered. */
  async function look(place: Place, joined: boolean): Promise<boolean> {
    const found = await definition(place)
    if (!found) return false
    const key = `${place.accountId} ${place.triggerId} ${place.version}`
    const { on } = found.start
    if (!(on === 'joined' && joined) && (lookAt.get(key) ?? 0) > Date.now()) return false
    let entered = 0
    for (const end = Date.now() + TURN_MILLIS; Date.now() < end; ) {
      const looked = await lookForStart(db, { ...place, definition: found })
      entered += looked.entered
      if (looked.dayDone) {
        const people = await countSkipped(db, { ...place, definition: found })
        const { accountId, triggerId } = place
        if (people > 0)
          log('people have no day in the field of a trigger', { accountId, triggerId, people })
      }
      if (!looked.more) {
        if (lookAt.size > MOST_KEPT) lookAt.clear()
        lookAt.set(key, Date.now() + LOOK_MILLIS[on])
        break
      }
    }
    await entriesKnown(entered)
    if (entered > 0)
      log('people entered a trigger', {
        accountId: place.accountId,
        triggerId: place.triggerId,
        entered,
      })
    return entered > 0
  }

  /** Whether somebody has walked on. */
  async function walk({ accountId, triggerId }: Place): Promise<boolean> {
    const onHeld = (reason: string) => log('a trigger is held', { accountId, triggerId, reason })
    const ofVersion = (version: number) => definition({ accountId, triggerId, version })
    let people = 0
    for (const end = Date.now() + TURN_MILLIS; Date.now() < end; ) {
      const walked = await walkDue(db, accountId, triggerId, ofVersion, onHeld)
      people += walked?.people ?? 0
      if (!walked || walked.people < BATCH) break
    }
    await lettersKnown(people)
    return people > 0
  }

  /** A version never changes. */
  async function definition({
    accountId,
    triggerId,
    version,
  }: Place): Promise<Definition | undefined> {
    const key = `${accountId} ${triggerId} ${version}`
    const known = definitions.get(key)
    if (known) return known
    const found = await definitionOf(db, { accountId, triggerId, version })
    if (!found) return undefined
    if (definitions.size > MOST_KEPT) definitions.clear()
    const read = JSON.parse(found.definition) as Definition
    definitions.set(key, read)
    return read
  }
}

/**
 * Is told of new rows, and has the store look at the table when they are many beside those that
 * this process has made before.
 */
function knowing(analyze: () => Promise<unknown>): (rows: number) => Promise<void> {
  let known = 0
  let unknown = 0
  return async rows => {
    unknown += rows
    if (unknown < Math.max(MANY, known / 4)) return
    known += unknown
    unknown = 0
    await analyze()
  }
}

/**
 * Nobody has worked since `last`, which is long ago: triggers in which somebody was due meanwhile,
 * or would have entered, wait for a person's word. People stay where they are.
 */
export async function holdOverdueTriggers(
  { db, log }: Pick<WorkerContext, 'db' | 'log'>,
  last: Date,
  lateMillis: number,
): Promise<void> {
  const before = new Date(Date.now() - lateMillis)
  for (const { accountId, triggerId, version, overdue } of await overdueTriggers(db, { before })) {
    const found = overdue ? undefined : await definitionOf(db, { accountId, triggerId, version })
    const { start, zone } = found ? (JSON.parse(found.definition) as Definition) : {}
    const missed = start?.on === 'date' && nextMoment(start, zone!, last, before) < before
    if (!overdue && !missed) continue
    const reason =
      'People were due in it while nothing was running: confirm that they shall still go on.'
    await askForConfirmation(db, { accountId, triggerId, reason })
    log('a trigger waits to be confirmed', { accountId, triggerId })
  }
}
