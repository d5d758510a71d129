/**
 * Writes <name>.sql.ts beside each <name>.sql of the domain: one typed function per named query.
 * The types come from PostgreSQL itself, asked to describe each query against the migrated schema.
 * `--check` fails when a file is stale.
 *
 * In a .sql file: `-- name: findList :maybe`, comment lines (they become the doc), the query. `:x`
 * is a value, `:x?` one that may be null. A column's alias ending in `!` is never null, one ending
 * in `?` may be, where PostgreSQL can't say. `again` after the kind promises that the query leaves
 * and answers the same when it is sent twice. `long` after that allows it the time of what goes
 * over all of a list. `replica` after that lets a standby answer it, as it may all `long` ones of
 * an account that change nothing. `node` after that: on a cluster it runs at the node of its
 * account (src/db/at-node/at-node.ts). `generic` after that has it planned each time, for any
 * account, or `custom` for its values, and `per-shard` answered shard by shard
 * (src/db/statement.ts). `:SOURCE.sending` and the other names of CONSTANTS become literals of the
 * query, `:PART.x` what stands under `-- part: x` (sql-parts.ts).
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import pg from 'pg'
import { temporaryDatabase } from '../test/support/database.ts'
import { parseQueries, type Query } from './sql-queries.ts'

interface Column {
  name: string
  oid: number
  nullable: boolean
}

/** Closed types of values and columns: by name, or by the name of a file and a column. */
const CLOSED: Record<string, [type: string, file: string]> = {
  sourceKind: ['SourceKind', 'src/lib/source-kind.ts'],
  'work.kind': ['WorkKind', 'src/domain/work/work-kinds.ts'],
  'due.kind': ['DueKind', 'src/domain/work/work-kinds.ts'],
}

const SCALARS: Record<number, [type: string, make: (cell: string) => string]> = {
  16: ['boolean', cell => `${cell} === 't'`],
  20: ['number', cell => `Number(${cell})`],
  21: ['number', cell => `Number(${cell})`],
  23: ['number', cell => `Number(${cell})`],
  25: ['string', cell => cell],
  1043: ['string', cell => cell],
  2950: ['string', cell => cell],
  1700: ['string', cell => cell],
  701: ['number', cell => `Number(${cell})`],
  1184: ['string', cell => cell],
  17: ['Buffer', cell => `Buffer.from(${cell}.slice(2), 'hex')`],
  114: ['unknown', cell => `JSON.parse(${cell})`],
  3802: ['unknown', cell => `JSON.parse(${cell})`],
}

const PARAMS: Record<number, string> = {
  ...Object.fromEntries(Object.entries(SCALARS).map(([oid, [type]]) => [oid, type])),
  1184: 'Date | string',
  1000: 'boolean[]',
  1016: 'number[]',
  1007: 'number[]',
  1005: 'number[]',
  1009: '(string | null)[]',
  2951: 'string[]',
  1001: 'Buffer[]',
  1185: '(Date | string)[]',
}

interface Described {
  name: string
  tableID: number
  columnID: number
  dataTypeID: number
}

