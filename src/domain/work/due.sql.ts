// Written by scripts/sql-types.ts from due.sql; npm run sql writes it again.
import { many } from '../../db/query.ts'
import type { DueKind } from './work-kinds.ts'

/** Belongs to nobody: one look over all accounts at what has something to do, asked in place of the
 * queries of each worker. It may name more than there is: whoever is named looks for itself. No
 * lock is taken. What a closed account holds back is not named: it would wake its workers at each
 * look.
 * By the key: rows that were counted are dead in the table until the next vacuum. */
export const dueKinds = many<{ accountId?: number }, { kind: DueKind }>({ name: 'due.dueKinds', again: true, text: "select distinct kind as \"kind!\" from work w where due <= now()\n  and (kind in ('import', 'judge', 'webhook left')\n    or not exists (select 1 from accounts a where a.id = w.account_id and a.closed_at is not null))\nunion all (select 'project' from projects p where active and due <= now()\n  and not exists (select 1 from accounts a where a.id = p.account_id and a.closed_at is not null)\n    limit 1)\nunion all (select 'trigger' from triggers t where state = 'running' and removed_at is null\n  and not exists (select 1 from accounts a where a.id = t.account_id and a.closed_at is not null)\n    limit 1)\nunion all (select 'hit' from hit_arrivals order by account_id, id limit 1)\nunion all (select 'event' from event_bundles limit 1)\nunion all (select 'suspicion' from hit_suspicions where due <= now() limit 1)\nunion all (select 'forward' from inbound_messages where forward_at <= now() limit 1)\nunion all (select 'inbox' from inboxes\n  where coalesce(checked_at, '-infinity') < now() - make_interval(secs => every_seconds) limit 1)\nunion all (select 'claim' from claims where leased_until < now() limit 1)\nunion all (select 'sms claim' from sms_claims where leased_until < now() limit 1)" }, [], r => ({ kind: r[0]! } as { kind: DueKind }))
