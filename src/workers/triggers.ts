/**
 * The trigger engine: finds subscribers who enter, wakes those whose awaited event has happened,
 * and advances those who are due. The polling intervals are kept in memory; several processes may
 * run at the same time.
 */
import { detailed, storedDetail } from '../domain/details/details.ts'
import { analyzeDeliveries } from '../domain/sendings/plan.sql.ts'
import { advanceDue, BATCH } from '../domain/triggers/engine/advance.ts'
import {
  analyzeEntries,
  definitionOf,
  markUnconfirmed,
  overdueTriggers,
  runningTriggers,
} from '../domain/triggers/entries/entries.sql.ts'
import { countSkipped, pollStart } from '../domain/triggers/entries/poll.ts'
import { nextMoment } from '../domain/triggers/entries/poll-dates.ts'
import { wakeAwaiting } from '../domain/triggers/entries/wake.ts'
import { addWatch } from '../domain/triggers/entries/watches.sql.ts'
import type { Definition } from '../domain/triggers/language/definition.ts'
import type { WorkerContext } from './context.ts'

type Context = Pick<WorkerContext, 'db' | 'log' | 'report'>

/** How often entries are polled; new subscribers of a list enter immediately. */
const POLL_MILLIS: Record<Definition['start']['on'], number> = {
  joined: 10_000,
  date: 30_000,
  opened: 5_000,
  clicked: 5_000,
  converted: 5_000,
  event: 1_000,
  feed: 5_000,
  changed: 30_000,
  'not opened': 60_000,
  'signed-up': 5_000,
  confirmed: 5_000,
}
/** How often awaited events of steps are polled. */
const WAKE_MILLIS = 5_000
/** From this many rows on the tables are analyzed, then each time they have grown by a quarter. */
const MANY = 1_000
/**
 * Time slice of a trigger, so that one that a million subscribers enter does not hold up the rest.
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
  const pollAt = new Map<string, number>()
  let wakeAt = 0
  const entriesAdded = analyzeAsItGrows(() => analyzeEntries(db, {}))
  const messagesAdded = analyzeAsItGrows(() => analyzeDeliveries(db, {}))

  return {
    /** One pass over all triggers. Returns whether there may be more to do immediately. */
    async step(stopping?: AbortSignal): Promise<boolean> {
      let more = false
      for (const trigger of await runningTriggers(db, {})) {
        if (stopping?.aborted) return false
        // A failing trigger must not hold up the rest.
        const busy = await work(trigger).catch(error => {
          report(error, `trigger ${trigger.triggerId} of account ${trigger.accountId}`)
          return false
        })
        more ||= busy
      }
      if (Date.now() >= wakeAt && !stopping?.aborted) {
        if ((await wakeAwaiting(db, definition, report)) > 0) more = true
        wakeAt = Date.now() + WAKE_MILLIS
      }
      return more
    },
    /** The next step polls everything, ignoring the intervals. */
    resetIntervals(): void {
      pollAt.clear()
      wakeAt = 0
    },
  }

  async function work(
    trigger: Awaited<ReturnType<typeof runningTriggers>>[number],
  ): Promise<boolean> {
    const { accountId, triggerId, version, due, watched, joined } = trigger
    const place = { accountId, triggerId, version }
    if (!watched) await addWatch(db, { ...place, step: '' })
    const entered = await findEntries(place, joined)
    const advanced = (due || entered) && (await advance(place))
    // Its effects may be the event that this or another trigger waits for.
    return entered || advanced
  }

  /** Whether a subscriber has entered. */
  async function findEntries(place: Place, joined: boolean): Promise<boolean> {
    const found = await definition(place)
    if (!found) return false
    const key = `${place.accountId} ${place.triggerId} ${place.version}`
    const { on } = found.start
    if (!(on === 'joined' && joined) && (pollAt.get(key) ?? 0) > Date.now()) return false
    let entered = 0
    for (const end = Date.now() + TURN_MILLIS; Date.now() < end; ) {
      const entries = await pollStart(db, { ...place, definition: found })
      entered += entries.entered
      if (entries.dayDone) {
        const people = await countSkipped(db, { ...place, definition: found })
        const { accountId, triggerId } = place
        if (people > 0)
          log('people have no day in the field of a trigger', { accountId, triggerId, people })
      }
      if (!entries.more) {
        if (pollAt.size > MOST_KEPT) pollAt.clear()
        pollAt.set(key, Date.now() + POLL_MILLIS[on])
        break
      }
    }
    await entriesAdded(entered)
    if (entered > 0)
      log('people entered a trigger', {
        accountId: place.accountId,
        triggerId: place.triggerId,
        entered,
      })
    return entered > 0
  }

  /** Whether a subscriber has advanced. */
  async function advance({ accountId, triggerId }: Place): Promise<boolean> {
    const onHeld = (reason: string) => log('a trigger is held', { accountId, triggerId, reason })
    const ofVersion = (version: number) => definition({ accountId, triggerId, version })
    let people = 0
    for (const end = Date.now() + TURN_MILLIS; Date.now() < end; ) {
      const advanced = await advanceDue(db, accountId, triggerId, ofVersion, onHeld)
      people += advanced?.people ?? 0
      if (!advanced || advanced.people < BATCH) break
    }
    await messagesAdded(people)
    return people > 0
  }

  /** A version never changes, so it is cached. */
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
 * Counts new rows, and analyzes the table when they are many compared with those this process added
 * before.
 */
function analyzeAsItGrows(analyze: () => Promise<unknown>): (rows: number) => Promise<void> {
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
 * No worker has run since `last`, a long time ago: triggers in which a subscriber was due
 * meanwhile, or would have entered, are held until a user confirms them. Subscribers keep their
 * step.
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
    const stop = storedDetail(detailed('trigger-overdue'))
    await markUnconfirmed(db, { accountId, triggerId, ...stop })
    log('a trigger waits to be confirmed', { accountId, triggerId })
  }
}
