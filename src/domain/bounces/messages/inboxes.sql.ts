// Written by scripts/sql-types.ts from inboxes.sql; npm run sql writes it again.
import { count, many, maybe } from '../../../db/query.ts'

export const addInbox = count<{ accountId: number; id: number; shown: string; sealedUrl: string; everySeconds: number; seedAddress: string | null }>({ name: 'inboxes.addInbox', again: true, text: "insert into inboxes (account_id, id, shown, sealed_url, every_seconds, seed_address) values\n  ($1, $2, $3, $4, $5, $6)\non conflict (account_id, id) do nothing" }, ["accountId","id","shown","sealedUrl","everySeconds","seedAddress"])

export const inboxes = many<{ accountId: number }, { accountId: number; id: number; shown: string; sealedUrl: string; everySeconds: number; validity: string | null; lastUid: number; checkedAt: string | null; trouble: string | null; fetched: number; seedAddress: string | null }>({ name: 'inboxes.inboxes', again: true, text: "select account_id, id, shown, sealed_url, every_seconds, validity, last_uid, checked_at, trouble,\n  fetched, seed_address from inboxes\nwhere account_id = $1 order by id" }, ["accountId"], r => ({ accountId: Number(r[0]!), id: Number(r[1]!), shown: r[2]!, sealedUrl: r[3]!, everySeconds: Number(r[4]!), validity: r[5], lastUid: Number(r[6]!), checkedAt: r[7], trouble: r[8], fetched: Number(r[9]!), seedAddress: r[10] } as { accountId: number; id: number; shown: string; sealedUrl: string; everySeconds: number; validity: string | null; lastUid: number; checkedAt: string | null; trouble: string | null; fetched: number; seedAddress: string | null }))

/** Due mailboxes of all accounts. Those of seed tests are read by the tests alone. */
export const inboxesDue = many<{ accountId?: number }, { accountId: number; id: number }>({ name: 'inboxes.inboxesDue', again: true, text: "select account_id, id from inboxes\n  where seed_address is null\n    and coalesce(checked_at, '-infinity') < now() - make_interval(secs => every_seconds)\n  order by checked_at nulls first limit 50" }, [], r => ({ accountId: Number(r[0]!), id: Number(r[1]!) } as { accountId: number; id: number }))

/** Claims a mailbox for a check; returns no row if another worker has claimed it. */
export const claimInbox = maybe<{ accountId: number; id: number }, { sealedUrl: string; shown: string; validity: string | null; lastUid: number }>({ name: 'inboxes.claimInbox', again: false, text: "update inboxes set checked_at = now()\nwhere account_id = $1 and id = $2 and seed_address is null\n  and (checked_at is null or extract(epoch from now() - checked_at) > every_seconds)\nreturning sealed_url, shown, validity, last_uid" }, ["accountId","id"], r => ({ sealedUrl: r[0]!, shown: r[1]!, validity: r[2], lastUid: Number(r[3]!) } as { sealedUrl: string; shown: string; validity: string | null; lastUid: number }))

export const readUpTo = count<{ validity: string | null; uid: number; accountId: number; id: number }>({ name: 'inboxes.readUpTo', again: false, text: "update inboxes set last_uid = case when validity = $1 then greatest(last_uid, $2::bigint)\n  else $2::bigint end, validity = $1,\n  fetched = fetched + 1\nwhere account_id = $3 and id = $4" }, ["validity","uid","accountId","id"])

export const settleInbox = count<{ trouble: string | null; accountId: number; id: number }>({ name: 'inboxes.settleInbox', again: false, text: "update inboxes set trouble = $1 where account_id = $2 and id = $3" }, ["trouble","accountId","id"])

export const rewriteInbox = count<{ shown: string; sealedUrl: string; everySeconds: number; accountId: number; id: number }>({ name: 'inboxes.rewriteInbox', again: true, text: "update inboxes set shown = $1, sealed_url = $2, every_seconds = $3,\n  checked_at = null, trouble = null\nwhere account_id = $4 and id = $5" }, ["shown","sealedUrl","everySeconds","accountId","id"])

export const removeInbox = count<{ accountId: number; id: number }>({ name: 'inboxes.removeInbox', again: false, text: "delete from inboxes where account_id = $1 and id = $2" }, ["accountId","id"])
