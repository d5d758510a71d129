// Written by scripts/sql-types.ts from attachments.sql; npm run sql writes it again.
import { count, many } from '../../../db/query.ts'

/** Those that are there, kept from being removed until the end of the transaction. */
export const lockAttachments = many<{ accountId: number; hashes: (string | null)[] }, { hash: string }>({ name: 'attachments.lockAttachments', again: true, text: "select hash from attachments where account_id = $1 and hash = any ($2::text[])\norder by hash for key share" }, ["accountId","hashes"], r => ({ hash: r[0]! } as { hash: string }))

export const addAttachment = count<{ accountId: number; hash: string; bytes: Buffer }>({ name: 'attachments.addAttachment', again: true, text: "insert into attachments (account_id, hash, bytes) values ($1, $2, $3)\non conflict (account_id, hash) do nothing" }, ["accountId","hash","bytes"])

export const addEmailAttachments = count<{ emailIds: number[]; hashes: (string | null)[]; accountId: number }>({ name: 'attachments.addEmailAttachments', again: true, text: "insert into email_attachments (account_id, email_id, hash)\nselect t.account_id, g.email_id, g.hash\nfrom tenants t, unnest($1::int[], $2::text[]) as g (email_id, hash)\nwhere t.account_id = $3\non conflict (account_id, email_id, hash) do nothing" }, ["emailIds","hashes","accountId"])

export const attachmentBytes = many<{ accountId: number; hashes: (string | null)[] }, { hash: string; bytes: Buffer }>({ name: 'attachments.attachmentBytes', again: true, text: "select hash, bytes from attachments where account_id = $1\n  and hash = any ($2::text[])" }, ["accountId","hashes"], r => ({ hash: r[0]!, bytes: Buffer.from(r[1]!.slice(2), 'hex') } as { hash: string; bytes: Buffer }))
