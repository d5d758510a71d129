// Written by scripts/sql-types.ts from webhooks.sql; npm run sql writes it again.
import { count, many, one } from '../../db/query.ts'

export const addWebhook = count<{ accountId: number; id: number; name: string; sealedUrl: string; shownUrl: string; kinds: (string | null)[]; beginsAfterSeconds: number }>({ name: 'webhooks.addWebhook', again: false, text: "insert into webhooks (account_id, id, name, sealed_url, shown_url, kinds, since)\nvalues ($1, $2, $3, $4, $5, $6::text[],\n  now() + make_interval(secs => $7::float8))\non conflict do nothing" }, ["accountId","id","name","sealedUrl","shownUrl","kinds","beginsAfterSeconds"])

export const addCounter = count<{ accountId: number }>({ name: 'webhooks.addCounter', again: false, text: "insert into event_counters (account_id) values ($1) on conflict (account_id) do nothing" }, ["accountId"])

export const addKey = count<{ accountId: number; webhookId: number; id: string; sealedSecret: string }>({ name: 'webhooks.addKey', again: false, text: "insert into webhook_keys (account_id, webhook_id, id, sealed_secret) values\n  ($1, $2, $3, $4)" }, ["accountId","webhookId","id","sealedSecret"])

/** Present keys sign until the end of the overlap, or until their earlier end. */
export const expireKeys = count<{ seconds: number; accountId: number; webhookId: number }>({ name: 'webhooks.expireKeys', again: false, text: "update webhook_keys\n  set until = least(coalesce(until, 'infinity'::timestamptz),\n  now() + make_interval(secs => $1::float8))\nwhere account_id = $2 and webhook_id = $3" }, ["seconds","accountId","webhookId"])

export const removeOldKeys = count<{ accountId: number; webhookId: number }>({ name: 'webhooks.removeOldKeys', again: false, text: "delete from webhook_keys where account_id = $1 and webhook_id = $2 and until < now()" }, ["accountId","webhookId"])

export const webhooksOfAccount = many<{ accountId: number }, { id: number; name: string; shownUrl: string; kinds: string; since: string; state: string; note: string | null; failures: number; failingSince: string | null; heldUntil: string | null; lastAnswer: string | null; answeredAt: string | null; created: string }>({ name: 'webhooks.webhooksOfAccount', again: true, text: "select w.id, w.name, w.shown_url, array_to_string(w.kinds, ',') as \"kinds!\", w.since, w.state,\n  w.note, w.failures, w.failing_since, w.held_until, w.last_answer,\n  w.answered_at, w.created_at as created\nfrom webhooks w where w.account_id = $1 order by w.id" }, ["accountId"], r => ({ id: Number(r[0]!), name: r[1]!, shownUrl: r[2]!, kinds: r[3]!, since: r[4]!, state: r[5]!, note: r[6], failures: Number(r[7]!), failingSince: r[8], heldUntil: r[9], lastAnswer: r[10], answeredAt: r[11], created: r[12]! } as { id: number; name: string; shownUrl: string; kinds: string; since: string; state: string; note: string | null; failures: number; failingSince: string | null; heldUntil: string | null; lastAnswer: string | null; answeredAt: string | null; created: string }))

export const sealedUrlOf = one<{ accountId: number; webhookId: number }, { sealedUrl: string }>({ name: 'webhooks.sealedUrlOf', again: true, text: "select sealed_url from webhooks where account_id = $1 and id = $2" }, ["accountId","webhookId"], r => ({ sealedUrl: r[0]! } as { sealedUrl: string }))

export const countEvents = many<{ accountId: number; webhookId: number }, { state: string; count: number; oldest: string | null }>({ name: 'webhooks.countEvents', again: true, deadline: 'long', text: "select state, count(*) as \"count!\", min(at) as oldest from webhook_events\n  where account_id = $1 and webhook_id = $2 group by state order by state" }, ["accountId","webhookId"], r => ({ state: r[0]!, count: Number(r[1]!), oldest: r[2] } as { state: string; count: number; oldest: string | null }))

export const keysOfWebhook = many<{ accountId: number; webhookId: number }, { id: string; created: string; until: string | null }>({ name: 'webhooks.keysOfWebhook', again: true, text: "select id, created_at as created, until from webhook_keys\nwhere account_id = $1 and webhook_id = $2 and (until is null or until > now())\n  order by created_at desc, id" }, ["accountId","webhookId"], r => ({ id: r[0]!, created: r[1]!, until: r[2] } as { id: string; created: string; until: string | null }))

