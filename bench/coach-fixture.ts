/**
 * A month of sendings to many, as the findings on deliverability read them: the ledger, its counts,
 * the days of providers, complaints, imports, and DMARC reports.
 */
import { storeDkimKeys } from '../src/domain/dkim/manage-dkim-keys.ts'
import { makeList } from '../src/domain/lists/add-list.ts'
import { OTHER, providerNames } from '../src/domain/routes/providers.ts'
import { createSealer } from '../src/lib/secrets.ts'
import { withoutIndexes } from './email-search-fixture.ts'
import { execute } from './fixture.ts'
import { type Bench, SECRET } from './own-database.ts'
import { sized } from './smoke.ts'

/** Counted up when what is made here changes: then the kept database is made anew. */
export const SHAPE = 1
const DAYS = 30
const LISTS = 20
const SENDINGS = sized(200, 4)
const DOMAINS = sized(20, 2)
/** A day, of each domain. */
const REPORTERS = 25
/** One of so many emails was reported as spam. */
const COMPLAINED = 2_000

/** `emails`: of all sendings together. The newest is under way, and not counted yet. */
export async function fillMonth(bench: Bench, emails: number): Promise<void> {
  const { store, accountId: account } = bench
  const each = Math.max(1, Math.floor(emails / SENDINGS))
  for (let n = 2; n <= LISTS; n++)
    await makeList(store, account, {
      name: `List ${n}`,
      fromName: 'S',
      fromEmail: `s@shop${n}.example`,
      description: '',
      characterSet: '',
    })
  const at = `now() - (${SENDINGS} - n) * interval '${Math.floor((DAYS * 86_400) / SENDINGS) - 60} s'`
  const message = `jsonb_build_object('name', 'News ' || n, 'listName', 'List ' || 1 + n % ${LISTS})`
  const state = `case when d % 97 = 0 then 'bounced' when d % 1009 = 0 then 'failed' else 'accepted' end`
  await withoutIndexes(
    store,
    ['deliveries'],
    [
      `insert into deliveries (account_id, source_kind, source_id, id, email, state, attempts, \
route_id, reply, changed_at)
       select ${account}, 1, n, d, 'person.' || d || '@firma' || d % 300 || '.test',
         (${state})::delivery_state, 1, 0, '250 2.0.0 Ok: queued as 4bX' || d, ${at}
       from generate_series(1, ${SENDINGS}) n, generate_series(1, ${each}) d`,
    ],
  )
  const names = `array['${[...providerNames(), OTHER].join("', '")}']`
  await execute(
    store,
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at, \
planned_at, planned, candidates, left_out, created_at, finished_at)
     select ${account}, n, 1, 1 + n % ${LISTS}, ${message},
       case when n = ${SENDINGS} then 'sending' else 'finished' end, ${at}, ${at}, ${each},
       ${each}, '{}', ${at}, case when n < ${SENDINGS} then ${at} end
     from generate_series(1, ${SENDINGS}) n`,
    `insert into sending_counts (account_id, sending_id, counted_at)
     select ${account}, n, now() from generate_series(1, ${SENDINGS - 1}) n`,
    `insert into sending_outcomes (account_id, sending_id, place, state, route_id, provider, \
emails, uncertain, opened, clicked)
     select ${account}, n, row_number() over (partition by n), state, 0, provider,
       ${each} / 20, 0, 0, 0
     from generate_series(1, ${SENDINGS - 1}) n,
       unnest(array['accepted', 'bounced', 'failed']) state, unnest(${names}) provider`,
    `insert into bounces (account_id, id, source_kind, source_id, delivery_id, route_id, email, \
kind, class, rule, identity, received_at)
     select ${account}, i, 1, 1 + i % ${SENDINGS}, 1 + i % ${each}, 0, '', 'complaint', 'x', 'x', \
'x', now() from generate_series(1, ${Math.max(1, Math.floor(emails / COMPLAINED))}) i`,
    `insert into provider_days (account_id, day, provider, outcome, route_id, reply, part, messages)
     select ${account}, current_date - day, provider, outcome, 0, outcome || reply, part,
       case outcome when 'accepted' then 4000 when 'complained' then 1 else 20 end
     from generate_series(0, 399) day, unnest(${names}) provider,
       unnest(array['accepted', 'deferred', 'blocked', 'refused', 'returned', 'complained']) outcome,
       generate_series(1, 3) reply, generate_series(0, 1) part`,
    `insert into imports (account_id, id, list_id, state, options, finished_at, subscribed)
     select ${account}, n, 1 + n % ${LISTS}, 2, '{}', now(), 1000 + n
     from generate_series(1, 1000) n`,
    `insert into receiver_reports (account_id, digest, kind, reporter, report_id, domain, \
begin_at, end_at, results, policy, emails, passed)
     select 0, sha256(convert_to(day || ' ' || domain || ' ' || by, 'UTF8')), 'dmarc',
       'receiver' || by || '.test', day::text, 'shop' || domain || '.example',
       now() - (day + 1) * interval '1 day', now() - day * interval '1 day', '[]', 'none', 1000, 997
     from generate_series(0, 89) day, generate_series(1, ${DOMAINS}) domain,
       generate_series(1, ${REPORTERS}) by`,
  )
  const sealer = createSealer(SECRET)
  const keys = Array.from({ length: DOMAINS }, (_, n) => ({
    domain: `shop${n + 1}.example`,
    selector: 'pp1',
    algorithm: 'ed25519' as const,
    privateKey: 'of no use',
    record: 'v=DKIM1; k=ed25519; p=x',
  }))
  await storeDkimKeys(store, sealer, account, keys)
  await execute(store, 'vacuum analyze', 'checkpoint')
}
