/**
 * The store baseline: pgbench with as many clients, one transaction each, on the same server
 * through its socket.
 */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { OUT } from './driving.ts'
import type { Fixture } from './fixture.ts'
import { isSmoke, sized } from './smoke.ts'
import { insertStatement } from './statements.ts'

/** Debian installs it beside the server programs, outside PATH. */
export function findPgbench(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : []
  const places = [
    ...versions.map(version => `${debian}/${version}/bin`),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return places.map(folder => `${folder}/pgbench`).find(existsSync)
}

/** For the `skip` of a test. */
export const noPgbench =
  findPgbench() === undefined &&
  'pgbench is not installed (apt-get install postgresql-15): no baseline'

const CAST: Record<string, string> = {
  accountId: 'bigint',
  listId: 'int',
  id: 'bigint',
  fields: 'text[]',
}

/**
 * Each client has its own counter; addresses are scattered over the index, like those of the load.
 */
const NEW_ADDRESS =
  '\\set i :i + 1\n\\set id :base + :client_id * 1000000 + :i\n\\set n random(1000000000, ' +
  '4294967295)\n'
const VALUES: Record<string, string> = {
  email: "(:n::text || '.' || :run::text || '@example.com')",
  emailKey: "(:n::text || '.' || :run::text || '@example.com')",
  id: ':id::bigint',
  keepFormat: 'false',
}
const value = (name: string): string =>
  VALUES[name] ?? `:${name.toLowerCase()}::${CAST[name] ?? 'text'}`

/** The statement that the service sends for a single insert. */
function asOneStatement(): string {
  const { text, names } = insertStatement()
  return `${NEW_ADDRESS}${text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, at) => value(names[Number(at) - 1]!))};\n`
}

/** The same as a program would write it, with one statement per step. */
function asTransaction(): string {
  const columns = [
    'accountId',
    'id',
    'email',
    'emailKey',
    'name',
    'format',
    'countryCode',
    'phone',
    'fields',
  ]
  const keep = (column: string, nothing = "''") =>
    `${column} = case when known.opted_out_at is null and excluded.${column} <> ${nothing} ` +
    `then excluded.${column} else known.${column} end`
  const kept = [
    keep('name'),
    keep('format'),
    keep('country_code'),
    keep('phone'),
    'updated_at = excluded.updated_at',
  ].join(', ')
  const insert =
    'insert into subscribers as known (account_id, id, email, email_key, name, format, ' +
    `country_code, phone, fields) values (${columns.map(value).join(', ')}) on ` +
    `conflict (account_id, email_key) do update set ${kept} returning id as saved, ` +
    'opted_out_at is not null as opted'
  return `${NEW_ADDRESS}begin;
select greatest(now(), settled_until) as moment from lists where account_id = \
${value('accountId')} and id = ${value('listId')} for key share \\gset
${insert} \\gset
insert into subscriptions as s (account_id, subscriber_id, list_id, \
subscribed_at) select ${value('accountId')}, :saved::bigint, \
${value('listId')}, :moment::timestamptz where not :opted::boolean on conflict (account_id, \
subscriber_id, list_id) do update set subscribed_at = excluded.subscribed_at, unsubscribed_at = null, unsubscribe_source = null where s.unsubscribed_at is not null;
commit;
`
}

const SCRIPTS = { statement: asOneStatement, transaction: asTransaction }

export interface Rate {
  perSecond: number
  /** Mean, in milliseconds. */
  latency: number
}

let serial = 0

export async function pgbench(
  program: string,
  { connection, people }: Fixture,
  script: keyof typeof SCRIPTS,
  clients: number,
  seconds: number,
): Promise<Rate> {
  const file = `${OUT}${script}.pgbench.sql`
  writeFileSync(file, SCRIPTS[script]())
  const variables = {
    i: 0,
    base: 1_000_000_000 * ++serial,
    run: `p${serial}${Date.now().toString(36)}`,
    accountid: people.accountId,
    listid: people.emptyList,
    name: 'Ada Lovelace 1815',
    format: 'html',
    countrycode: 'GB',
    phone: '+44701234567',
    fields: '{}',
    keyhash: 'nobody-was-erased-so-any-text-of-that-length',
  }
  const given = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  // In a smoke run two clients do two transactions each, however long they take.
  const length = isSmoke ? ['-t', '2'] : ['-T', String(seconds)]
  const { stdout } = await promisify(execFile)(
    program,
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(sized(clients, 2)),
      '-j',
      '2',
      ...length,
      '-f',
      file,
      ...given,
    ],
    {
      env: {
        ...process.env,
        // A /proc/self path must name this process.
        PGHOST: connection.host.replace('/proc/self/', `/proc/${process.pid}/`),
        PGPORT: String(connection.port),
        PGUSER: connection.user,
        PGPASSWORD: connection.password,
        PGDATABASE: connection.database,
      },
    },
  )
  const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1]
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (failed !== '0' || !(perSecond > 0)) throw new Error(`pgbench failed:\n${stdout}`)
  return { perSecond, latency: Number(/latency average = ([\d.]+)/.exec(stdout)?.[1]) }
}
