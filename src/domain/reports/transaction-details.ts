/** The state of transactions, one by one, for programs and the operator. */
import type { Db } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import { ERASED_EMAIL } from '../erased-email.ts'
import type { EmailFormat } from '../text.ts'
import { foldHits } from '../tracking/fold-hits.ts'
import { findProject } from '../transactions/projects.sql.ts'
import { guidIn } from '../transactions/projects.ts'
import {
  detailsOf,
  idsByAddress,
  idsByIdentifier,
  idsOfProject,
} from './transaction-details.sql.ts'

/** Selects transactions that match all conditions. Without a condition it selects none. */
export interface TransactionSelection {
  transactionId?: number | undefined
  projectId?: number | undefined
  identifier?: string | undefined
  email?: string | undefined
  /** The state of its delivery. */
  state?: string | undefined
  /** Transactions with a higher id. */
  after?: number | undefined
  /** Ids that are read at a time. */
  page?: number | undefined
}

/** The state of an email as programs see it. docs/transactions.md describes each. */
export const STATUSES = {
  planned: 'Waiting',
  claimed: 'Waiting',
  'handed over': 'Sending',
  accepted: 'Sent',
  deferred: 'Deferred',
  bounced: 'Bounced',
  failed: 'Failed',
  uncertain: 'Uncertain',
  withdrawn: 'Withdrawn',
} as const

/** Kinds of bounces. */
const CATEGORIES: Record<string, string> = {
  hard: 'Hard',
  soft: 'Soft',
  blocked: 'Blocked',
  unknown: 'Unknown',
}

export const categoryOf = (kind: string | null): string =>
  kind === null ? '' : (CATEGORIES[kind] ?? '')

type Row = Awaited<ReturnType<typeof detailsOf>>[number]

export interface TransactionDetails extends Omit<Row, 'format'> {
  format: EmailFormat
  status: string
  bounceCategory: string
  bounceReason: string
}

/** Ids per page: some hundred kilobytes. */
const IDS = 20_000
const PART = 1000

/** In the order of insertion, page by page. Includes hits answered before the call. */
export async function* transactionDetails(
  db: Db,
  accountId: number,
  asked: TransactionSelection,
): AsyncGenerator<TransactionDetails[]> {
  const { transactionId, projectId, identifier, email, state } = asked
  if (
    transactionId === undefined &&
    projectId === undefined &&
    identifier === undefined &&
    email === undefined
  )
    return
  await foldHits(db, accountId)
  const given = {
    projectId: projectId ?? null,
    identifier: identifier ?? null,
    emailKey: email === undefined ? null : emailKey(email),
    state: state ?? null,
  }
  for await (const ids of selectedIds(db, accountId, asked)) {
    for (let from = 0; from < ids.length; from += PART) {
      const rows = await detailsOf(db, { accountId, ids: ids.slice(from, from + PART), ...given })
      if (rows.length > 0) yield rows.map(detailsFrom)
    }
  }
}

/** In the order of ids. */
export async function transactionsOfIds(
  db: Db,
  accountId: number,
  ids: number[],
): Promise<TransactionDetails[]> {
  const any = { projectId: null, identifier: null, emailKey: null, state: null }
  return (await detailsOf(db, { accountId, ids, ...any })).map(detailsFrom)
}

const detailsFrom = (row: Row): TransactionDetails => ({
  ...row,
  // Of an erased person, or trimmed.
  email: row.email === ERASED_EMAIL ? '' : row.email,
  format: row.format as EmailFormat,
  status: STATUSES[row.state as keyof typeof STATUSES] ?? row.state,
  bounceCategory: categoryOf(row.bounceKind),
  bounceReason: row.bounceReply ?? row.bounceClass ?? '',
})

/** By the most selective condition. */
async function* selectedIds(
  db: Db,
  accountId: number,
  asked: TransactionSelection,
): AsyncGenerator<number[]> {
  const { transactionId, projectId = 0, identifier, email, state = null } = asked
  const { page: most = IDS } = asked
  if (transactionId !== undefined) {
    yield [transactionId]
    return
  }
  const read = (after: number) => {
    const page = { accountId, after, most }
    if (identifier !== undefined) return idsByIdentifier(db, { ...page, identifier })
    if (email !== undefined) return idsByAddress(db, { ...page, emailKey: emailKey(email) })
    return idsOfProject(db, { ...page, projectId, state })
  }
  for (let after = asked.after ?? 0; ; ) {
    const rows = await read(after)
    yield rows.map(({ id }) => id)
    if (rows.length < most) return
    after = rows.at(-1)!.id
  }
}

/**
 * Resolves an id of a program: a guid is a project, digits are a transaction. Undefined: unknown in
 * this account.
 */
export async function resolveId(
  db: Db,
  accountId: number,
  id: string,
): Promise<TransactionSelection | undefined> {
  const guid = guidIn(id)
  if (guid !== undefined) {
    const project = await findProject(db, { accountId, guid, id: null })
    return project && { projectId: project.id }
  }
  const digits = id.trim().replace(/^0+(?=\d)/, '')
  const transactionId = /^\d{1,10}$/.test(digits) ? Number(digits) : 0
  return transactionId < 1 || transactionId > 2_147_483_647 ? undefined : { transactionId }
}
