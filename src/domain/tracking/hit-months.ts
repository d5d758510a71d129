/**
 * Monthly partitions (UTC) of the table of hits: created ahead, and dropped after the retention
 * period. Hits without a partition go to the default partition, and move when theirs is created.
 */
import type { Store } from '../../db/db.ts'
import { SOURCE } from '../../lib/source-kind.ts'

/** Months created ahead, besides the current one. */
const AHEAD = 3
/**
 * Creating a partition blocks writers of hits, so its lock timeout is short; it is retried later.
 */
const PATIENCE = '5s'

type Client = Parameters<Parameters<Store['withClient']>[0]>[0]

const COLUMNS =
  'account_id, source_kind, source_id, kind, at, id, delivery_id, link, verdict, reason, ' +
  'agent, network'

/** The first moment of a month, counted in months since the year 0. */
const startOf = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01 ` +
  '00:00:00+00'
const monthOf = (moment: Date): number => moment.getUTCFullYear() * 12 + moment.getUTCMonth()
const nameOf = (month: number): string => `hits_${startOf(month).slice(0, 7).replace('-', '_')}`

/**
 * Creates the missing partitions: months ahead, and months of hits in the default partition.
 * Returns their names.
 */
export async function makeHitMonths(store: Store, now = new Date()): Promise<string[]> {
  return store.withClient(async client => {
    const made: string[] = []
    const first = monthOf(now)
    const wanted = new Set(Array.from({ length: AHEAD + 1 }, (_, n) => first + n))
    const { rows } = await client.query<{ month: Date }>(
      "select distinct date_trunc('month', at, 'UTC') as month from hits_default order by 1 " +
        'limit 100',
    )
    for (const { month } of rows) wanted.add(monthOf(month))
    const there = new Set(await parts(client))
    for (const month of [...wanted].sort((a, b) => a - b))
      if (!there.has(nameOf(month)) && (await makeMonth(client, month))) made.push(nameOf(month))
    return made
  }, 'long')
}

async function makeMonth(client: Client, month: number): Promise<boolean> {
  const name = nameOf(month)
  const [from, until] = [startOf(month), startOf(month + 1)]
  return inTransaction(client, async () => {
    // Serializes creators, and keeps hits out of the default partition meanwhile. It changes
    // nothing: on a cluster `lock table` locks no shard, to which hits are written directly.
    await client.query('alter table hits_default alter column at set not null')
    if ((await parts(client)).includes(name)) return false
    await client.query(`create table ${name} (like hits including defaults including constraints)`)
    await client.query(
      `with moved as (delete from hits_default where at >= \
'${from}' and at < '${until}' returning ${COLUMNS})
       insert into ${name} (${COLUMNS}) select ${COLUMNS} from moved`,
    )
    await client.query(
      `alter table hits attach partition ${name} for values from ('${from}') to ('${until}')`,
    )
    return true
  })
}

/** Hits of each kind of a sending, by time, whose mail programs reports tell. */
export const MOST_PROGRAM_HITS = 50_000

/**
 * Drops partitions older than the retention period, and counts the mail programs of their hits in
 * the same transaction, so that a report reads as before. Returns their names.
 */
export async function dropOldHits(
  store: Store,
  keepMonths: number,
  now = new Date(),
): Promise<string[]> {
  return store.withClient(async client => {
    const first = monthOf(now) - keepMonths
    const old = (await parts(client)).filter(name => name < nameOf(first))
    const dropped: string[] = []
    for (const name of old)
      if (await inTransaction(client, () => dropMonth(client, name))) dropped.push(name)
    const before = `at < '${startOf(first)}'`
    await inTransaction(client, async () => {
      await oneAtATime(client)
      await countPrograms(client, 'hits_default', before)
      await client.query(`delete from hits_default where ${before}`)
      return true
    })
    return dropped
  }, 'long')
}

/** False: another process has dropped it. */
async function dropMonth(client: Client, name: string): Promise<boolean> {
  await oneAtATime(client)
  if (!(await parts(client)).includes(name)) return false
  await countPrograms(client, name, 'true')
  await client.query(`drop table ${name}`)
  return true
}

/** Reports go on reading. On a cluster it keeps out only who comes by the same node. */
async function oneAtATime(client: Client): Promise<void> {
  await client.query("set local citus.multi_shard_modify_mode to 'sequential'")
  await client.query('lock table hit_programs in share row exclusive mode')
}

/** Of the first hits of each sending, as many as are not counted yet: the oldest go first. */
async function countPrograms(client: Client, table: string, where: string): Promise<void> {
  await client.query(
    `insert into hit_programs as p (account_id, source_kind, source_id, kind, agent, times)
     select g.account_id, g.source_kind, g.source_id, g.kind, g.agent, count(*)
     from (
       select account_id, source_kind, source_id, kind, agent, row_number() over (
         partition by account_id, source_kind, source_id, kind order by at, id) as place
       from ${table} where ${where} and source_kind = ${SOURCE.sending}
         and verdict in ('person', 'image proxy')) g
     left join (
       select account_id, source_kind, source_id, kind, sum(times) as times from hit_programs
       group by 1, 2, 3, 4) k using (account_id, source_kind, source_id, kind)
     where g.place + coalesce(k.times, 0) <= ${MOST_PROGRAM_HITS}
     group by 1, 2, 3, 4, 5
     on conflict (account_id, source_kind, source_id, kind, agent)
       do update set times = p.times + excluded.times`,
  )
}

async function parts(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'hits'::regclass and c.relname ~ '^hits_\\d{4}_\\d{2}$' order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function inTransaction(client: Client, work: () => Promise<boolean>): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${PATIENCE}'`)
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
