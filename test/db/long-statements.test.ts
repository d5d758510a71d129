/**
 * Which statements may take longer than the usual deadline (src/db/deadlines.ts). One that goes
 * over a table that grows with an account says `long` in its .sql file, unless something bounds it:
 * the rows it is given, a limit, or the key of one row or of a few.
 */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parseQueries } from '../../scripts/sql-queries.ts'

const root = resolve(import.meta.dirname, '../..')

/** Tables with a row for each person, email, hit, event or line of a file. */
const GROWING = [
  'subscribers',
  'subscriptions',
  'opt_outs',
  'list_departures',
  'deliveries',
  'hits',
  'hit_arrivals',
  'hit_hours',
  'hit_suspicions',
  'engagements',
  'clicked_links',
  'conversions',
  'bounces',
  'inbound_messages',
  'transactions',
  'transaction_repeats',
  'transaction_rejects',
  'import_old_values',
  'import_rejects',
  'import_parts',
  'sms_deliveries',
  'sms_parts',
  'sms_replies',
  'sms_opt_outs',
  'sandbox_messages',
  'sandbox_sms',
  'webhook_events',
  'event_bundles',
  'trigger_entries',
  'trigger_passages',
  'trigger_values',
]
const OVER_GROWING = new RegExp(
  `\\b(?:from|join|update|using|,)\\s+(?:${GROWING.join('|')})\\b(?! *\\()`,
)

/**
 * Parameters are numbered by now: an array, a limit, a row's own key; the first entry of an index,
 * and one address.
 */
const BOUNDS = [
  /\bunnest\(/,
  /= any \(\$\d+::\w+\[\]\)/,
  /\blimit (?:\$\d+|\d+)/,
  /\b(?:id|subscriber_id|delivery_id|email_key|key_hash|number|key|digest|part|day) = \$\d+/,
  /(?<!not )\bexists \(/,
  /\bmin\((?:next_try_at|due)\)/,
  /\blower\(email\)\)? = \$\d+/,
]

const statements = globSync('src/**/*.sql', {
  cwd: root,
  exclude: ['src/db/{migrations,functions}/**'],
}).flatMap(file =>
  parseQueries(join(root, file)).map(query => ({
    ...query,
    where: `${file.replace('src/domain/', '')} ${query.name}`,
  })),
)

const usual = statements.filter(({ text, long }) => !long && OVER_GROWING.test(text))
const namesOf = (found: typeof statements) => found.map(({ where }) => where).sort()

test('a statement without a bound is marked long', () => {
  assert.ok(usual.length > 100)
  assert.deepEqual(namesOf(usual.filter(({ text }) => !BOUNDS.some(bound => bound.test(text)))), [])
})

test('so is a search for a few rows by what may be given or not', () => {
  const searches = usual.filter(
    ({ text }) => /\$\d+(?:::\w+)? is null or/.test(text) && /\blimit \$\d+/.test(text),
  )
  assert.deepEqual(namesOf(searches), [])
})
