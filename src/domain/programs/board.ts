/** The programs of an account as the board shows them. */
import { atomically, type Db } from '../../db/db.ts'
import { momentOfStore } from '../../lib/instant.ts'
import { recordChange } from '../audit/record.ts'
import { checkLine } from '../text.ts'
import { type TimedCalls, within95 } from './durations.ts'
import { type FailedCalls, failureOf, type Silence, silenceOf } from './habits.ts'
import {
  callsByHour,
  exchangesOfProgram,
  failuresSince,
  nameProgram,
  operationsOfProgram,
  programNamed,
  programsOf,
  removeProgram,
  removeProgramCalls,
  removeProgramExchanges,
  removeProgramTimes,
  removeUnoffered,
  timesSince,
} from './programs.sql.ts'
import { KEPT_CALL_DAYS } from './trim.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SHOWN_DAYS = 14

type Program = Awaited<ReturnType<typeof programsOf>>[number]

export interface ProgramDay {
  day: string
  calls: number
  failed: number
}

export interface ProgramOnBoard extends Program {
  /** Of 24 hours. */
  calls: number
  failed: number
  within95: number | null
  days: ProgramDay[]
  silence: Silence | undefined
  failing: FailedCalls | undefined
}

export async function programBoard(
  db: Db,
  accountId: number,
  now = new Date(),
): Promise<ProgramOnBoard[]> {
  const programs = await programsOf(db, { accountId })
  if (programs.length === 0) return []
  const yesterday = new Date(Math.floor((now.getTime() - DAY) / HOUR) * HOUR)
  const earlier = (days: number) => new Date(now.getTime() - days * DAY)
  const hours = byProgram(await callsByHour(db, { accountId, since: earlier(KEPT_CALL_DAYS) }))
  const failures = byProgram(
    await failuresSince(db, { accountId, from: yesterday, before: earlier(8) }),
  )
  const times = byProgram(await timesSince(db, { accountId, since: yesterday }))
  return programs.map(program => {
    const called = (hours.get(program.id) ?? []).map(({ hour, ...one }) => ({
      ...one,
      hour: momentOfStore(hour),
    }))
    const recent = called.filter(({ hour }) => hour >= yesterday)
    return {
      ...program,
      calls: sum(recent, 'calls'),
      failed: sum(recent, 'failed'),
      within95: within95((times.get(program.id) ?? []) as TimedCalls[]),
      days: daysOf(called, now),
      // A revoked key is silent by intent.
      silence: program.revoked ? undefined : silenceOf(called, now),
      failing: failureOf(
        (failures.get(program.id) ?? []).map(one => ({
          ...one,
          calls: Number(one.calls ?? 0),
          before: Number(one.before ?? 0),
          since: one.since === null ? null : momentOfStore(one.since),
          last: momentOfStore(one.last),
        })),
      ),
    }
  })
}

const byProgram = <Row extends { programId: number }>(rows: readonly Row[]): Map<number, Row[]> =>
  Map.groupBy(rows, ({ programId }) => programId)

const sum = <Name extends string>(rows: readonly Record<Name, number>[], name: Name): number =>
  rows.reduce((all, row) => all + row[name], 0)

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The last days (UTC), the oldest first. */
function daysOf(
  called: readonly { hour: Date; calls: number; failed: number }[],
  now: Date,
): ProgramDay[] {
  return Array.from({ length: SHOWN_DAYS }, (_, i) => {
    const day = dayOf(new Date(now.getTime() - (SHOWN_DAYS - 1 - i) * DAY))
    const of = called.filter(({ hour }) => dayOf(hour) === day)
    return { day, calls: sum(of, 'calls'), failed: sum(of, 'failed') }
  })
}

export async function programDetails(db: Db, accountId: number, programId: number) {
  const program = (await programBoard(db, accountId)).find(({ id }) => id === programId)
  if (program === undefined) return undefined
  const since = new Date(Date.now() - SHOWN_DAYS * DAY)
  return {
    program,
    operations: await operationsOfProgram(db, { accountId, programId, since }),
    exchanges: await exchangesOfProgram(db, { accountId, programId }),
  }
}

/** False: there is no such program. */
export const renameProgram = (
  db: Db,
  accountId: number,
  programId: number,
  name: string | null,
): Promise<boolean> =>
  atomically(db, async tx => {
    const kept = name === null ? null : checkLine(name, 'name of the program', 100)
    const known = await programNamed(tx, { accountId, programId })
    if (!known) return false
    await nameProgram(tx, { accountId, programId, name: kept })
    const values = { before: { name: known.name }, after: { name: kept } }
    await recordChange(tx, accountId, { action: 'program.edit', id: programId, ...values })
    return true
  })

/** With all that it called. It comes back when it calls again. */
export const forgetProgram = (db: Db, accountId: number, programId: number): Promise<boolean> =>
  atomically(db, async tx => {
    const of = { accountId, programId }
    if ((await removeProgram(tx, of)) === 0) return false
    for (const remove of [
      removeProgramCalls,
      removeProgramTimes,
      removeProgramExchanges,
      removeUnoffered,
    ])
      await remove(tx, of)
    await recordChange(tx, accountId, { action: 'program.remove', id: programId })
    return true
  })
