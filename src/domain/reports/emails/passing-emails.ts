/**
 * Which of the emails that are looked at meet a search. What is dear to look up is looked up last,
 * for those that it decides about.
 */
import type { Db } from '../../../db/db.ts'
import { momentOfStore } from '../../../lib/instant.ts'
import type { LookedEmail, SubjectOf } from './found-emails.ts'
import { hasPiece, type QueryPiece } from './pieces.ts'
import { givenOfEmails, idsWithState } from './search-emails.sql.ts'

export interface EmailConditions {
  pieces: readonly QueryPiece[]
  subjectOf: SubjectOf
  projectId?: number | undefined
  states?: readonly string[] | undefined
  since?: Date | undefined
  until?: Date | undefined
}

/** In their order. */
export async function passingEmails(
  db: Db,
  accountId: number,
  looked: readonly LookedEmail[],
  wanted: EmailConditions,
): Promise<LookedEmail[]> {
  const { projectId, states, since, until } = wanted
  const inRange = looked.filter(
    row =>
      (projectId === undefined || row.projectId === projectId) &&
      (since === undefined || momentOfStore(row.created) >= since) &&
      (until === undefined || momentOfStore(row.created) < until),
  )
  const worded = await withPieces(db, accountId, inRange, wanted)
  if (states === undefined || worded.length === 0) return worded
  const found = await idsWithState(db, {
    accountId,
    ids: worded.map(({ id }) => id),
    projectIds: worded.map(row => row.projectId),
    states: [...states],
  })
  const fitting = new Set(found.map(({ id }) => id))
  return worded.filter(({ id }) => fitting.has(id))
}

async function withPieces(
  db: Db,
  accountId: number,
  rows: LookedEmail[],
  { pieces, subjectOf }: EmailConditions,
): Promise<LookedEmail[]> {
  const has = ({ email, identifier }: LookedEmail, subject: string) =>
    pieces.every(piece => hasPiece(piece, { email, identifier, subject }))
  const sure = new Set(rows.filter(row => has(row, '')))
  const ids = rows.flatMap(row => (sure.has(row) ? [] : row.id))
  if (ids.length === 0) return rows
  const given = await givenOfEmails(db, { accountId, ids })
  const subjects = new Map(given.map(({ id, subject }) => [id, subject]))
  return rows.filter(row => sure.has(row) || has(row, subjects.get(row.id) ?? subjectOf(row)))
}
