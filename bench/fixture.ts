/**
 * The store that is measured on: an embedded one in a folder of its own, filled once by the store
 * itself and kept. It is made anew when the schema or this file's shape of it has changed.
 *
 * Account `bench` has 1,000,000 subscribers with 25 filled fields on one list, and an empty list
 * for inserts. Account `lists` has 200 lists of 5,000 out of 5,000 subscribers: 1,000,000
 * subscriptions.
 */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../src/db/db.ts'
import { type EmbeddedStore, openEmbedded } from '../src/db/embedded/embedded.ts'
import { migrate, migrations } from '../src/db/migrate.ts'
import { openStore } from '../src/db/open-store.ts'
import { addAccount } from '../src/domain/accounts/add-account.ts'
import { STORE, sized } from './smoke.ts'

export const PEOPLE = sized(1_000_000, 2_000)
export const LISTS = sized(200, 10)
const FIELDS = 25
export const PASSWORD = 'measured'

export interface Fixture {
  store: Store
  connection: EmbeddedStore['connection']
  dataDir: string
  /** The account of the large list. */
  people: { username: string; accountId: number; fullList: number; emptyList: number }
  /** The account of the many lists. */
  lists: { username: string; accountId: number }
  serverVersion: string
  close(): Promise<void>
}

const SHAPE = 3
const version = (): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        SHAPE,
        PEOPLE,
        LISTS,
        FIELDS,
        migrations().map(({ statements }) => statements),
      ]),
    )
    .digest('hex')
    .slice(0, 16)

export async function openFixture(dataDir: string, log: (line: string) => void): Promise<Fixture> {
  const embedded = await openEmbedded({ dataDir, log, ...STORE })
  const store = openStore({ connection: embedded.connection, connections: 4 })
  const close = async () => {
    await store.close()
    await embedded.release()
  }
  try {
    if (
      (await query(store, "select to_regclass('bench_fixture') is not null"))[0] !== true ||
      !(await isCurrent(store))
    ) {
      log('making the store to measure on: some minutes, once')
      await make(store, log)
    }
    // Applies functions whose text has changed.
    await migrate(store)
    const [peopleId, listsId] = (await query(
      store,
      'select people, lists from bench_fixture',
      true,
    )) as [number, number]
    const [serverVersion] = await query(store, "select current_setting('server_version')")
    const fixture: Fixture = {
      store,
      connection: embedded.connection,
      dataDir,
      people: { username: 'bench', accountId: peopleId, fullList: 1, emptyList: 2 },
      lists: { username: 'lists', accountId: listsId },
      serverVersion: String(serverVersion),
      close,
    }
    // Rows left by an interrupted run.
    const leftover =
      `select exists (select from subscribers where account_id = ${peopleId} and id > ` +
      `${PEOPLE})`
    if ((await query(store, leftover))[0] === true) await forgetInserts(fixture)
    return fixture
  } catch (error) {
    await close()
    throw error
  }
}

/** The cells of the first row. */
async function query(store: Store, text: string, numbers = false): Promise<unknown[]> {
  const { rows } = await store.withClient(client =>
    client.query<unknown[]>({ text, rowMode: 'array' }),
  )
  return (rows[0] ?? []).map(cell => (numbers ? Number(cell) : cell))
}

const isCurrent = async (store: Store): Promise<boolean> =>
  (await query(store, 'select version from bench_fixture'))[0] === version()

/** Scatters numbers over ten digits, as the load does with new addresses. */
const scattered = (number: string): string =>
  `lpad(((${number}::bigint * 2654435761) % 4294967296)::text, 10, '0')`

