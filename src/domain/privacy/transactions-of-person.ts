/**
 * Personal data in transactions: exports it, and erases it. Found by address; needs no subscriber.
 */
import type { Db } from '../../db/db.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { formatInstant } from '../../lib/instant.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { readAttachments } from '../transactions/emails/attachments.ts'
import type { KeptContent } from '../transactions/emails/email-message.ts'
import { blankTriesOfAddress } from '../transactions/tries.sql.ts'
import { removeAddressWords, removeSubjectWords } from '../transactions/trim.sql.ts'
import { dropAttachments } from '../transactions/trim.ts'
import { isListenedTo, publish } from '../webhooks/publish.ts'
import {
  blankBatchRejects,
  blankClickedAddresses,
  blankEmails,
  blankMessages,
  blankTransactionPurchases,
  blankTransactions,
  contentOfEmails,
  countBatchRejects,
  emailsOfPerson,
  transactionsOfAddress,
  waitingOfPerson,
} from './transactions-of-person.sql.ts'

interface These {
  accountId: number
  emailKey: string
  spellings: string[]
}

/** Of the emails whose content came with their call, so many, the newest, are exported with it. */
const MOST_CONTENTS = 1_000
/** And so many bytes of their files. */
const MOST_FILE_BYTES = 20_000_000

/** The content of each email by its transaction; of files beyond the limit without the bytes. */
async function contentsOf(db: Db, these: These) {
  const { accountId } = these
  let left = MOST_FILE_BYTES
  const contents = new Map<number, object>()
  for (const row of await contentOfEmails(db, { ...these, most: MOST_CONTENTS })) {
    const content: Partial<KeptContent> = JSON.parse(row.content)
    const { html = '', text = '', to = [], cc = [], headers = [], attachments = [] } = content
    const files = []
    for (const { name, type, octets, ...kept } of attachments) {
      const isTaken = octets <= left
      if (isTaken) left -= octets
      const [file] = isTaken
        ? ((await readAttachments(db, accountId, [{ name, type, octets, ...kept }])) ?? [])
        : []
      const base64 = file ? Buffer.from(file.bytes).toString('base64') : null
      files.push({ name, type, octets, base64 })
    }
    contents.set(row.id, {
      role: row.role,
      subject: row.subject,
      from: { name: content.fromName ?? '', address: content.fromEmail ?? '' },
      to,
      cc,
      headers,
      html,
      text,
      tags: JSON.parse(row.tags),
      metadata: JSON.parse(row.metadata),
      files,
    })
  }
  return contents
}

export async function transactionsOfPerson(db: Db, these: These) {
  const rows = await transactionsOfAddress(db, these)
  const contents = await contentsOf(db, these)
  return {
    transactions: rows.map(({ sendAt, changed, fields, ...row }) => ({
      ...row,
      content: contents.get(row.id) ?? null,
      fields: fields === '' ? [] : fields.split(FIELD_SEPARATOR),
      sendTime: formatInstant(sendAt),
      changed: changed === null ? null : formatInstant(changed),
    })),
    rejectedRows: isEmailAddress(these.emailKey) ? (await countBatchRejects(db, these)).rows : 0,
  }
}

/** Returns how many transactions named the person. */
export async function eraseFromTransactions(tx: Db, these: These): Promise<number> {
  // The suppression list takes any text; searching for one that is not an address would match other
  // rows.
  if (isEmailAddress(these.emailKey)) await blankBatchRejects(tx, these)
  await publishWithdrawn(tx, these)
  await blankMessages(tx, these)
  await blankTransactionPurchases(tx, these)
  await blankClickedAddresses(tx, these)
  const ids = (await emailsOfPerson(tx, these)).map(({ id }) => id)
  if (ids.length > 0) {
    await blankEmails(tx, these)
    await dropAttachments(tx, these.accountId, ids)
    await removeSubjectWords(tx, { accountId: these.accountId, transactionIds: ids })
  }
  await blankTriesOfAddress(tx, these)
  const blanked = await blankTransactions(tx, these)
  await removeAddressWords(tx, these)
  return blanked
}

async function publishWithdrawn(tx: Db, these: These): Promise<void> {
  const { accountId } = these
  if (!(await isListenedTo(tx, accountId, 'withdrawn'))) return
  const waiting = await waitingOfPerson(tx, these)
  for (const [id, emails] of Map.groupBy(waiting, ({ projectId }) => projectId)) {
    const source = { kind: SOURCE.transaction, id }
    const ids = emails.map(one => one.id)
    await publish(tx, accountId, { kind: 'withdrawn', ids, source, shared: { reason: 'erased' } })
  }
}
