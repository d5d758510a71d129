/** A million subscribers on a list, two filters, and a sending to all of them, in the store. */
import { keepDefaultRoute } from '../src/domain/routes/routes.sql.ts'
import { execute } from './fixture.ts'
import type { Bench } from './own-database.ts'
import { sized } from './smoke.ts'

export const PEOPLE = sized(1_000_000, 500)
/** On the first list are all, on the second a tenth, on the third those of a measured sending. */
const LISTS = 3
export const SENT = 1

/** Two filters of what marketers ask for: a field, and what people did. */
export const FILTERS = ['DD2 = "Malmö" or DD2 = "Lund"', `not clicked sending ${SENT}`]

export async function fillWatch(
  { store, accountId: account }: Pick<Bench, 'store' | 'accountId'>,
  messages: number,
): Promise<void> {
  const towns = "(array['Malmö', 'Lund', 'Kiruna', 'Ystad'])[1 + n % 4]"
  const onList = (list: number, where: string) =>
    `insert into subscriptions (account_id, subscriber_id, list_id, subscribed_at)
     select account_id, id, ${list}, created_at from subscribers
     where account_id = ${account} and ${where} order by id`
  await execute(
    store,
    `insert into lists (account_id, id, name, from_name, from_email)
     select ${account}, n, 'List ' || n, 'Bench', 'bench@example.test'
     from generate_series(2, ${LISTS}) n`,
    `insert into subscribers (account_id, id, email, email_key, name, fields, opted_out_at)
     select ${account}, n, address, address, 'Anna Berg ' || n, array['a' || n, ${towns}],
       case when n % 100 = 0 then now() end
     from (select n, 'p' || n || '@' || (array['gmail.com', 'outlook.com', 'firm' || n % 999 ||
       '.test'])[1 + n % 3] as address from generate_series(1, ${PEOPLE}) n) person`,
    onList(1, 'true'),
    onList(2, 'id % 10 = 3'),
    // None at a large provider: those are sent to more slowly.
    onList(3, `id % 3 = 2 and id <= 3 * ${messages} and id % 100 > 0`),
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at, \
planned_at, planned, candidates, left_out, created_at, finished_at)
     values (${account}, ${SENT}, 1, 1, '{"name": "News", "subject": "News", "listName": "List", \
"listId": 1, "fromEmail": "bench@example.test"}', 'finished', now(), now(), ${PEOPLE}, \
${PEOPLE}, '{}', now(), now())`,
    `insert into deliveries (account_id, source_kind, source_id, id, email, state, attempts, \
route_id, reply, changed_at)
     select ${account}, 1, ${SENT}, id, email, case when id % 50 = 0 then 'bounced' else \
'accepted' end::delivery_state, 1, 1, case when id % 50 = 0 then '550 5.1.1 User unknown' else \
'250 2.0.0 Ok' end, now()
     from subscribers where account_id = ${account} order by id`,
    `insert into engagements (account_id, source_kind, source_id, delivery_id, views, last_view_at, \
clicks, last_click_at)
     select ${account}, 1, ${SENT}, id, 1, now(), id % 2, now()
     from subscribers where account_id = ${account} and id % 3 = 0 order by id`,
    `insert into counters (account_id, kind, next_id)
     values (${account}, 'subscriber', ${PEOPLE + 1}), (${account}, 'list', ${LISTS + 1}),
       (${account}, 'sending', ${SENT + 1})
     on conflict (account_id, kind) do update set next_id = excluded.next_id`,
    'vacuum analyze',
    'checkpoint',
  )
  await keepDefaultRoute(store, {})
}
