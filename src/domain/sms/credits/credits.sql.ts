// Written by scripts/sql-types.ts from credits.sql; npm run sql writes it again.
import { count, many, maybe, one } from '../../../db/query.ts'

/** Every change of the balance, and every hold or release of a message, locks this row first, before
 * any other row of a message. */
export const lockCredits = maybe<{ accountId: number }, { balance: string }>({ name: 'credits.lockCredits', again: false, text: "select trim_scale(balance) as \"balance!\" from credit_balances where account_id = $1\n  for update" }, ["accountId"], r => ({ balance: r[0]! } as { balance: string }))

export const beginCredits = count<{ accountId: number }>({ name: 'credits.beginCredits', again: true, text: "insert into credit_balances (account_id) values ($1) on conflict (account_id) do nothing" }, ["accountId"])

export const findBalance = maybe<{ accountId: number }, { balance: string }>({ name: 'credits.findBalance', again: true, text: "select trim_scale(balance) as \"balance!\" from credit_balances where account_id = $1" }, ["accountId"], r => ({ balance: r[0]! } as { balance: string }))

/** Under the lock of the balance, which it updates. */
export const addEntry = one<{ kind: string; amount: string; messageId: number | null; note: string; accountId: number }, { balance: string }>({ name: 'credits.addEntry', again: false, text: "with entry as (\n  insert into credit_entries as n (account_id, id, kind, balance_before, amount, balance,\n    previous_id, message_id, note)\n  select b.account_id, coalesce(b.entry_id, 0) + 1, $1, b.balance, $2::text::numeric,\n    b.balance + $2::text::numeric, b.entry_id,\n    $3::bigint, $4\n  from credit_balances b where b.account_id = $5\n  returning n.id, n.balance)\nupdate credit_balances b set entry_id = entry.id, balance = entry.balance from entry\n  where b.account_id = $5\nreturning trim_scale(b.balance) as \"balance!\"" }, ["kind","amount","messageId","note","accountId"], r => ({ balance: r[0]! } as { balance: string }))

export const takeHeldPlace = one<{ accountId: number }, { place: number }>({ name: 'credits.takeHeldPlace', again: false, text: "update credit_balances set holds = holds + 1 where account_id = $1 returning holds as place" }, ["accountId"], r => ({ place: Number(r[0]!) } as { place: number }))

/** The newest first, by keyset pagination. */
export const creditEntries = many<{ accountId: number; beforeId: number; most: number }, { id: number; kind: string; amount: string; balance: string; messageId: number | null; note: string; created: string }>({ name: 'credits.creditEntries', again: true, text: "select id, kind, trim_scale(amount) as \"amount!\", trim_scale(balance) as \"balance!\", message_id,\n  note, created_at as created\nfrom credit_entries where account_id = $1 and id < $2::bigint\n  order by id desc limit $3::int" }, ["accountId","beforeId","most"], r => ({ id: Number(r[0]!), kind: r[1]!, amount: r[2]!, balance: r[3]!, messageId: r[4] == null ? null : Number(r[4]!), note: r[5]!, created: r[6]! } as { id: number; kind: string; amount: string; balance: string; messageId: number | null; note: string; created: string }))

/** The first held message, under the lock of the balance. */
export const nextHeld = maybe<{ accountId: number }, { id: number; cost: string }>({ name: 'credits.nextHeld', again: false, text: "select id, trim_scale(cost) as \"cost!\" from sms_messages where account_id = $1\n  and state = 'held' order by held_place limit 1 for update" }, ["accountId"], r => ({ id: Number(r[0]!), cost: r[1]! } as { id: number; cost: string }))

export const releaseMessage = count<{ accountId: number; messageId: number }>({ name: 'credits.releaseMessage', again: false, text: "update sms_messages set state = 'sending', released_at = now() where account_id = $1\n  and id = $2" }, ["accountId","messageId"])
