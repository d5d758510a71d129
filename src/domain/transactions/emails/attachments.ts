/**
 * Files of emails whose content came with their call: kept once in an account by the hash of their
 * bytes, and removed with the content of the last email that has them.
 */
import type { Db } from '../../../db/db.ts'
import type { AttachedFile } from '../../../mail/message/compile.ts'
import type { CheckedFile } from '../checks/check-attachments.ts'
import {
  addAttachment,
  addEmailAttachments,
  attachmentBytes,
  lockAttachments,
} from './attachments.sql.ts'

/** As the content of an email names it. */
export interface KeptFile extends Omit<AttachedFile, 'bytes'> {
  hash: string
  /** Its size in bytes. */
  octets: number
}

export const keptFile = ({ bytes: _, ...facts }: CheckedFile): KeptFile => facts

/** Keeps the files of emails. May be repeated. */
export async function keepAttachments(
  tx: Db,
  accountId: number,
  emails: readonly { emailId: number; files: readonly CheckedFile[] }[],
): Promise<void> {
  const bytes = new Map(emails.flatMap(({ files }) => files.map(one => [one.hash, one.bytes])))
  if (bytes.size === 0) return
  const hashes = [...bytes.keys()].sort()
  // One that is there may go before it is locked, with the last email that has it.
  for (;;) {
    const there = (await lockAttachments(tx, { accountId, hashes })).map(({ hash }) => hash)
    const missing = hashes.filter(hash => !there.includes(hash))
    if (missing.length === 0) break
    for (const hash of missing)
      await addAttachment(tx, { accountId, hash, bytes: bytes.get(hash)! })
  }
  const uses = emails.flatMap(({ emailId, files }) =>
    [...new Set(files.map(({ hash }) => hash))].map(hash => ({ emailId, hash })),
  )
  await addEmailAttachments(tx, {
    accountId,
    emailIds: uses.map(({ emailId }) => emailId),
    hashes: uses.map(({ hash }) => hash),
  })
}

/** The files of an email; undefined if one of them is gone. */
export async function readAttachments(
  db: Db,
  accountId: number,
  files: readonly KeptFile[],
): Promise<AttachedFile[] | undefined> {
  if (files.length === 0) return []
  const hashes = [...new Set(files.map(({ hash }) => hash))]
  const found = await attachmentBytes(db, { accountId, hashes })
  const bytes = new Map(found.map(one => [one.hash, one.bytes]))
  if (bytes.size < hashes.length) return undefined
  return files.map(({ hash, name, type, contentId }) => ({
    name,
    type,
    contentId,
    bytes: bytes.get(hash)!,
  }))
}
