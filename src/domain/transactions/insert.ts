/**
 * Inserts one transaction: validated, and durable when the call returns, with its email in the
 * ledger. The caller's identifier is its idempotency key.
 */
import { hash } from 'node:crypto'
import { arrayLiteral } from '../../db/array-literal.ts'
import type { Store } from '../../db/db.ts'
import { gathered } from '../../db/gather.ts'
import { returnIds, takeIds } from '../../db/ids.ts'
import { violatedConstraint } from '../../db/unique-violation.ts'
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { transactionsTaken } from '../../lib/telemetry.ts'
import { Refusal, refused } from '../refusal.ts'
import { checkText, type EmailFormat } from '../text.ts'
import { drawVersion } from './draw-version.ts'
import { insertTransactions, saveTransaction } from './insert.sql.ts'
import { nudge } from './nudges.ts'

export const MAX_IDENTIFIER = 100
/** Of an idempotency key in an identifier: leaves room for the place of an email in a batch. */
const MAX_KEY = 90
export const MAX_NAME = 500

export interface NewTransaction {
  /** The guid of the project, in lower case. */
  guid: string
  /** The caller's idempotency key; empty: none, and the call is never a repetition. */
  identifier: string
  email: string
  name: string
  /** Undefined: HTML. */
  format: EmailFormat | undefined
  /** Undefined, or past: now. */
  sendAt: Date | undefined
  /** DD1 first; null means empty. */
  fields: readonly (string | null)[]
  /** Choose a version of the project by weight; otherwise the project's own newsletter. */
  split: boolean
}

export interface InsertedTransaction {
  id: number
  /** A repetition: nothing was added. */
  repeated: boolean
}

/**
 * Inserts a transaction. A repetition (the same identifier, address, values and send time within
 * the project's time) returns the first id. Refuses invalid values, and a project that does not
 * exist or is paused.
 */
export async function insertTransaction(
  db: Store,
  accountId: number,
  given: NewTransaction,
): Promise<InsertedTransaction> {
  const email = given.email.trim()
  if (!isEmailAddress(email)) throw refused('not-valid', 'person-address')
  const name = checkText(given.name, 'name', MAX_NAME)
  const identifier = checkText(given.identifier, 'identifier', MAX_IDENTIFIER)
  const key = emailKey(email)
  const version = given.split ? await drawVersion(db, accountId, given.guid, key) : ''
  const fields = arrayLiteral(given.fields.map(value => value ?? ''))
  return save(db, accountId, {
    guid: given.guid,
    version,
    identifier,
    email,
    emailKey: key,
    name,
    format: given.format ?? 'html',
    fields,
    sendAt: given.sendAt ?? null,
    key: identifier === '' ? null : repeatKey(identifier, key, given.fields, given.sendAt),
  })
}

/**
 * The key that makes a transaction a repetition of another in its project, as a uuid: a hash of
 * identifier, address (by its key), data values and send time as given. Name, format and version
 * don't count: docs/wire-decisions.md.
 */
export function repeatKey(
  identifier: string,
  emailKey: string,
  fields: readonly (string | null)[],
  sendAt: Date | undefined,
): string {
  const values = fields.map(value => value ?? '')
  while (values.at(-1) === '') values.pop()
  return hash(
    'sha256',
    JSON.stringify([identifier, emailKey, sendAt?.getTime() ?? null, values]),
  ).slice(0, 32)
}

interface Row {
  guid: string
  version: string
  identifier: string
  email: string
  emailKey: string
  name: string
  format: EmailFormat
  /** An array literal. */
  fields: string
  sendAt: Date | null
  key: string | null
}

const save = gathered<Row, InsertedTransaction>({
  keyOf: ({ guid, key }) => (key === null ? undefined : `${guid} ${key}`),

  async one(db, accountId, call) {
    const [answer] = await saved(db, accountId, 1, async ([id]) => {
      const given = { accountId, id: id!, ...call, fields: call.fields as unknown as string[] }
      const { projectId, transactionId, dueNow } = await saveTransaction(db, given)
      if (projectId === null) return []
      return [{ id: id!, projectId, transactionId: transactionId!, dueNow: dueNow! }]
    })
    if (answer instanceof Error) throw answer
    return answer!
  },

  many: (db, accountId, calls) =>
    saved(db, accountId, calls.length, ids =>
      insertTransactions(db, rowsOf(accountId, ids, calls)),
    ),
})

interface SavedRow {
  id: number
  projectId: number
  transactionId: number
  dueNow: boolean
}

/** Gives ids to as many calls; the insert returns a row for each of a known project. */
async function saved(
  db: Store,
  accountId: number,
  calls: number,
  insert: (ids: number[]) => Promise<SavedRow[]>,
): Promise<(InsertedTransaction | Error)[]> {
  const ids = await takeIds(db, accountId, 'transaction', calls)
  const rows = await onceMore(() => insert(ids))
  noteInserted(db, accountId, ids, rows)
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.map(id => {
    const row = byId.get(id)
    if (!row) return new Refusal('no-such-project')
    return { id: row.transactionId, repeated: row.transactionId !== id }
  })
}

/**
 * Inserts rows with new ids. Ids are unique: those that are there are of this very statement,
 * committed before its connection broke.
 */
export const onceMore = <Row>(insert: () => Promise<Row[]>): Promise<Row[]> =>
  insert().catch(error => {
    if (violatedConstraint(error) !== undefined) return insert()
    throw error
  })

/** After an insert: returns unused ids, counts the taken calls, and wakes the workers. */
export function noteInserted(
  db: Store,
  accountId: number,
  ids: readonly number[],
  rows: readonly SavedRow[],
): void {
  const added = rows.filter(({ id, transactionId }) => id === transactionId)
  transactionsTaken.publish({ taken: added.length, repeated: rows.length - added.length })
  const used = new Set(added.map(({ id }) => id))
  returnIds(
    db,
    accountId,
    'transaction',
    ids.filter(id => !used.has(id)),
  )
  nudge(
    db,
    accountId,
    added.filter(({ dueNow }) => dueNow).map(({ projectId }) => projectId),
  )
}

function rowsOf(accountId: number, ids: number[], calls: Row[]) {
  return {
    accountId,
    ids,
    guids: calls.map(({ guid }) => guid),
    versions: calls.map(({ version }) => version),
    identifiers: calls.map(({ identifier }) => identifier),
    emails: calls.map(({ email }) => email),
    emailKeys: calls.map(({ emailKey: key }) => key),
    names: calls.map(({ name }) => name),
    formats: calls.map(({ format }) => format),
    fields: calls.map(({ fields }) => fields),
    sendTimes: calls.map(({ sendAt }) => sendAt as Date),
    keys: calls.map(({ key }) => key as string),
  }
}

/**
 * The Idempotency-Key of a call as the identifier of its email, which makes the call idempotent. A
 * long one is hashed. `place`: in a batch, from 0.
 */
export function identifierOfKey(key: string, place?: number): string {
  const short = key.length > MAX_KEY ? hash('sha256', key) : key
  return place === undefined ? short : `${short}#${place}`
}