/** The driver's connection, without its query types. */
interface Wire {
  parse(message: { text: string; name: string; types: number[] }): void
  describe(message: { type: 'S'; name: string }): void
  sync(): void
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void
  off(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void
}

/** Describes a query by the messages Parse and Describe. */
function describe(
  client: pg.Client,
  text: string,
): Promise<{ params: number[]; columns: Described[] }> {
  return new Promise((resolve, reject) => {
    const { connection } = client as unknown as { connection: Wire }
    let params: number[] = []
    let columns: Described[] = []
    const onParams = (message: { dataTypeIDs: number[] }) => {
      params = message.dataTypeIDs
    }
    connection.once('parameterDescription', onParams)
    client.query({
      submit: () => {
        connection.parse({ text, name: '', types: [] })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription: (message: { fields: Described[] }) => {
        columns = message.fields
      },
      handleError: (error: Error) => {
        connection.off('parameterDescription', onParams)
        reject(error)
      },
      handleReadyForQuery: () => resolve({ params, columns }),
    } as unknown as pg.Submittable)
  })
}

const camelCase = (name: string) =>
  name.replace(/_(\w)/g, (_, initial: string) => initial.toUpperCase())

async function columnsOf(client: pg.Client, fields: Described[]): Promise<Column[]> {
  const tables = [...new Set(fields.map(field => field.tableID).filter(id => id !== 0))]
  const { rows } = await client.query(
    'select attrelid::int, attnum::int, attnotnull from pg_attribute where attrelid = any ' +
      '($1::int[])',
    [tables],
  )
  const notNull = new Set(
    rows.filter(row => row.attnotnull).map(row => `${row.attrelid}.${row.attnum}`),
  )
  return fields.map(field => {
    const bare = field.name.replace(/[!?]$/, '')
    const nullable = field.name.endsWith('!')
      ? false
      : field.name.endsWith('?')
        ? true
        : !notNull.has(`${field.tableID}.${field.columnID}`)
    return { name: camelCase(bare), oid: field.dataTypeID, nullable }
  })
}

function scalar(oid: number, where: string) {
  const known = SCALARS[oid]
  if (!known)
    throw new Error(
      `${where}: no type of the program for the type with oid ${oid}; cast it, or add it to ` +
        'scripts/sql-types.ts',
    )
  return known
}

/** The import of the closed types used by a file's functions, if any. */
function importsOf(file: string, functions: string): string {
  const used = new Map<string, string[]>()
  for (const [type, from] of Object.values(CLOSED))
    if (new RegExp(`: ${type}\\b`).test(functions))
      used.set(from, [...(used.get(from) ?? []), type])
  const lines = [...used].map(
    ([from, types]) => `import type { ${types.join(', ')} } from '${pathFrom(file, from)}'\n`,
  )
  return lines.join('')
}

const pathFrom = (file: string, to: string): string =>
  relative(dirname(file), to).replace(/^(?!\.)/, './')

async function writeQuery(client: pg.Client, file: string, query: Query): Promise<string> {
  const where = `${file}: ${query.name}`
  const closed = (name: string): string | undefined =>
    (CLOSED[`${basename(file, '.sql')}.${name}`] ?? CLOSED[name])?.[0]
  const { params, columns: fields } = await describe(client, query.text).catch((cause: Error) => {
    throw new Error(`${where}: ${cause.message}`, { cause })
  })
  const columns = await columnsOf(client, fields)
  const given = query.names.map((name, i) => {
    const type = closed(name) ?? PARAMS[params[i]!]
    if (!type)
      throw new Error(`${where}: no type of the program for :${name} (oid ${params[i]}); cast it`)
    return `${name}: ${type}${query.nullable.has(name) ? ' | null' : ''}`
  })
  // A query without an account may still get one: it selects the server.
  if (!query.names.includes('accountId')) given.push('accountId?: number')
  const row = columns.map(
    ({ name, oid, nullable }) =>
      `${name}: ${closed(name) ?? scalar(oid, where)[0]}${nullable ? ' | null' : ''}`,
  )
  const cells = columns.map(({ name, oid, nullable }, i) => {
    const cell = `r[${i}]`
    const made = scalar(oid, where)[1](`${cell}!`)
    return (
      `${name}: ` +
      `${!nullable ? made : made === `${cell}!` ? cell : `${cell} == null ? null : ${made}`}`
    )
  })
  const doc = query.doc.length === 0 ? '' : `/** ${query.doc.join('\n * ')} */\n`
  const deadline = query.long ? "deadline: 'long', " : ''
  const replica = query.replica ? 'replica: true, ' : ''
  const node = query.node ? 'node: true, ' : ''
  const generic = query.generic ? 'generic: true, ' : ''
  const custom = query.custom ? 'custom: true, ' : ''
  const perShard = query.perShard ? 'perShard: true, ' : ''
  const statement =
    `{ name: '${preparedName(file, query)}', again: ${query.again}, ` +
    `${deadline}${replica}${node}${generic}${custom}${perShard}text: ${JSON.stringify(query.text)} }`
  const names = JSON.stringify(query.names)
  const rowType = `{ ${row.join('; ')} }`
  if (query.kind === 'count')
    return (
      `${doc}export const ${query.name} = count<{ ${given.join('; ')} }>(${statement}, ` +
      `${names})\n`
    )
  return (
    `${doc}export const ${query.name} = ${query.kind}<{ ${given.join('; ')} }, ` +
    `${rowType}>(${statement}, ${names}, r => ({ ${cells.join(', ')} } as ${rowType}))\n`
  )
}

const preparedName = (file: string, query: Query): string =>
  `${basename(file, '.sql')}.${query.name}`

/**
 * Refuses two queries of one name: a connection that has prepared the one would run it for the
 * other.
 */
function requireOwnNames(files: string[]): void {
  const places = new Map<string, string>()
  for (const file of files)
    for (const query of parseQueries(file)) {
      const name = preparedName(file, query)
      const other = places.get(name)
      if (other !== undefined) throw new Error(`${other} and ${file} both have a query ${name}`)
      places.set(name, file)
    }
}

async function main() {
  const check = process.argv.includes('--check')
  const files = globSync('src/**/*.sql', { exclude: ['src/db/{migrations,functions}/**'] }).sort()
  requireOwnNames(files)
  const { connection, drop } = await temporaryDatabase()
  const client = new pg.Client(connection)
  await client.connect()
  const stale: string[] = []
  try {
    for (const file of files) {
      const queries = parseQueries(file)
      const written: string[] = []
      for (const query of queries) written.push(await writeQuery(client, file, query))
      const kinds = [...new Set(queries.map(query => query.kind))].sort()
      const functions = written.join('\n')
      const text =
        `// Written by scripts/sql-types.ts from ${basename(file)}; npm run sql writes it ` +
        `again.\nimport { ${kinds.join(', ')} } from '${pathFrom(file, 'src/db/query.ts')}'\n` +
        `${importsOf(file, functions)}\n${functions}`
      const target = `${file}.ts`
      const old = readIfThere(target)
      if (old === text) continue
      if (check) stale.push(target)
      else writeFileSync(target, text)
    }
  } finally {
    await client.end()
    await drop()
  }
  if (stale.length > 0) {
    console.error(`Stale, run npm run sql: ${stale.join(', ')}`)
    process.exitCode = 1
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

await main()
