// Written by scripts/sql-types.ts from unknown-addresses.sql; npm run sql writes it again.
import { count, many } from '../../db/query.ts'

/** In the order of addresses, with keyset pagination; each with its first bounce. */
export const undeliverableAddresses = many<{ accountId: number; after: string; most: number }, { key: string; email: string; since: string; reason: string }>({ name: 'unknown-addresses.undeliverableAddresses', again: true, text: "select distinct on (lower(b.email)) lower(b.email) as \"key!\", b.email, b.received_at as since,\n  b.class || coalesce(': ' || coalesce(b.reply, b.status), '') as \"reason!\"\nfrom bounces b\nwhere b.account_id = $1 and lower(b.email) > $2 and b.kind = 'hard' and b.counts\n  and b.subscriber_id is null and b.source_kind > 1\n  and b.email <> 'erased@erased.invalid'\norder by lower(b.email), b.received_at, b.id limit $3::int" }, ["accountId","after","most"], r => ({ key: r[0]!, email: r[1]!, since: r[2]!, reason: r[3]! } as { key: string; email: string; since: string; reason: string }))

export const forgiveAddress = count<{ accountId: number; emailKey: string }>({ name: 'unknown-addresses.forgiveAddress', again: false, text: "update bounces set counts = false\nwhere account_id = $1 and lower(email) = $2 and kind = 'hard' and counts\n  and subscriber_id is null" }, ["accountId","emailKey"])
