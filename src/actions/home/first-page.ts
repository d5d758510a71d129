/** The dashboard: running sendings, health, growth, the last sendings, to-dos. */
import type { Store } from '../../db/db.ts'
import { otherAccounts } from '../../domain/accounts/accounts.sql.ts'
import { latestLoad } from '../../domain/installation/take-sample.ts'
import { meanReach, reachOf } from '../../domain/measuring/measured-base.ts'
import { valuesOfSendings } from '../../domain/reports/sendings/figures.sql.ts'
import {
  calledAt,
  failuresOfPrograms,
  openSendings,
  recentSendings,
  troubleOfDays,
  waitingEmails,
} from '../../domain/reports/sendings/overview.sql.ts'
import { routes } from '../../domain/routes/routes.sql.ts'
import { livingWorkers } from '../../domain/routes/workers.sql.ts'
import { liveProgress } from '../../domain/sendings/live/live-progress.ts'
import { foldHits } from '../../domain/tracking/fold-hits.ts'
import { readGrowth } from './growth.ts'
import { troublesOfLoad } from './load-troubles.ts'
import { saidTrouble, troublesOfAccount, troublesOfRoutes } from './status.ts'

const MOST_OPEN = 50
/** Running ones are counted, one after the other. */
const MOST_COUNTED = 5
const MOST_LAST = 5
/** So many make the mean of a list. */
const MOST_MEAN = 10
const DAYS = 30
const DAY_MILLIS = 86_400_000
const MOST_WAITING = 100_000

export async function readHome(db: Store, accountId: number) {
  await foldHits(db, accountId)
  const open = await openSendings(db, { accountId, most: MOST_OPEN })
  const running = open.filter(({ state }) => state !== 'scheduled')
  return {
    running: await Promise.all(
      running.map(async (sending, i) => {
        const live = i < MOST_COUNTED ? await liveProgress(db, accountId, sending.id) : undefined
        return {
          ...sending,
          all: live?.all ?? null,
          done: live?.done ?? null,
          counts: (live?.counts ?? {}) as Record<string, number>,
          perSecond: live?.perSecond ?? null,
          secondsLeft: live?.secondsLeft ?? null,
          standstill: live?.standstill ?? null,
          stands: live?.stands ?? null,
        }
      }),
    ),
    coming: open.filter(({ state }) => state === 'scheduled'),
    health: await healthOf(db, accountId),
    growth: await readGrowth(db, accountId),
    last: await lastOf(db, accountId),
    todos: await todosOf(db, accountId),
  }
}

async function healthOf(db: Store, accountId: number) {
  const since = new Date(Date.now() - DAYS * DAY_MILLIS)
  // Another question than that of loadNow(): of this account alone.
  const waiting = await waitingEmails(db, { accountId, most: MOST_WAITING })
  const known = await routes(db, {})
  return {
    workers: (await livingWorkers(db, {})).count,
    routes: known.map(({ name, pausedAt, pausedReason, refusingSince, restReason }) => {
      const reason = pausedReason ?? (refusingSince === null ? null : restReason)
      return {
        name,
        state: pausedAt !== null ? 'paused' : refusingSince !== null ? 'refusing' : 'in-use',
        reason,
        causes: reason,
      } as const
    }),
    waiting: { emails: waiting.emails, oldest: waiting.oldest },
    trouble: await troubleOfDays(db, { accountId, since }),
    failedCalls: await failuresOfPrograms(db, {
      accountId,
      since: new Date(Date.now() - DAY_MILLIS),
    }),
    lastCall: (await calledAt(db, { accountId }))?.calledAt ?? null,
  }
}

async function lastOf(db: Store, accountId: number) {
  const last = await recentSendings(db, { accountId, listId: null, most: MOST_LAST })
  const sendingIds = last.map(({ id }) => id)
  const values = await valuesOfSendings(db, { accountId, sendingIds })
  const means = new Map<number, ReturnType<typeof meanReach>>()
  for (const { listId } of last)
    if (!means.has(listId)) means.set(listId, await meanOf(db, accountId, listId))
  return last.map(sending => ({
    ...sending,
    ...reachOf(sending),
    mean: means.get(sending.listId)!,
    values: values
      .filter(({ sendingId }) => sendingId === sending.id)
      .map(({ currency, closures, value }) => ({ currency, closures, value })),
  }))
}

/** Of the last sendings of a list together, the present one too. */
const meanOf = async (db: Store, accountId: number, listId: number) =>
  meanReach(await recentSendings(db, { accountId, listId, most: MOST_MEAN }))

/** The load is of all accounts: one of several does not see what the others send. */
async function troublesOfSample(db: Store, accountId: number) {
  const load = await latestLoad(db)
  const troubles = load ? troublesOfLoad(load) : []
  if (troubles.length === 0) return []
  return (await otherAccounts(db, { accountId })).open ? [] : troubles
}

async function todosOf(db: Store, accountId: number) {
  const known = await routes(db, {})
  const found = [
    ...troublesOfRoutes(known),
    ...(await troublesOfSample(db, accountId)),
    ...(await troublesOfAccount(db, accountId, known.length > 0)),
  ]
  return found.map(saidTrouble).map(({ todo, at, ...sentence }) => ({
    ...sentence,
    command: todo,
    at: { ...at, id: String(at.id) },
  }))
}
