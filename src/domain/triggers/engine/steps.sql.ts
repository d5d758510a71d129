// Written by scripts/sql-types.ts from steps.sql; npm run sql writes it again.
import { count, many, maybe } from '../../../db/query.ts'

/** The round in which each subscriber gets this email: the first, unless they had it before. */
export const roundsOf = many<{ ids: number[]; accountId: number; triggerId: number; step: string; digest: string }, { id: number; round: number }>({ name: 'steps.roundsOf', again: true, text: "select g.id as \"id!\", coalesce(max(l.round), 0) + 1 as \"round!\"\n  from unnest($1::bigint[]) as g (id)\nleft join (\n  select l.round, d.id from trigger_messages l\n  join deliveries d on d.account_id = $2 and d.source_kind = 2\n    and d.source_id = l.id and d.id = any ($1::bigint[])\n  where l.account_id = $2 and l.trigger_id = $3 and l.step = $4\n    and l.digest = $5) l on l.id = g.id\ngroup by g.id" }, ["ids","accountId","triggerId","step","digest"], r => ({ id: Number(r[0]!), round: Number(r[1]!) } as { id: number; round: number }))

/** Until when people have paused their emails, of those whose pause goes on. */
export const pausesOf = many<{ accountId: number; ids: number[] }, { id: number; until: string }>({ name: 'steps.pausesOf', again: true, text: "select id, paused_until as \"until!\" from subscribers\nwhere account_id = $1 and id = any ($2::bigint[]) and paused_until > now()" }, ["accountId","ids"], r => ({ id: Number(r[0]!), until: r[1]! } as { id: number; until: string }))

export const messagesOfStep = many<{ accountId: number; triggerId: number; step: string; digest: string }, { id: number; round: number }>({ name: 'steps.messagesOfStep', again: true, text: "select id, round from trigger_messages\nwhere account_id = $1 and trigger_id = $2 and step = $3 and digest = $4" }, ["accountId","triggerId","step","digest"], r => ({ id: Number(r[0]!), round: Number(r[1]!) } as { id: number; round: number }))

/** Adds none if another worker has just added the same one. Two workers that add the first messages
 * of two steps in opposite orders meet in a deadlock, once: one of them is retried. */
export const addMessage = count<{ accountId: number; id: number; triggerId: number; step: string; newsletterId: number; digest: string; round: number; listId: number; message: string; blocks: string }>({ name: 'steps.addMessage', again: true, text: "insert into trigger_messages (account_id, id, trigger_id, step, newsletter_id, digest, round,\n  list_id, message, blocks)\nvalues ($1, $2, $3, $4, $5, $6, $7, $8,\n  $9::text::jsonb, $10::text::jsonb)\non conflict (account_id, trigger_id, step, digest, round) do nothing" }, ["accountId","id","triggerId","step","newsletterId","digest","round","listId","message","blocks"])

export const planMessages = many<{ messageId: number; accountId: number; ids: number[] }, { id: number }>({ name: 'steps.planMessages', again: false, text: "insert into deliveries as n (account_id, source_kind, source_id, id, email, next_try_at)\nselect s.account_id, 2, $1, s.id, s.email, now() from subscribers s\nwhere s.account_id = $2 and s.id = any ($3::bigint[])\nreturning n.id" }, ["messageId","accountId","ids"], r => ({ id: Number(r[0]!) } as { id: number }))

/** `values` holds the value at its position, and null for the fields before it. */
export const setField = many<{ values: (string | null)[]; accountId: number; ids: number[]; field: number; value: string }, { id: number }>({ name: 'steps.setField', again: false, text: "update subscribers s set fields = merge_fields(s.fields, $1::text[]), updated_at = now(),\n  changed_at = now()\nwhere s.account_id = $2 and s.id = any ($3::bigint[])\n  and coalesce(s.fields[$4::int], '') <> $5\nreturning s.id" }, ["values","accountId","ids","field","value"], r => ({ id: Number(r[0]!) } as { id: number }))

/** Serializes with opt-outs: a concurrent opt-out waits, or is seen here. Locks in the order of
 * addresses, like all other statements (docs/decisions/0009). */
export const lockSubscribers = many<{ accountId: number; ids: number[] }, { id: number; optedOut: boolean }>({ name: 'steps.lockSubscribers', again: false, text: "select id, opted_out_at is not null as \"optedOut!\" from subscribers\nwhere account_id = $1 and id = any ($2::bigint[])\norder by email_key collate \"C\" for no key update" }, ["accountId","ids"], r => ({ id: Number(r[0]!), optedOut: r[1]! === 't' } as { id: number; optedOut: boolean }))

/** Existing subscriptions stay unchanged, unsubscribed ones included: a trigger is not consent. */
export const addToList = many<{ ids: number[]; accountId: number; listId: number }, { id: number }>({ name: 'steps.addToList', again: false, text: "insert into subscriptions as n (account_id, subscriber_id, list_id, subscribed_at)\nselect l.account_id, g.id, l.id, greatest(now(), l.settled_until)\n  from lists l, unnest($1::bigint[]) as g (id)\nwhere l.account_id = $2 and l.id = $3\non conflict (account_id, subscriber_id, list_id) do nothing\nreturning n.subscriber_id as id" }, ["ids","accountId","listId"], r => ({ id: Number(r[0]!) } as { id: number }))

/** Locks the list against deletion until the transaction ends. */
export const lockList = maybe<{ accountId: number; listId: number }, { id: number }>({ name: 'steps.lockList', again: true, text: "select id from lists where account_id = $1 and id = $2 for key share" }, ["accountId","listId"], r => ({ id: Number(r[0]!) } as { id: number }))

/** Records departures for the milestones. Keeps unsubscribed rows: they record the subscriber's own
 * decision. */
export const removeFromList = many<{ accountId: number; listId: number; ids: number[] }, { id: number }>({ name: 'steps.removeFromList', again: false, text: "with gone as (\n  delete from subscriptions\n  where account_id = $1 and list_id = $2 and subscriber_id = any ($3::bigint[])\n    and unsubscribed_at is null\n  returning list_id, subscribed_at, subscriber_id),\nnoted as (\n  insert into list_departures (account_id, list_id, subscribed_at, subscriber_id)\n  select $1, list_id, subscribed_at, subscriber_id from gone\n  on conflict (account_id, list_id, subscribed_at, subscriber_id) do nothing),\nended as (\n  insert into change_tombstones as t (account_id, kind, object_id, list_id)\n  select $1, 2, subscriber_id, list_id from gone\n  on conflict (account_id, kind, object_id, list_id) do update set removed_at = excluded.removed_at)\nselect subscriber_id as id from gone" }, ["accountId","listId","ids"], r => ({ id: Number(r[0]!) } as { id: number }))

export const findWebhookId = maybe<{ accountId: number; webhookId: number }, { id: number }>({ name: 'steps.findWebhookId', again: true, text: "select id from webhooks where account_id = $1 and id = $2" }, ["accountId","webhookId"], r => ({ id: Number(r[0]!) } as { id: number }))
