/** Samples of the load of the installation, every five minutes: eight lines of the last day. */
import { atomically, type Store } from '../../db/db.ts'
import { emailQueues, webhookQueues } from '../work/queue-lengths.ts'
import { hitQueue, limitStatementTime } from '../work/queues.sql.ts'
import {
  forgetSamples,
  forgetSizes,
  isSampleDue,
  keepSample,
  outcomesToday,
  samplesOfDay,
} from './samples.sql.ts'
import { rememberSizes, sizesByPart } from './store-parts.ts'

/** Counted since midnight UTC; `accepted`, `deferred` and `refused` of a sample are differences. */
const COUNTED = ['accepted', 'deferred', 'refused'] as const

export const LINES = [
  ...(['emailsWaiting', 'oldestEmailSeconds', ...COUNTED] as const),
  ...(['hitsUncounted', 'eventsWaiting', 'storeBytes'] as const),
] as const

type Line = (typeof LINES)[number]

/** Null: not known in time. */
type Figures = Record<Exclude<Line, 'storeBytes'>, number> & { storeBytes: number | null }

const PATIENCE_MILLIS = 3_000
/** Of what providers said, as lines have it. */
const REFUSALS = ['blocked', 'refused', 'returned']

async function figuresNow(store: Store): Promise<Omit<Figures, 'storeBytes'>> {
  return await atomically(
    store,
    async tx => {
      await limitStatementTime(tx, { millis: PATIENCE_MILLIS })
      const [emails, events] = [await emailQueues(tx), await webhookQueues(tx)]
      const outcomes = await outcomesToday(tx, {})
      const said = (...names: string[]) =>
        outcomes
          .filter(({ outcome }) => names.includes(outcome))
          .reduce((sum, { messages }) => sum + messages, 0)
      return {
        emailsWaiting: emails.reduce((sum, { waiting }) => sum + waiting, 0),
        oldestEmailSeconds: Math.max(0, ...emails.map(({ oldestSeconds }) => oldestSeconds)),
        accepted: said('accepted'),
        deferred: said('deferred'),
        refused: said(...REFUSALS),
        hitsUncounted: (await hitQueue(tx, {})).waiting,
        eventsWaiting: events.reduce((sum, { waiting }) => sum + waiting, 0),
      }
    },
    { again: true },
  )
}

/** Takes one if the last is five minutes old; of several processes one writes it. */
export async function takeSample(store: Store): Promise<boolean> {
  if (!(await isSampleDue(store, {})).due) return false
  const sizes = await sizesByPart(store)
  const storeBytes = sizes ? [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) : null
  const figures: Figures = { ...(await figuresNow(store)), storeBytes }
  await keepSample(store, { figures: JSON.stringify(figures) })
  if (sizes) await rememberSizes(store, sizes)
  await forgetSamples(store, {})
  await forgetSizes(store, {})
  return false
}

export interface LoadSample extends Figures {
  at: string
}

/** The samples of the last day, the oldest first. */
export async function lastDay(store: Store): Promise<LoadSample[]> {
  const rows = (await samplesOfDay(store, {})).map(({ at, figures }) => ({
    at,
    figures: figures as Figures,
  }))
  return rows.map(({ at, figures }, index) => {
    const before = rows[index - 1]?.figures
    // After midnight the counts begin again.
    const since = (name: (typeof COUNTED)[number]) =>
      before === undefined
        ? 0
        : figures[name] >= before[name]
          ? figures[name] - before[name]
          : figures[name]
    const counted = Object.fromEntries(COUNTED.map(name => [name, since(name)]))
    return { ...figures, ...counted, at }
  })
}
