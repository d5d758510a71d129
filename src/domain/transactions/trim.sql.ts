// Written by scripts/sql-types.ts from trim.sql; npm run sql writes it again.
import { count, many } from '../../db/query.ts'

/** Of all accounts, for projects with a retention. */
export const projectsToTrim = many<{ accountId?: number }, { accountId: number; projectId: number; days: number; trimmedTo: number }>({ name: 'trim.projectsToTrim', again: true, deadline: 'long', text: "select account_id, id as project_id, retention_days as \"days!\", trimmed_to from projects\n  where retention_days is not null order by account_id, id" }, [], r => ({ accountId: Number(r[0]!), projectId: Number(r[1]!), days: Number(r[2]!), trimmedTo: Number(r[3]!) } as { accountId: number; projectId: number; days: number; trimmedTo: number }))

/** A page of a project's emails, by keyset pagination, and whether the retention of each is over. */
export const messagesToTrim = many<{ days: number; accountId: number; projectId: number; after: number; most: number }, { id: number; over: boolean; kept: boolean }>({ name: 'trim.messagesToTrim', again: true, deadline: 'long', replica: true, text: "select t.id, d.next_try_at is null and d.state not in ('claimed', 'handed over')\n  and greatest(t.created_at, t.send_at, d.changed_at) < now() - make_interval(days => $1::int)\n    as \"over!\", t.email <> 'erased@erased.invalid' as \"kept!\"\nfrom (\n  select x.id, x.state, x.next_try_at, x.changed_at from deliveries x\n  where x.account_id = $2 and x.source_kind = 3\n    and x.source_id = $3 and x.id > $4 order by x.id limit $5::int) d\ncross join lateral (\n  select x.id, x.created_at, x.send_at, x.email from transactions x where x.account_id = $2\n    and x.id = d.id limit 1) t\norder by t.id" }, ["days","accountId","projectId","after","most"], r => ({ id: Number(r[0]!), over: r[1]! === 't', kept: r[2]! === 't' } as { id: number; over: boolean; kept: boolean }))

export const trimMessages = count<{ accountId: number; projectId: number; ids: number[] }>({ name: 'trim.trimMessages', again: false, deadline: 'long', text: "update deliveries set email = 'erased@erased.invalid',\n  reply = substring(reply from '^[245][0-9][0-9](?:[ -][245][.][0-9]+[.][0-9]+)?')\nwhere account_id = $1 and source_kind = 3 and source_id = $2\n  and id = any ($3::bigint[])" }, ["accountId","projectId","ids"])

/** Keeps the row, its version and its outcome. */
export const trimTransactions = count<{ accountId: number; ids: number[] }>({ name: 'trim.trimTransactions', again: false, deadline: 'long', text: "update transactions set identifier = '', email = 'erased@erased.invalid',\n  email_key = 'erased-' || id || '@erased.invalid', name = '', fields = '{}'\nwhere account_id = $1 and id = any ($2::int[])" }, ["accountId","ids"])

/** The content of emails, once none of their recipients waits. Before trimTransactions. */
export const trimEmails = count<{ accountId: number; ids: number[] }>({ name: 'trim.trimEmails', again: false, deadline: 'long', text: "update given_emails e set identifier = '', subject = '', content = '{}', metadata = '{}', tags = '{}',\n  octets = 0\nwhere e.account_id = $1 and e.content <> '{}' and e.id in (\n    select r.email_id from email_recipients r\n    where r.account_id = $1 and r.transaction_id = any ($2::int[]))\n  and not exists (\n    select 1 from email_recipients o\n    join transactions t on t.account_id = $1 and t.id = o.transaction_id\n    join deliveries d on d.account_id = $1 and d.source_kind = 3\n      and d.source_id = t.project_id and d.id = t.id\n    where o.account_id = $1 and o.email_id = e.id\n      and (d.next_try_at is not null or d.state in ('claimed', 'handed over')))" }, ["accountId","ids"])

/** Files of emails to these recipients whose content was removed. */
export const hashesWithoutEmail = many<{ accountId: number; transactionIds: number[] }, { hash: string }>({ name: 'trim.hashesWithoutEmail', again: true, deadline: 'long', replica: true, text: "select a.hash from email_attachments a\njoin email_recipients r on r.account_id = $1 and r.email_id = a.email_id\njoin given_emails e on e.account_id = $1 and e.id = a.email_id\nwhere a.account_id = $1 and r.transaction_id = any ($2::int[])\n  and e.content = '{}'\ngroup by a.hash" }, ["accountId","transactionIds"], r => ({ hash: r[0]! } as { hash: string }))

export const dropEmailAttachments = count<{ accountId: number; transactionIds: number[] }>({ name: 'trim.dropEmailAttachments', again: false, deadline: 'long', text: "delete from email_attachments a where a.account_id = $1 and a.email_id in (\n  select e.id from email_recipients r\n  join given_emails e on e.account_id = $1 and e.id = r.email_id\n  where r.account_id = $1 and r.transaction_id = any ($2::int[])\n    and e.content = '{}')" }, ["accountId","transactionIds"])

