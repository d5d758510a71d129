/** Samples of the load of the installation, every five minutes: eight lines of the last day. */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { momentOfStore } from '../../lib/instant.ts'
import { limitStatementTime } from '../work/queues.sql.ts'
import { type LoadNow, loadNow } from './load-now.ts'
import { forgetSamples, forgetSizes, isSampleDue, keepSample, samplesOfDay } from './samples.sql.ts'
import { rememberSizes, sizesByPart } from './store-parts.ts'

/** Counted since midnight UTC; `accepted`, `deferred` and `refused` of a sample are differences. */
const COUNTED = ['accepted', 'deferred', 'refused'] as const

export const LINES = [
  ...(['emailsWaiting', 'oldestEmailSeconds', ...COUNTED] as const),
  ...(['hitsUncounted', 'eventsWaiting', 'storeBytes'] as const),
] as const

/** As stored. Null: not known in time. */
type Figures = LoadNow & { storeBytes: number | null }

const PATIENCE_MILLIS = 3_000
/** An older sample says nothing of now: three were missed. */
const PRESENT_MILLIS = 15 * 60_000

const loadInTime = (store: Store): Promise<LoadNow> =>
  atomically(
    store,
    async tx => {
      await limitStatementTime(tx, { millis: PATIENCE_MILLIS })
      return await loadNow(tx)
    },
    { again: true },
  )

/** Takes one if the last is five minutes old; of several processes one writes it. */
export async function takeSample(store: Store): Promise<boolean> {
  if (!(await isSampleDue(store, {})).due) return false
  const sizes = await sizesByPart(store)
  const storeBytes = sizes ? [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) : null
  const figures: Figures = { ...(await loadInTime(store)), storeBytes }
  await keepSample(store, { figures: JSON.stringify(figures) })
  if (sizes) await rememberSizes(store, sizes)
  await forgetSamples(store, {})
  await forgetSizes(store, {})
  return false
}

export interface LoadSample extends Pick<Figures, (typeof LINES)[number]> {
  at: string
}

/** The newest sample, if it is of now: it is cheaper than loadNow(), which counts queues. */
export async function latestLoad(db: Db): Promise<LoadNow | undefined> {
  const newest = (await samplesOfDay(db, {})).at(-1)
  const oldest = Date.now() - PRESENT_MILLIS
  if (newest === undefined || momentOfStore(newest.at).getTime() < oldest) return undefined
  return newest.figures as Figures
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
