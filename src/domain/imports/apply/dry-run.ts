/** A dry run: reads and judges the file as an import does, and writes nothing. */
import { arrayLiteral } from '../../../db/array-literal.ts'
import type { Store } from '../../../db/db.ts'
import { FIELD_SEPARATOR } from '../../../lib/field-separator.ts'
import { FIRST_NAME, LAST_NAME } from '../../../lib/name-parts.ts'
import { fieldsOfAccount } from '../../demographics/demographics.sql.ts'
import type { ImportColumn } from '../../files/columns.ts'
import type { Misfits } from '../../files/form/read-as.ts'
import { type PersonRow, type RowBlock, readFile } from '../../files/read-file.ts'
import { judgeMany } from '../../measuring/answer-many.ts'
import { erasedAmong } from '../../opt-outs/erased.ts'
import type { ImportOptions } from '../queue-import.ts'
import type { ImportCounts } from '../running.ts'
import { knownPeople } from './apply.sql.ts'
import { rawOf } from './given.ts'
import { addRow, BATCH_ROWS, type Batch, newBatch } from './prepare.ts'
import { measuringOf } from './record-batch.ts'
import type { RejectReason } from './reject-reasons.ts'
import { type ImportVerdict, judgeKnown, type PersonValues, type StoredPerson } from './sort-out.ts'

/** The effect of a row. `joined`: a known person goes on the list, and nothing else changes. */
export const FATES = ['new', 'changed', 'joined', 'unchanged', 'repeated', 'rejected'] as const
export type Fate = (typeof FATES)[number]

export interface RowFate {
  line: number
  fate: Fate
  /** Why it would be rejected. */
  reason: RejectReason | undefined
  /** Of a rejected row as it stands in the file: '' */
  email: string
  raw: string
}

/** A parsed row of the file; `reason` if it would be rejected. */
export interface ShownRow
  extends Pick<
    PersonRow,
    'line' | 'email' | 'name' | 'format' | 'countryCode' | 'phone' | 'fields'
  > {
  reason: RejectReason | undefined
  fate: Fate | undefined
  raw: string
  /** Of a known person whose data it would change. */
  changes: ValueChange[]
}

/** A stored value that a row would replace. */
export interface ValueChange {
  /** As columns are named: name, format, country-code, phone, DD1 to DD100. */
  column: ImportColumn
  before: string
  after: string
}

export interface DryRun {
  read: number
  counts: ImportCounts
  /** The first rows of the file. */
  first: ShownRow[]
  /** Of the rows judged since the result before, in the order of the file. */
  fates: RowFate[]
}

const SHOWN = 20

/**
 * Yields the result so far after each block. Each row is judged by the present state of the store:
 * an address that the file repeats is counted as repeated only. Throws UnreadableFile.
 */
export async function* dryRun(
  db: Store,
  accountId: number,
  {
    listId,
    path,
    options,
    misfits,
  }: { listId: number; path: string; options: ImportOptions; misfits?: Misfits },
): AsyncGenerator<DryRun> {
  const names = options.mapNames ? await fieldsOfAccount(db, { accountId }) : []
  const fieldNames = new Map(names.map(({ name, number }) => [name.toLowerCase(), number]))
  const counts: ImportCounts = {
    inserted: 0,
    updated: 0,
    unchanged: 0,
    repeated: 0,
    subscribed: 0,
    rejected: 0,
    ignored: 0,
    rejectedBy: {},
  }
  const found: DryRun = { read: 0, counts, first: [], fates: [] }
  const seen = new Set<number>()
  let batch = newBatch()
  const judge = async () => {
    const judged = await judgeBatch(db, accountId, listId, batch, seen)
    for (const row of judged) countRow(counts, row)
    found.fates = judged
    if (found.first.some(({ fate }) => fate === undefined)) tellFirst(found.first, judged)
    batch = newBatch()
  }
  const reading = { ...options, dialect: options, fieldNames, ...(misfits && { misfits }) }
  for await (const block of readFile(path, reading)) {
    if (found.first.length < SHOWN)
      found.first.push(...shownRows(block).slice(0, SHOWN - found.first.length))
    found.read += block.read
    counts.ignored += block.ignored
    for (const row of block.rows) addRow(batch, row)
    for (const reject of block.rejected) batch.rejects.push(reject)
    batch.read += block.read
    if (batch.read < BATCH_ROWS) continue
    await judge()
    yield found
  }
  await judge()
  yield found
}