/** Waits for emails that are being added with them. */
export const holdAttachments = many<{ accountId: number; hashes: (string | null)[] }, { hash: string }>({ name: 'trim.holdAttachments', again: false, deadline: 'long', text: "select hash from attachments where account_id = $1 and hash = any ($2::text[])\norder by hash for update" }, ["accountId","hashes"], r => ({ hash: r[0]! } as { hash: string }))

export const removeUnusedAttachments = count<{ accountId: number; hashes: (string | null)[] }>({ name: 'trim.removeUnusedAttachments', again: false, deadline: 'long', text: "delete from attachments b where b.account_id = $1 and b.hash = any ($2::text[])\n  and not exists (select 1 from email_attachments o where o.account_id = $1\n    and o.hash = b.hash)" }, ["accountId","hashes"])

/** Of an address that was erased. */
export const removeAddressWords = count<{ accountId: number; emailKey: string }>({ name: 'trim.removeAddressWords', again: false, text: "delete from transaction_words where account_id = $1 and target = $2" }, ["accountId","emailKey"])

/** Of the addresses of these transactions, if no other transaction has them. Before they are
 * blanked. */
export const removeLastWords = count<{ accountId: number; transactionIds: number[] }>({ name: 'trim.removeLastWords', again: false, deadline: 'long', text: "delete from transaction_words w where w.account_id = $1 and w.target in (\n  select t.email_key from transactions t where t.account_id = $1\n    and t.id = any ($2::int[])\n    and not exists (select 1 from transactions o where o.account_id = $1\n      and o.email_key = t.email_key and o.id <> all ($2::int[])))" }, ["accountId","transactionIds"])

/** Of emails to these recipients whose content was removed. */
export const removeSubjectWords = count<{ accountId: number; transactionIds: number[] }>({ name: 'trim.removeSubjectWords', again: false, deadline: 'long', text: "delete from transaction_words w where w.account_id = $1 and w.target in (\n  select r.email_id::text from email_recipients r\n  join given_emails e on e.account_id = $1 and e.id = r.email_id\n  where r.account_id = $1 and r.transaction_id = any ($2::int[])\n    and e.content = '{}')" }, ["accountId","transactionIds"])

export const noteTrimmed = count<{ transactionId: number; accountId: number; projectId: number }>({ name: 'trim.noteTrimmed', again: false, deadline: 'long', text: "update projects set trimmed_to = $1::int where account_id = $2\n  and id = $3 and trimmed_to < $1::int" }, ["transactionId","accountId","projectId"])

/** Of all accounts, for batches whose retention is over. */
export const batchesToTrim = many<{ keepDays: number; most: number; accountId?: number }, { accountId: number; batchId: number }>({ name: 'trim.batchesToTrim', again: true, deadline: 'long', text: "select account_id, id as batch_id from transaction_batches\nwhere trimmed_at is null and created_at < now() - make_interval(days => $1::int)\n  and finished_at < now() - make_interval(days => $1::int)\norder by created_at limit $2::int" }, ["keepDays","most"], r => ({ accountId: Number(r[0]!), batchId: Number(r[1]!) } as { accountId: number; batchId: number }))

export const trimBatchRejects = count<{ accountId: number; batchId: number; most: number }>({ name: 'trim.trimBatchRejects', again: false, deadline: 'long', text: "delete from transaction_rejects r where r.account_id = $1 and r.batch_id = $2\n  and r.number in (\n  select n.number from transaction_rejects n where n.account_id = $1\n    and n.batch_id = $2 order by n.number limit $3::int)" }, ["accountId","batchId","most"])

export const markBatchTrimmed = count<{ accountId: number; batchId: number }>({ name: 'trim.markBatchTrimmed', again: false, deadline: 'long', text: "update transaction_batches set trimmed_at = now() where account_id = $1 and id = $2\n  and trimmed_at is null" }, ["accountId","batchId"])

/** Of all accounts: those with expired idempotency keys. */
export const accountsWithOldRepeats = many<{ accountId?: number }, { accountId: number }>({ name: 'trim.accountsWithOldRepeats', again: true, deadline: 'long', text: "select distinct account_id from transaction_repeats where until < now() limit 1000" }, [], r => ({ accountId: Number(r[0]!) } as { accountId: number }))

export const trimRepeats = count<{ accountId: number; most: number }>({ name: 'trim.trimRepeats', again: false, deadline: 'long', text: "delete from transaction_repeats r where r.account_id = $1 and (r.project_id, r.key) in (\n  select n.project_id, n.key from transaction_repeats n where n.account_id = $1\n    and n.until < now() limit $2::int)" }, ["accountId","most"])