/** Newest first, before a number. */
export const eventsOfWebhook = many<{ accountId: number; webhookId: number; beforeId: number; state: string | null; kind: string | null; most: number }, { id: number; kind: string; at: string; subscriberId: number | null; state: string; attempts: number; triedAt: string | null; due: string; answer: string | null }>({ name: 'webhooks.eventsOfWebhook', again: true, deadline: 'long', text: "select id, kind, at, subscriber_id, state, attempts, tried_at, due, answer from webhook_events\nwhere account_id = $1 and webhook_id = $2 and id < $3::bigint\n  and ($4::text is null or state = $4) and ($5::text is null or kind = $5)\norder by id desc limit $6::int" }, ["accountId","webhookId","beforeId","state","kind","most"], r => ({ id: Number(r[0]!), kind: r[1]!, at: r[2]!, subscriberId: r[3] == null ? null : Number(r[3]!), state: r[4]!, attempts: Number(r[5]!), triedAt: r[6], due: r[7]!, answer: r[8] } as { id: number; kind: string; at: string; subscriberId: number | null; state: string; attempts: number; triedAt: string | null; due: string; answer: string | null }))

/** Replays events, delivered or not; waiting ones are tried immediately. */
export const replayEvents = count<{ accountId: number; webhookId: number; fromId: number; untilId: number; states: (string | null)[]; since: Date | string; most: number }>({ name: 'webhooks.replayEvents', again: false, deadline: 'long', text: "update webhook_events set state = 'waiting', due = now(), attempts = 0, first_tried_at = null\nwhere account_id = $1 and webhook_id = $2 and id in (\n  select id from webhook_events\n  where account_id = $1 and webhook_id = $2 and id >= $3::bigint\n    and id <= $4::bigint and state = any ($5::text[])\n    and at >= $6::timestamptz\n  order by id limit $7::int)" }, ["accountId","webhookId","fromId","untilId","states","since","most"])

export const countToReplay = one<{ accountId: number; webhookId: number; fromId: number; untilId: number; states: (string | null)[]; since: Date | string; most: number }, { count: number; lastId: number | null }>({ name: 'webhooks.countToReplay', again: true, deadline: 'long', text: "select count(*) as \"count!\", max(id) as last_id from (\n  select id from webhook_events\n  where account_id = $1 and webhook_id = $2 and id >= $3::bigint\n    and id <= $4::bigint and state = any ($5::text[])\n    and at >= $6::timestamptz\n  order by id limit $7::int) e" }, ["accountId","webhookId","fromId","untilId","states","since","most"], r => ({ count: Number(r[0]!), lastId: r[1] == null ? null : Number(r[1]!) } as { count: number; lastId: number | null }))

export const pauseWebhook = count<{ note: string; accountId: number; webhookId: number }>({ name: 'webhooks.pauseWebhook', again: true, text: "update webhooks set state = 'paused', note = $1 where account_id = $2 and id = $3" }, ["note","accountId","webhookId"])

/** Resets the failures and the circuit breaker. */
export const resumeWebhook = count<{ accountId: number; webhookId: number }>({ name: 'webhooks.resumeWebhook', again: true, text: "update webhooks set state = 'active', note = null, failures = 0, failing_since = null,\n  held_until = null where account_id = $1 and id = $2" }, ["accountId","webhookId"])

export const removeWebhook = count<{ accountId: number; webhookId: number }>({ name: 'webhooks.removeWebhook', again: false, text: "delete from webhooks where account_id = $1 and id = $2" }, ["accountId","webhookId"])

export const removeKeys = count<{ accountId: number; webhookId: number }>({ name: 'webhooks.removeKeys', again: false, text: "delete from webhook_keys where account_id = $1 and webhook_id = $2" }, ["accountId","webhookId"])

/** Deletes details and answers that might name an erased subscriber. Addresses are not stored: they
 * are looked up at delivery. */
export const eraseEventDetails = count<{ accountId: number; subscriberIds: number[] }>({ name: 'webhooks.eraseEventDetails', again: false, deadline: 'long', text: "update webhook_events set details = null, answer = null\nwhere account_id = $1 and subscriber_id = any ($2::bigint[])\n  and (details is not null or answer is not null)" }, ["accountId","subscriberIds"])

export const eraseBundleDetails = count<{ accountId: number; subscriberIds: number[] }>({ name: 'webhooks.eraseBundleDetails', again: false, deadline: 'long', text: "update event_bundles set details = null where account_id = $1\n  and ids && $2::bigint[] and details is not null" }, ["accountId","subscriberIds"])
