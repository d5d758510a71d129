// Written by scripts/sql-types.ts from move-email.sql; npm run sql writes it again.
import { count, many, maybe } from '../../../db/query.ts'

/** Changes of one email wait for each other. */
export const lockEmail = maybe<{ accountId: number; emailId: number }, { projectId: number }>({ name: 'move-email.lockEmail', again: false, text: "select project_id from given_emails where account_id = $1 and id = $2\nfor no key update" }, ["accountId","emailId"], r => ({ projectId: Number(r[0]!) } as { projectId: number }))

/** Of an email, the deliveries that were never tried, and that no worker has claimed. */
export const movePlanned = many<{ accountId: number; projectId: number; emailId: number; sendAt: Date | string }, { id: number }>({ name: 'move-email.movePlanned', again: false, deadline: 'long', text: "with held as materialized (\n  select d.id from email_recipients r join deliveries d on d.account_id = $1\n    and d.source_kind = 3 and d.source_id = $2\n    and d.id = r.transaction_id\n  where r.account_id = $1 and r.email_id = $3\n    and d.next_try_at is not null and d.state = 'planned' and d.attempts = 0\n    and not d.was_uncertain\n  order by d.id for no key update of d)\nupdate deliveries d set next_try_at = $4::timestamptz, changed_at = now()\nfrom held where d.account_id = $1 and d.source_kind = 3\n  and d.source_id = $2 and d.id = held.id and d.state = 'planned'\nreturning d.id" }, ["accountId","projectId","emailId","sendAt"], r => ({ id: Number(r[0]!) } as { id: number }))

export const setSendTime = count<{ sendAt: Date | string; accountId: number; ids: number[] }>({ name: 'move-email.setSendTime', again: false, deadline: 'long', text: "update transactions set send_at = $1::timestamptz\nwhere account_id = $2 and id = any ($3::int[])" }, ["sendAt","accountId","ids"])
