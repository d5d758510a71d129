/**
 * The known plans of each statement on a cluster: sharding-proof.txt, written on one by
 * `RECORD_CLUSTER=1 npm test -- --cluster`. A statement is known by a hash of its text, so a change
 * is seen without a cluster.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseQueries, type Query } from '../scripts/sql-queries.ts'
import { functionFiles } from '../src/db/functions.ts'

const root = resolve(import.meta.dirname, '..')
export const PROOF = join(import.meta.dirname, 'sharding-proof.txt')

/**
 * `whole`: on the node of the account. `steps`: in parts, through the coordinator. `all`: on all
 * nodes. `local`: on the coordinator. `refused`: not planned with values of no meaning. `body`: the
 * text of functions, created on each node.
 */
export type Way = 'whole' | 'steps' | 'all' | 'local' | 'refused' | 'body'

export interface Statement extends Pick<Query, 'text' | 'names'> {
  /** As in `deliveries.claimDeliveries`. */
  name: string
  hash: string
}

const hashOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 16)

export const statements: Statement[] = globSync('src/**/*.sql', {
  cwd: root,
  exclude: ['src/db/{migrations,functions}/**'],
})
  .sort()
  .flatMap(file =>
    parseQueries(join(root, file)).map(({ name, text, names }) => ({
      text,
      names,
      hash: hashOf(text),
      name: `${file.slice('src/'.length, -'.sql'.length)}.${name}`,
    })),
  )

/** The files of functions: a statement that calls one stays the same when it changes. */
export const bodies: Pick<Statement, 'name' | 'hash'>[] = functionFiles().map(({ file, hash }) => ({
  name: `db/functions/${file}`,
  hash: hash.slice(0, 16),
}))

export interface Proof {
  way: Way
  /** As in `13.2.2`. */
  citus: string
}

/** By name and hash. */
export function proofs(): Map<string, Proof> {
  const lines = readFileSync(PROOF, 'utf8').split('\n').filter(Boolean)
  return new Map(
    lines.map(line => {
      const [hash, citus, way, name] = line.split(/\s+/) as [string, string, Way, string]
      return [`${name} ${hash}`, { way, citus }]
    }),
  )
}

export const lineOf = (
  { name, hash }: Pick<Statement, 'name' | 'hash'>,
  { way, citus }: Proof,
): string => `${hash} ${citus} ${way.padEnd(7)} ${name}\n`
