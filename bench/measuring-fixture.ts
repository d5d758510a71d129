/**
 * Two accounts alike: in the one everybody is measured, in the other a third has agreed, a third
 * declined, and of the rest hits are counted in total. A sending to all of them went out.
 */
import { addAccount } from '../src/domain/accounts/add-account.ts'
import { makeList } from '../src/domain/lists/add-list.ts'
import { execute, PASSWORD } from './fixture.ts'
import type { Bench } from './own-database.ts'
import { sized } from './smoke.ts'

export const PEOPLE = sized(200_000, 300)
export const SENT = 1

export interface MeasuredAccount {
  name: 'everybody' | 'a mix'
  accountId: number
  listId: number
}

export async function fillMeasuring(bench: Bench): Promise<MeasuredAccount[]> {
  const { store, accountId, listId } = bench
  const list = { name: 'All', fromName: 'S', fromEmail: 's@example.test' }
  const other = (await addAccount(store, { username: 'mixed', password: PASSWORD }))!.id
  const otherList = await makeList(store, other, { ...list, description: '', characterSet: '' })
  const accounts: MeasuredAccount[] = [
    { name: 'everybody', accountId, listId },
    { name: 'a mix', accountId: other, listId: otherList },
  ]
  for (const of of accounts) await fill(bench, of)
  await execute(
    store,
    `update tenants set unasked_opens = 'total', unasked_clicks = 'total', measuring_checked = true
     where account_id = ${other}`,
    'vacuum analyze',
    'checkpoint',
  )
  return accounts
}

/** Both in the same order on disk: nothing is changed after it was written. */
async function fill({ store }: Bench, { name, accountId, listId }: MeasuredAccount): Promise<void> {
  const isMix = name === 'a mix'
  const answered = isMix ? 'case when n % 3 < 2 then n % 3 = 0 end' : 'null::boolean'
  const unmeasured = isMix ? 'nullif(id % 3 > 0, false)' : 'null::boolean'
  await execute(
    store,
    `insert into subscribers (account_id, id, email, email_key, name, country_code, fields,
       opens_agreed, clicks_agreed)
     select ${accountId}, n, 'p' || n || '@example.test', 'p' || n || '@example.test', 'Anna',
       (array['46', '47', '45'])[n % 3 + 1],
       array(select 'value ' || f || ' of ' || n from generate_series(1, 10) f),
       ${answered}, ${answered}
     from generate_series(1, ${PEOPLE}) n`,
    `insert into subscriptions (account_id, subscriber_id, list_id)
     select account_id, id, ${listId} from subscribers where account_id = ${accountId} order by id`,
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at,
       planned_at, planned, candidates, left_out, created_at, finished_at)
     values (${accountId}, ${SENT}, 1, ${listId}, '{"name": "News"}', 'finished', now(), now(),
       ${PEOPLE}, ${PEOPLE}, '{}', now(), now())`,
    `insert into deliveries (account_id, source_kind, source_id, id, email, state, attempts,
       changed_at, opens_unmeasured, clicks_unmeasured)
     select account_id, 1, ${SENT}, id, email, 'accepted', 1, now(), ${unmeasured}, ${unmeasured}
     from subscribers where account_id = ${accountId} order by id`,
    `insert into engagements (account_id, source_kind, source_id, delivery_id, views, last_view_at,
       clicks, last_click_at)
     select account_id, 1, ${SENT}, id, 1, now(), id % 2, now()
     from subscribers where account_id = ${accountId} and id % 4 = 0
       ${isMix ? 'and id % 3 = 0' : ''} order by id`,
  )
}
