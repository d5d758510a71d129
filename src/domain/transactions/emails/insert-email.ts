/**
 * Inserts emails whose content came with their call: each recipient is a transaction with a
 * delivery in the ledger. All of them are durable, or none, when the call returns.
 */
import { randomUUID } from 'node:crypto'
import { arrayLiteral } from '../../../db/array-literal.ts'
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { gathered } from '../../../db/gather.ts'
import { takeIds } from '../../../db/ids.ts'
import { Refusal } from '../../refusal.ts'
import type { EmailRecipient } from '../checks/check-email.ts'
import { insertGivenEmails, insertManyEmails } from '../insert.sql.ts'
import { noteInserted, onceMore } from '../insert.ts'
import { keepAttachments } from './attachments.ts'
import { emailsOfTransactions } from './emails.sql.ts'
import type { PreparedEmail } from './prepare-email.ts'

export interface InsertedEmail {
  /** Of its first transaction. */
  id: number
  projectId: number
  recipients: { id: number; role: EmailRecipient['role']; email: string; repeated: boolean }[]
}

interface NumberedEmail {
  email: PreparedEmail
  /** Of its recipients, in their order. */
  ids: number[]
}

type SavedRow = Awaited<ReturnType<typeof insertGivenEmails>>[number]

/**
 * Saves emails in one transaction, and returns an outcome for each, in their order: a refusal if
 * its project was paused meanwhile. No two may have a key in common (`keys` of PreparedEmail).
 */
export async function insertEmails(
  db: Store,
  accountId: number,
  emails: readonly PreparedEmail[],
  whole = false,
): Promise<(InsertedEmail | Refusal)[]> {
  const all = emails.reduce((sum, { recipients }) => sum + recipients.length, 0)
  const ids = await takeIds(db, accountId, 'transaction', all)
  let at = 0
  const numbered = emails.map(email => {
    const from = at
    at += email.recipients.length
    return { email, ids: ids.slice(from, at) }
  })
  const columns = { accountId, ...columnsOf(numbered) }
  const withFiles = emails.some(({ files }) => files.length > 0)
  const rows = await onceMore(() =>
    withFiles || whole ? insertTogether(db, numbered, columns, whole) : insertColumns(db, columns),
  )
  await nameRepeated(db, accountId, rows)
  noteInserted(db, accountId, ids, rows)
  return outcomesOf(numbered, rows)
}

function outcomesOf(numbered: readonly NumberedEmail[], rows: readonly SavedRow[]) {
  const byId = new Map(rows.map(row => [row.id, row]))
  return numbered.map(one => outcomeOf(one, byId))
}

/** Thrown to roll back emails that are saved together or not at all. */
class NotWhole extends Error {
  readonly outcomes: (InsertedEmail | Refusal)[]
  constructor(outcomes: (InsertedEmail | Refusal)[]) {
    super('an email of several is refused')
    this.outcomes = outcomes
  }
}

/**
 * Saves all of them or none: if a project was paused meanwhile, the outcome of its emails is the
 * refusal, and that of the others undefined.
 */
export async function insertAllEmails(
  db: Store,
  accountId: number,
  emails: readonly PreparedEmail[],
): Promise<(InsertedEmail | Refusal | undefined)[]> {
  try {
    return await insertEmails(db, accountId, emails, true)
  } catch (error) {
    if (!(error instanceof NotWhole)) throw error
    return error.outcomes.map(one => (one instanceof Refusal ? one : undefined))
  }
}

/** One email. Concurrent calls are saved together. */
export const insertEmail = gathered<PreparedEmail, InsertedEmail>({
  keyOf: ({ keyGroup }) => keyGroup,

  async one(db, accountId, email) {
    const [inserted] = await insertEmails(db, accountId, [email])
    if (inserted instanceof Refusal) throw inserted
    return inserted!
  },

  many: (db, accountId, emails) => insertEmails(db, accountId, emails),
})

type Columns = Parameters<typeof insertGivenEmails>[1]

