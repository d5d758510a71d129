// Written by scripts/sql-types.ts from cancel-email.sql; npm run sql writes it again.
import { many, one } from '../../../db/query.ts'

/** Of an email, the deliveries that no worker has handed over: those that wait, also after tries in
 * vain, and those that a worker has claimed; not one that may have arrived already. Waits for
 * workers that are marking some of them: an earlier hand-over is final, and a later one finds the
 * delivery withdrawn. */
export const withdrawEmail = many<{ accountId: number; projectId: number; emailId: number }, { id: number }>({ name: 'cancel-email.withdrawEmail', again: false, deadline: 'long', text: "with held as materialized (\n  select d.id from email_recipients r join deliveries d on d.account_id = $1\n    and d.source_kind = 3 and d.source_id = $2\n    and d.id = r.transaction_id\n  where r.account_id = $1 and r.email_id = $3\n    and d.state in ('planned', 'deferred', 'claimed') and not d.was_uncertain\n  order by d.id for no key update of d)\nupdate deliveries d set state = 'withdrawn', reason = 'cancelled', next_try_at = null,\n  changed_at = now()\nfrom held where d.account_id = $1 and d.source_kind = 3\n  and d.source_id = $2 and d.id = held.id and d.state in ('planned', 'deferred', 'claimed')\nreturning d.id" }, ["accountId","projectId","emailId"], r => ({ id: Number(r[0]!) } as { id: number }))

/** Recipients of an email who were not withdrawn, and those who were. */
export const recipientsLeft = one<{ accountId: number; projectId: number; emailId: number }, { left: number; withdrawn: number }>({ name: 'cancel-email.recipientsLeft', again: true, deadline: 'long', replica: true, text: "select count(*) filter (where d.state <> 'withdrawn')::int as \"left!\",\n  count(*) filter (where d.state = 'withdrawn')::int as \"withdrawn!\"\nfrom email_recipients r join deliveries d on d.account_id = $1\n  and d.source_kind = 3 and d.source_id = $2 and d.id = r.transaction_id\nwhere r.account_id = $1 and r.email_id = $3" }, ["accountId","projectId","emailId"], r => ({ left: Number(r[0]!), withdrawn: Number(r[1]!) } as { left: number; withdrawn: number }))
