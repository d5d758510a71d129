// Written by scripts/sql-types.ts from inboxes.sql; npm run sql writes it again.
import { count, many, maybe } from '../../../db/query.ts'

export const addInbox = count<{ accountId: number; id: number; shown: string; sealedUrl: string; everySeconds: number }>({ name: 'inboxes.addInbox', again: true, text: "insert into inboxes (account_id, id, shown, sealed_url, every_seconds) values\n  ($1, $2, $3, $4, $5)\non conflict (account_id, id) do nothing" }, ["accountId","id","shown","sealedUrl","everySeconds"])

export const inboxes = many<{ accountId: number }, { accountId: number; id: number; shown: string; sealedUrl: string; everySeconds: number; validity: string | null; lastUid: number; checkedAt: string | null; trouble: string | null; fetched: number }>({ name: 'inboxes.inboxes', again: true, text: "select account_id, id, shown, sealed_url, every_seconds, validity, last_uid, checked_at, trouble,\n  fetched from inboxes\nwhere account_id = $1 order by id" }, ["accountId"], r => ({ accountId: Number(r[0]!), id: Number(r[1]!), shown: r[2]!, sealedUrl: r[3]!, everySeconds: Number(r[4]!), validity: r[5], lastUid: Number(r[6]!), checkedAt: r[7], trouble: r[8], fetched: Number(r[9]!) } as { accountId: number; id: number; shown: string; sealedUrl: string; everySeconds: number; validity: string | null; lastUid: number; checkedAt: string | null; trouble: string | null; fetched: number }))

/** Due mailboxes of all accounts. */
export const inboxesDue = many<{ accountId?: number }, { accountId: number; id: number }>({ name: 'inboxes.inboxesDue', again: true, text: "select account_id, id from inboxes\n  where coalesce(checked_at, '-infinity') < now() - make_interval(secs => every_seconds)\n  order by checked_at nulls first limit 50" }, [], r => ({ accountId: Number(r[0]!), id: Number(r[1]!) } as { accountId: number; id: number }))

/** Claims a mailbox for a check; returns no row if another worker has claimed it. */
export const claimInbox = maybe<{ accountId: number; id: number }, { sealedUrl: string; shown: string; validity: string | null; lastUid: number }>({ name: 'inboxes.claimInbox', again: false, text: "update inboxes set checked_at = now()\nwhere account_id = $1 and id = $2\n  and (checked_at is null or extract(epoch from now() - checked_at) > every_seconds)\nreturning sealed_url, shown, validity, last_uid" }, ["accountId","id"], r => ({ sealedUrl: r[0]!, shown: r[1]!, validity: r[2], lastUid: Number(r[3]!) } as { sealedUrl: string; shown: string; validity: string | null; lastUid: number }))

export const readUpTo = count<{ validity: string | null; uid: number; accountId: number; id: number }>({ name: 'inboxes.readUpTo', again: false, text: "update inboxes set last_uid = case when validity = $1 then greatest(last_uid, $2::bigint)\n  else $2::bigint end, validity = $1,\n  fetched = fetched + 1\nwhere account_id = $3 and id = $4" }, ["validity","uid","accountId","id"])

export const settleInbox = count<{ trouble: string | null; accountId: number; id: number }>({ name: 'inboxes.settleInbox', again: false, text: "update inboxes set trouble = $1 where account_id = $2 and id = $3" }, ["trouble","accountId","id"])

export const removeInbox = count<{ accountId: number; id: number }>({ name: 'inboxes.removeInbox', again: false, text: "delete from inboxes where account_id = $1 and id = $2" }, ["accountId","id"])