/** From here on a plan for any number of rows loses more than planning costs. */
const MANY = 50

const insertColumns = (db: Db, columns: Columns): Promise<SavedRow[]> =>
  (columns.ids.length < MANY ? insertGivenEmails : insertManyEmails)(db, columns)

/**
 * In one transaction: files are large, and locked while they are added, so they have statements of
 * their own; `whole` rolls back where an email is refused.
 */
const insertTogether = (
  db: Store,
  numbered: readonly NumberedEmail[],
  columns: Columns,
  whole: boolean,
) =>
  atomically(
    db,
    async tx => {
      const rows = await insertColumns(tx, columns)
      const outcomes = whole ? outcomesOf(numbered, rows) : []
      if (outcomes.some(one => one instanceof Refusal)) throw new NotWhole(outcomes)
      const added = new Set(rows.flatMap(({ emailId }) => emailId ?? []))
      const emails = numbered.flatMap(({ email: { files }, ids }) => {
        const emailId = ids.find(id => added.has(id))
        return emailId === undefined ? [] : { emailId, files }
      })
      await keepAttachments(tx, columns.accountId, emails)
      return rows
    },
    { again: true },
  )

/** The email of a recipient that another call was adding at the same time: now it is there. */
async function nameRepeated(db: Store, accountId: number, rows: SavedRow[]): Promise<void> {
  const unnamed = rows.filter(({ emailId }) => emailId === null)
  if (unnamed.length === 0) return
  const ids = unnamed.map(({ transactionId }) => transactionId)
  const found = await emailsOfTransactions(db, { accountId, ids })
  const emailOf = new Map(found.map(({ id, emailId }) => [id, emailId]))
  for (const row of unnamed) row.emailId = emailOf.get(row.transactionId) ?? null
}

function outcomeOf({ email, ids }: NumberedEmail, rows: ReadonlyMap<number, SavedRow>) {
  const saved = ids.flatMap(id => rows.get(id) ?? [])
  if (saved.length < ids.length) return new Refusal('no-such-project')
  const first = saved.find(({ id, transactionId }) => id === transactionId) ?? saved[0]!
  return {
    id: first.emailId ?? first.transactionId,
    projectId: email.project.id,
    recipients: saved.map(({ id, transactionId }, i) => {
      const { role, address } = email.recipients[i]!
      return { id: transactionId, role, email: address, repeated: id !== transactionId }
    }),
  }
}

function columnsOf(numbered: readonly NumberedEmail[]) {
  const rows = numbered.flatMap(({ email, ids }, number) =>
    email.recipients.map((recipient, i) => ({
      email,
      recipient,
      number: number + 1,
      id: ids[i]!,
      key: email.keys[i],
    })),
  )
  const emails = numbered.map(({ email }) => email)
  return {
    ids: rows.map(({ id }) => id),
    guids: rows.map(({ email }) => email.project.guid),
    versions: rows.map(() => ''),
    identifiers: rows.map(({ email }) => email.identifier),
    emails: rows.map(({ recipient }) => recipient.address),
    emailKeys: rows.map(({ recipient }) => recipient.emailKey),
    names: rows.map(({ recipient }) => recipient.name),
    formats: rows.map(({ email }) => email.format),
    fields: rows.map(({ email }) => arrayLiteral(email.fields)),
    sendTimes: rows.map(({ email }) => (email.sendAt ?? null) as Date),
    keys: rows.map(({ key }) => (key ?? null) as string),
    emailNumbers: rows.map(({ number }) => number),
    roles: rows.map(({ recipient }) => recipient.role),
    subjects: emails.map(({ subject }) => subject),
    contents: emails.map(({ content }) => content),
    tags: emails.map(({ tags }) => arrayLiteral(tags)),
    metadata: emails.map(({ metadata }) => JSON.stringify(metadata)),
    octets: emails.map(({ files }) => files.reduce((sum, { octets }) => sum + octets, 0)),
    tests: emails.map(({ isTest }) => isTest),
    noteId: randomUUID(),
  }
}