async function judgeBatch(
  db: Store,
  accountId: number,
  listId: number,
  batch: Batch,
  seen: Set<number>,
): Promise<JudgedRow[]> {
  const keys = [...batch.people.keys()]
  const erased = await erasedAmong(db, db, accountId, keys)
  // One literal: the driver would build the same text from an array more slowly.
  const emailKeys = arrayLiteral(keys) as unknown as string[]
  const known = new Map<string, StoredPerson>()
  for (const row of await knownPeople(db, { accountId, listId, emailKeys }))
    known.set(row.emailKey, row)
  const { refused } = await judgeMany(db, accountId, measuringOf(batch))
  const judged: JudgedRow[] = batch.rejects.map(one => ({
    ...one,
    fate: 'rejected',
    email: '',
    joins: false,
  }))
  for (const person of batch.people.values()) {
    const row = known.get(person.emailKey)
    const verdict = erased.has(person.emailKey)
      ? { refused: 'opted-out' as const }
      : declinedFor(refused.has(person.emailKey), row && judgeKnown(row, person))
    const { email } = person
    type Judgement = Pick<JudgedRow, 'fate' | 'reason' | 'joins' | 'changed'>
    const add = (rest: Judgement, at = rawOf(person)) => judged.push({ ...at, email, ...rest })
    const repeat = { fate: 'repeated', reason: undefined, joins: false } as const
    if (verdict && 'refused' in verdict) {
      const reject = { fate: 'rejected', reason: verdict.refused, joins: false } as const
      for (const at of [rawOf(person), ...person.repeats]) add(reject, at)
      continue
    }
    const number = numberOf(person.emailKey)
    if (seen.has(number)) add(repeat)
    else {
      const changed = row && verdict?.values && { before: row, after: verdict.values }
      const joins = !verdict || verdict.joins
      add({ fate: fateOf(verdict), reason: undefined, joins, changed })
    }
    seen.add(number)
    for (const at of person.repeats) add(repeat, at)
  }
  return judged.sort((one, other) => one.line - other.line)
}

/** Consent is reported before that the person declined to be measured. */
const declinedFor = (declined: boolean, verdict: ImportVerdict | undefined) =>
  declined && !(verdict && 'refused' in verdict)
    ? { refused: 'measuring-declined' as const }
    : verdict

interface JudgedRow extends RowFate {
  joins: boolean
  changed?: { before: PersonValues; after: PersonValues } | undefined
}

function fateOf(verdict: { values: unknown; joins: boolean } | undefined): Fate {
  if (!verdict) return 'new'
  if (verdict.values) return 'changed'
  return verdict.joins ? 'joined' : 'unchanged'
}

const COUNTED = {
  new: 'inserted',
  changed: 'updated',
  joined: 'unchanged',
  unchanged: 'unchanged',
  repeated: 'repeated',
  rejected: 'rejected',
} as const satisfies Record<Fate, keyof ImportCounts>

function countRow(counts: ImportCounts, { fate, reason, joins }: JudgedRow): void {
  counts[COUNTED[fate]]++
  if (joins) counts.subscribed++
  if (reason) counts.rejectedBy[reason] = (counts.rejectedBy[reason] ?? 0) + 1
}

/** The first batch holds all of the first rows. */
function tellFirst(first: ShownRow[], judged: JudgedRow[]): void {
  const byLine = new Map(judged.map(one => [one.line, one]))
  for (const row of first) {
    const { fate, reason, changed } = byLine.get(row.line) ?? {}
    const changes = changed ? changesBetween(changed.before, changed.after) : []
    Object.assign(row, { fate, reason: reason ?? row.reason, changes })
  }
}

function changesBetween(before: PersonValues, after: PersonValues): ValueChange[] {
  const [were, are] = [namedValues(before), namedValues(after)]
  return [...new Set([...were.keys(), ...are.keys()])]
    .map(column => ({ column, before: were.get(column) ?? '', after: are.get(column) ?? '' }))
    .filter(({ before, after }) => before !== after)
}

/** What a row says, as it would be stored, by the names of columns; of a rejected row nothing. */
export function readValues({ name, countryCode, phone, fields }: ShownRow): Record<string, string> {
  const own = fields.map((value, i): [string, string] => [columnOfField(i + 1), value ?? ''])
  const all = [['name', name], ['country-code', countryCode], ['phone', phone], ...own] as const
  return Object.fromEntries(all.filter(([, value]) => value !== ''))
}

const columnOfField = (number: number): ImportColumn =>
  number === FIRST_NAME ? 'first-name' : number === LAST_NAME ? 'last-name' : `DD${number}`

const namedValues = ({ name, format, countryCode, phone, fields }: PersonValues) =>
  new Map<ImportColumn, string>([
    ...([
      ['name', name],
      ['format', format],
      ['country-code', countryCode],
    ] as const),
    ['phone', phone],
    ...fields
      .split(FIELD_SEPARATOR)
      .map((value, i): [ImportColumn, string] => [columnOfField(i + 1), value]),
  ])

/**
 * A hash of 53 bits in place of the address: among ten million addresses the chance of a collision
 * is one in two hundred.
 */
function numberOf(key: string): number {
  let [high, low] = [0x811c9dc5, 0x9e3779b9]
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ (code + i), 0x85ebca6b)
    low ^= low >>> 13
  }
  return ((high >>> 0) & 0x1fffff) * 2 ** 32 + (low >>> 0)
}

/** In the order of the file. */
function shownRows({ rows, rejected }: RowBlock): ShownRow[] {
  const nothing = { email: '', name: '', format: '', countryCode: '', phone: '', fields: [] }
  const all: ShownRow[] = rejected.map(({ line, raw, reason }) => ({
    ...nothing,
    line,
    raw,
    reason,
    fate: undefined,
    changes: [],
  }))
  for (const row of rows.slice(0, SHOWN)) {
    const alone = newBatch()
    addRow(alone, row)
    all.push({ ...row, reason: alone.rejects[0]?.reason, fate: undefined, changes: [] })
  }
  return all.sort((a, b) => a.line - b.line).slice(0, SHOWN)
}
