/**
 * Which tables of a database are ours: those that the migrations create. Other programs may have
 * theirs in the same database. For backup, restore and checks of the store, which process all
 * tables.
 */
import type pg from 'pg'
import { functionFiles } from '../functions.ts'
import { type Migration, migrations } from '../migrate.ts'

export interface TableOfOurs {
  name: string
  columns: string[]
}

const TABLE = /^create (?:unlogged )?table (?:if not exists )?(\w+)/i
const RENAMED = /^alter table (?:if exists )?(\w+) rename to (\w+)/i
const DROPPED = /^drop table (?:if exists )?(\w+)/i
const FUNCTION = /^create (?:or replace )?function (\w+)/i
const DOMAIN = /^create domain (\w+)/i

/** The tables at a schema number, in order of creation, without schema_migrations. */
export function tableNames(schema: number): string[] {
  const names = new Set<string>()
  for (const statement of statementsUpTo(schema)) {
    const [, made] = TABLE.exec(statement) ?? []
    const [, before, after] = RENAMED.exec(statement) ?? []
    const dropped = DROPPED.exec(statement)?.[1] ?? before
    if (dropped !== undefined) names.delete(dropped)
    const name = made ?? after
    if (name !== undefined) names.add(name)
  }
  return [...names]
}

/**
 * The tables of a store at a schema number, with their writable columns; a table follows those it
 * references.
 */
export async function ourTables(client: pg.ClientBase, schema: number): Promise<TableOfOurs[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers: string[] }>(
    `select t.name,
       (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') \
as columns,
       (select coalesce(json_agg(r.relname), '[]') from pg_constraint f join pg_class r on r.oid \
= f.confrelid
        where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as refers
     from unnest($1::text[]) with ordinality as t (name, \
place) join pg_class c on c.oid = to_regclass(t.name)
     where c.relkind in ('r', 'p') and not c.relispartition
     order by t.place`,
    [tableNames(schema)],
  )
  const byName = new Map(rows.map(row => [row.name, row]))
  const ordered = new Map<string, TableOfOurs>()
  const add = (name: string, above: string[] = []): void => {
    const row = byName.get(name)
    if (!row || ordered.has(name) || above.includes(name)) return
    for (const other of row.refers) add(other, [...above, name])
    ordered.set(name, { name, columns: row.columns })
  }
  for (const { name } of rows) add(name)
  return [...ordered.values()]
}

/** The first of these tables that has a row, if any. */
export async function firstWithRows(
  client: pg.ClientBase,
  tables: TableOfOurs[],
): Promise<string | undefined> {
  for (const { name } of tables) {
    const { rows } = await client.query(`select exists (select 1 from ${name}) as filled`)
    if (rows[0].filled) return name
  }
  return undefined
}

/**
 * Drops all that the migrations up to a schema number have created, and the functions, in the
 * client's transaction.
 */
export async function dropOurTables(client: pg.ClientBase, schema: number): Promise<void> {
  for (const name of tableNames(schema)) await client.query(`drop table if exists ${name} cascade`)
  const made = [
    ...statementsUpTo(schema),
    ...functionFiles().flatMap(({ statements }) => statements),
  ]
  const functions = made.flatMap(statement => FUNCTION.exec(statement)?.[1] ?? [])
  for (const name of new Set(functions))
    await client.query(`drop function if exists ${name} cascade`)
  const domains = statementsUpTo(schema).flatMap(statement => DOMAIN.exec(statement)?.[1] ?? [])
  for (const name of domains) await client.query(`drop domain if exists ${name}`)
  await client.query('delete from schema_migrations')
  await client.query('delete from schema_functions')
}

const statementsUpTo = (schema: number): string[] =>
  migrations()
    .filter(({ number }: Migration) => number <= schema)
    .flatMap(({ statements }) => statements)
    .map(statement => statement.replace(/\s+/g, ' '))
