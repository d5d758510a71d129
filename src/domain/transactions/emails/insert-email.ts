/**
 * Inserts emails whose content came with their call: each recipient is a transaction with a
 * delivery in the ledger. All of them are durable, or none, when the call returns.
 */
import { arrayLiteral } from '../../../db/array-literal.ts'
import { atomically, type Db, type Store } from '../../../db/db.ts'
import { gathered } from '../../../db/gather.ts'
import { returnIds, takeIds } from '../../../db/ids.ts'
import { transactionsTaken } from '../../../lib/telemetry.ts'
import { Refusal } from '../../refusal.ts'
import { insertTransactions } from '../insert.sql.ts'
import { nudge } from '../nudges.ts'
import { keepAttachments } from './attachments.ts'
import type { EmailRecipient } from './check-email.ts'
import { subjectWords } from './email-words.ts'
import { addEmails, emailsOfTransactions } from './emails.sql.ts'
import type { ReadyEmail } from './ready-email.ts'

export interface InsertedEmail {
  /** Of its first transaction. */
  id: number
  projectId: number
  recipients: { id: number; role: EmailRecipient['role']; email: string; repeated: boolean }[]
}

interface NumberedEmail {
  email: ReadyEmail
  /** Of its recipients, in their order. */
  ids: number[]
}

type SavedRow = Awaited<ReturnType<typeof insertTransactions>>[number]

/**
 * Saves emails in one transaction, and returns an outcome for each, in their order: a refusal if
 * its project was paused meanwhile. No two may have a key in common (`keys` of ReadyEmail).
 */
export async function insertEmails(
  db: Store,
  accountId: number,
  emails: readonly ReadyEmail[],
): Promise<(InsertedEmail | Refusal)[]> {
  const all = emails.reduce((sum, { recipients }) => sum + recipients.length, 0)
  const ids = await takeIds(db, accountId, 'transaction', all)
  let at = 0
  const numbered = emails.map(email => {
    const from = at
    at += email.recipients.length
    return { email, ids: ids.slice(from, at) }
  })
  const saved = await atomically(db, tx => save(tx, accountId, numbered), { again: true })
  const unused = ids.filter(id => saved.rows.get(id)?.transactionId !== id)
  returnIds(db, accountId, 'transaction', unused)
  transactionsTaken.publish({
    taken: ids.length - unused.length,
    repeated: saved.rows.size - (ids.length - unused.length),
  })
  const due = [...saved.rows.values()].filter(({ dueNow }) => dueNow)
  nudge(
    db,
    accountId,
    due.map(({ projectId }) => projectId),
  )
  return numbered.map(one => outcomeOf(one, saved))
}

/** One email. Concurrent calls are saved together. */
export const insertEmail = gathered<ReadyEmail, InsertedEmail>({
  keyOf: ({ keyGroup }) => keyGroup,

  async one(db, accountId, email) {
    const [inserted] = await insertEmails(db, accountId, [email])
    if (inserted instanceof Refusal) throw inserted
    return inserted!
  },

  many: insertEmails,
})

interface Saved {
  /** By the id that the recipient was given. */
  rows: Map<number, SavedRow>
  /** The email of each transaction. */
  emailOf: Map<number, number>
}

async function save(tx: Db, accountId: number, numbered: readonly NumberedEmail[]): Promise<Saved> {
  const rows = new Map<number, SavedRow>()
  for (const row of await insertTransactions(tx, { accountId, ...columnsOf(numbered) }))
    rows.set(row.id, row)
  const isFresh = (id: number) => rows.get(id)?.transactionId === id
  const emailOf = new Map<number, number>()
  const added = numbered.flatMap(({ email, ids }) => {
    const fresh = ids.filter(isFresh)
    const emailId = Math.min(...fresh)
    for (const id of fresh) emailOf.set(id, emailId)
    return fresh.length === 0 ? [] : [{ email, emailId }]
  })
  const recipients = numbered.flatMap(({ email, ids }) =>
    ids.flatMap((id, i) => {
      const emailId = emailOf.get(id)
      return emailId === undefined ? [] : { id, emailId, role: email.recipients[i]!.role }
    }),
  )
  if (added.length > 0) await keep(tx, accountId, added, recipients)
  const repeated = [...rows.values()].flatMap(({ id, transactionId }) =>
    id === transactionId ? [] : transactionId,
  )
  if (repeated.length > 0)
    for (const { id, emailId } of await emailsOfTransactions(tx, { accountId, ids: repeated }))
      emailOf.set(id, emailId)
  return { rows, emailOf }
}

async function keep(
  tx: Db,
  accountId: number,
  added: readonly { email: ReadyEmail; emailId: number }[],
  recipients: readonly { id: number; emailId: number; role: string }[],
): Promise<void> {
  await addEmails(tx, {
    accountId,
    ids: added.map(({ emailId }) => emailId),
    projectIds: added.map(({ email }) => email.project.id),
    identifiers: added.map(({ email }) => email.identifier),
    subjects: added.map(({ email }) => email.subject),
    contents: added.map(({ email }) => email.content),
    tags: added.map(({ email }) => arrayLiteral(email.tags)),
    metadata: added.map(({ email }) => JSON.stringify(email.metadata)),
    octets: added.map(({ email }) => email.files.reduce((sum, { octets }) => sum + octets, 0)),
    transactionIds: recipients.map(({ id }) => id),
    emailIds: recipients.map(({ emailId }) => emailId),
    roles: recipients.map(({ role }) => role),
    ...subjectWords(added.map(({ email, emailId }) => ({ emailId, subject: email.subject }))),
  })
  const emails = added.map(({ email, emailId }) => ({ emailId, files: email.files }))
  await keepAttachments(tx, accountId, emails)
}

function outcomeOf({ email, ids }: NumberedEmail, { rows, emailOf }: Saved) {
  const saved = ids.map(id => rows.get(id))
  if (saved.includes(undefined)) return new Refusal('no-such-project')
  const own = ids.find(id => rows.get(id)!.transactionId === id)
  const first = own ?? saved[0]!.transactionId
  return {
    id: emailOf.get(first) ?? first,
    projectId: email.project.id,
    recipients: email.recipients.map(({ role, address }, i) => {
      const id = saved[i]!.transactionId
      return { id, role, email: address, repeated: id !== ids[i] }
    }),
  }
}

function columnsOf(numbered: readonly NumberedEmail[]) {
  const rows = numbered.flatMap(({ email, ids }) =>
    email.recipients.map((recipient, i) => ({ email, recipient, id: ids[i]!, key: email.keys[i] })),
  )
  return {
    ids: rows.map(({ id }) => id),
    guids: rows.map(({ email }) => email.project.guid),
    versions: rows.map(() => ''),
    identifiers: rows.map(({ email }) => email.identifier),
    emails: rows.map(({ recipient }) => recipient.address),
    emailKeys: rows.map(({ recipient }) => recipient.emailKey),
    names: rows.map(({ recipient }) => recipient.name),
    formats: rows.map(({ email }) => email.format),
    fields: rows.map(() => '{}'),
    sendTimes: rows.map(({ email }) => (email.sendAt ?? null) as Date),
    keys: rows.map(({ key }) => (key ?? null) as string),
  }
}
