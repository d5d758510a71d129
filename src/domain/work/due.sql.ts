// Written by scripts/sql-types.ts from due.sql; npm run sql writes it again.
import { many } from '../../db/query.ts'
import type { DueKind } from './work-kinds.ts'

/** Belongs to nobody: one look over all accounts at what has something to do, asked in place of the queries of each worker. It may name more than there
 * is: whoever is named looks for itself. No lock is taken. */
export const dueKinds = many<{ accountId?: number }, { kind: DueKind }>({ name: 'due.dueKinds', again: true, text: "select distinct kind as \"kind!\" from work where due <= now()\nunion all (select 'project' from projects where active and due <= now() limit 1)\nunion all (select 'trigger' from triggers where state = 'running' and removed_at is null limit 1)\nunion all (select 'event' from event_bundles limit 1)\nunion all (select 'suspicion' from hit_suspicions where due <= now() limit 1)\nunion all (select 'forward' from inbound_messages where forward_at <= now() limit 1)\nunion all (select 'inbox' from inboxes\n  where coalesce(checked_at, '-infinity') < now() - make_interval(secs => every_seconds) limit 1)\nunion all (select 'claim' from claims where leased_until < now() limit 1)\nunion all (select 'sms claim' from sms_claims where leased_until < now() limit 1)" }, [], r => ({ kind: r[0]! } as { kind: DueKind }))
