/** How random people came onto their lists, and which emails they got, as the store has it. */
import type { Person } from './evaluate.ts'

export type Ask = (text: string, values: unknown[]) => Promise<unknown>

/** The tables that hold random people. */
export const KEPT = [
  'subscribers',
  'subscriptions',
  'bounces',
  'engagements',
  'clicked_links',
  'imports',
  'import_parts',
  'consent_proofs',
  'sendings',
  'trigger_messages',
  'deliveries',
]

/** Subscriptions are there: who was imported gets the time of a part of the import. */
export async function keepArrivals(
  ask: Ask,
  account: number,
  people: readonly Person[],
): Promise<void> {
  const rows = JSON.stringify(people)
  await ask(
    `insert into imports (account_id, id, list_id, options)
     select $1, l, l, '{}' from generate_series(1, 3) l`,
    [account],
  )
  await ask(
    `insert into import_parts (account_id, import_id, part, moment, subscribed_at, created, joined,
       met)
     select distinct on (s.list_id, s.subscribed_at) $1::bigint, s.list_id, s.subscriber_id,
       s.subscribed_at, s.subscribed_at, ''::bytea, ''::bytea, ''::bytea
     from subscriptions s join jsonb_to_recordset($2::jsonb) as p (id bigint, imported jsonb)
       on p.id = s.subscriber_id and p.imported @> to_jsonb(s.list_id)
     where s.account_id = $1`,
    [account, rows],
  )
  // Whoever came by a call has another time than all of the parts.
  await ask(
    `update subscriptions s set subscribed_at = s.subscribed_at - interval '1 millisecond'
     from jsonb_to_recordset($2::jsonb) as p (id bigint, imported jsonb)
     where s.account_id = $1 and p.id = s.subscriber_id and not p.imported @> to_jsonb(s.list_id)`,
    [account, rows],
  )
  await ask(
    `insert into consent_proofs (account_id, id, subscriber_id, email, form_id, form_name,
       words_version, language, shown, given, list_ids, signed_up_at, confirmed_at, network,
       confirmed_network, agent, page)
     select $1, row_number() over (), p.id, '', f.form, '', 1, 'en', '', '',
       array(select jsonb_array_elements_text(f.lists)::int), now(),
       now() - f."daysAgo" * interval '1 day', '', '', '', ''
     from jsonb_to_recordset($2::jsonb) as p (id bigint, "signedUp" jsonb),
       jsonb_to_recordset(p."signedUp") as f (form int, lists jsonb, "daysAgo" float8)`,
    [account, rows],
  )
  await ask(
    `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at,
       planned_at)
     select $1, n, n, 1, '{}', 'sending', now(), now() - interval '400 days'
     from generate_series(1, 2) n`,
    [account],
  )
  await ask(
    `insert into trigger_messages (account_id, id, trigger_id, step, newsletter_id, digest, round,
       list_id, message)
     select $1, n, 1, 'a', n, n::text, 1, 1, '{}' from generate_series(1, 2) n`,
    [account],
  )
  await ask(
    `insert into deliveries (account_id, source_kind, source_id, id, email, state, changed_at,
       opens_unmeasured, clicks_unmeasured)
     select $1, case g.kind when 'sending' then 1 else 2 end, g.source, p.id, '', g.state,
       now() - g."daysAgo" * interval '1 day',
       nullif((g.unmeasured->>'opens')::boolean, false),
       nullif((g.unmeasured->>'clicks')::boolean, false)
     from jsonb_to_recordset($2::jsonb) as p (id bigint, got jsonb),
       jsonb_to_recordset(p.got) as g (kind text, source bigint, state text, "daysAgo" float8,
         unmeasured jsonb)`,
    [account, rows],
  )
}