async function make(store: Store, log: (line: string) => void): Promise<void> {
  await execute(store, 'drop schema public cascade', 'create schema public')
  await migrate(store)
  const people = await addAccount(store, { username: 'bench', password: PASSWORD })
  const lists = await addAccount(store, { username: 'lists', password: PASSWORD })
  log('subscribers')
  await execute(
    store,
    `insert into lists (account_id, id, name, from_name, from_email)
     values (${people!.id}, 1, 'Everybody', 'Bench', 'bench@example.com'), \
(${people!.id}, 2, 'New', 'Bench', 'bench@example.com')`,
    // Values of 8 to 14 characters; one row in 50 has characters to escape, one in 5 letters beyond
    // ASCII.
    `insert into subscribers (account_id, id, email, email_key, name, country_code, phone, \
fields, created_at, updated_at)
     select ${people!.id}, n, address, address,
       case when n % 5 = 0 then 'Åsa Öberg ' else 'Ada Lovelace ' end || n, 'SE', \
'+46701' || lpad(n::text, 6, '0'), fields, moment, moment
     from (
       select n, ${scattered('n')} || '.person@example.com' as address, \
timestamptz '2024-01-01 00:00:00+01' + n * interval '17.031 s' as moment,
         (select array_agg(
            case when n % 50 = 0 and f = 7 then 'Ek & Son <' || substr(hash, f, \
3) || '>' else substr(hash, f, 8) || repeat('x', f % 7) end order by f)
          from generate_series(1, ${FIELDS}) f) as fields
       from (select n, md5(n::text) || md5((-n)::text) as hash from generate_series(1, \
${PEOPLE}) n) hashed) person`,
    `insert into subscriptions (account_id, subscriber_id, list_id, subscribed_at)
     select account_id, id, 1, created_at from subscribers where account_id = \
${people!.id} order by id`,
  )
  log('lists')
  const each = PEOPLE / LISTS
  await execute(
    store,
    `insert into lists (account_id, id, name, from_name, from_email)
     select ${lists!.id}, n, 'List number ' || n, 'Bench', \
'bench@example.com' from generate_series(1, ${LISTS}) n`,
    `insert into subscribers (account_id, id, email, email_key)
     select ${lists!.id}, n, address, address
     from (select n, ${scattered('n')} || '.member@example.com' as address from \
generate_series(1, ${each}) n) person`,
    `insert into subscriptions (account_id, subscriber_id, list_id, subscribed_at)
     select ${lists!.id}, subscriber, list, timestamptz '2024-01-01 00:00:00+01' + (list + \
subscriber * ${LISTS}) * interval '17.031 s'
     from generate_series(1, ${each}) subscriber, generate_series(1, \
${LISTS}) list order by subscriber, list`,
    `insert into counters (account_id, kind, next_id) values
     (${people!.id}, 'subscriber', ${PEOPLE + 1}), (${people!.id}, 'list', 3),
     (${lists!.id}, 'subscriber', ${each + 1}), (${lists!.id}, 'list', ${LISTS + 1})`,
  )
  log('vacuum')
  await execute(
    store,
    'vacuum analyze',
    `create table bench_fixture as select '${version()}' as version, ${people!.id}::bigint ` +
      `as people, ${lists!.id}::bigint as lists`,
    'checkpoint',
  )
}

/** Executes statements in order, each in its own transaction. */
export const execute = (store: Store, ...statements: string[]): Promise<void> =>
  store.withClient(async client => {
    for (const statement of statements) await client.query(statement)
  }, 'upkeep')

/** Number of committed transactions in the store, at most a second old. */
export async function commitsOf({ store }: Fixture): Promise<number> {
  await pause(1100)
  return (
    await query(
      store,
      'select xact_commit from pg_stat_database where datname = current_database()',
      true,
    )
  )[0] as number
}

/** Deletes rows that benches inserted. */
export async function forgetInserts({
  store,
  people: { accountId, emptyList },
}: Fixture): Promise<void> {
  const added = `account_id = ${accountId} and subscriber_id > ${PEOPLE}`
  await execute(
    store,
    `delete from subscriptions where ${added}`,
    `delete from subscribers where account_id = ${accountId} and id > ${PEOPLE}`,
    `delete from list_milestones where account_id = ${accountId} and list_id = ${emptyList}`,
    `delete from list_departures where account_id = ${accountId} and list_id = ${emptyList}`,
    'vacuum analyze subscribers, subscriptions',
  )
}
