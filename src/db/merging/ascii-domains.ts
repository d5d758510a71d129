/**
 * Gives rows the keys of their addresses with the domain in its ASCII form, which SQL can't make. A
 * part of migration 0014 and of its transaction: what is interrupted begins anew.
 */
import type pg from 'pg'
import { emailKey } from '../../lib/email-address.ts'
import { mergeSubscribers } from './merge-subscribers.ts'

/** Rows read at a time. */
const PART = 1000

interface KeyedRow {
  accountId: string
  id: string
  address: string
}

export async function keyDomainsInAscii(client: pg.ClientBase): Promise<void> {
  for await (const row of internationalRows(client, 'subscribers', 'email_key'))
    await keySubscriber(client, row)
  for await (const row of internationalRows(client, 'opt_outs', 'email_key'))
    await keyOptOut(client, row)
  for await (const { accountId, id, address } of internationalRows(
    client,
    'transactions',
    'email_key',
  ))
    await client.query('update transactions set email_key = $3 where account_id = $1 and id = $2', [
      ...[accountId, id, emailKey(address)],
    ])
  for await (const { accountId, id, address } of internationalRows(client, 'bounces', 'email'))
    await client.query('update bounces set email_key = $3 where account_id = $1 and id = $2', [
      ...[accountId, id, emailKey(address)],
    ])
}

/** The rows whose address may have another key: letters beyond ASCII, or an encoded label. */
async function* internationalRows(
  client: pg.ClientBase,
  table: 'subscribers' | 'opt_outs' | 'transactions' | 'bounces',
  column: 'email' | 'email_key',
): AsyncGenerator<KeyedRow> {
  for (let after: [string, string] = ['-1', '-1']; ; ) {
    const { rows } = await client.query<KeyedRow>(
      `select account_id::text as "accountId", id::text, ${column} as address from ${table}
       where (account_id, id) > ($1::bigint, $2::bigint)
         and (octet_length(${column}) > char_length(${column}) or ${column} ilike '%xn--%')
       order by account_id, id limit ${PART}`,
      after,
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PART) return
    after = [last.accountId, last.id]
  }
}

/** The id of the row that has a key. */
async function holderOf(
  client: pg.ClientBase,
  table: 'subscribers' | 'opt_outs',
  accountId: string,
  key: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `select id::text from ${table} where account_id = $1 and email_key = $2`,
    [accountId, key],
  )
  return rows[0]?.id
}

async function keySubscriber(
  client: pg.ClientBase,
  { accountId, id, address }: KeyedRow,
): Promise<void> {
  const key = emailKey(address)
  if (key === address) return
  const holder = await holderOf(client, 'subscribers', accountId, key)
  const [kept, merged] = Number(holder ?? id) < Number(id) ? [holder!, id] : [id, holder]
  if (merged !== undefined) await mergeSubscribers(client, accountId, kept, merged)
  await client.query('update subscribers set email_key = $3 where account_id = $1 and id = $2', [
    ...[accountId, kept, key],
  ])
}

/** Of two records of one address the older is kept: it says since when nothing may be sent. */
async function keyOptOut(
  client: pg.ClientBase,
  { accountId, id, address }: KeyedRow,
): Promise<void> {
  const key = emailKey(address)
  const holder = await holderOf(client, 'opt_outs', accountId, key)
  const { rows } = await client.query<{ id: string }>(
    `delete from opt_outs o where o.account_id = $1 and o.id = any ($2::bigint[])
       and exists (select 1 from opt_outs k where k.account_id = $1 and k.id = any ($2::bigint[])
         and (k.created_at, k.id) < (o.created_at, o.id))
     returning o.id::text`,
    [accountId, [id, holder ?? id]],
  )
  const kept = rows[0]?.id === id ? holder : id
  await client.query(
    `update opt_outs set email_key = $3, subscriber_id = coalesce((
       select s.id from subscribers s where s.account_id = $1 and s.email_key = $3), subscriber_id)
     where account_id = $1 and id = $2`,
    [accountId, kept, key],
  )
}
