/** Copies demographic fields and mailing lists, with their numbers. */
import { activateFields } from '../../domain/accounts/change-account.ts'
import { editField, FIELD_TYPES, type FieldType } from '../../domain/demographics/change-field.ts'
import { demographicFields } from '../../domain/demographics/fields.ts'
import { editList, makeList, type NewList } from '../../domain/lists/add-list.ts'
import { findList } from '../../domain/lists/lists.sql.ts'
import { countsOf, differs, type MoveKind, moveOn } from '../../domain/moves/move.ts'
import { movedLists } from '../../domain/moves/moves.sql.ts'
import { Refusal } from '../../domain/refusal.ts'
import { onOneLine } from '../../lib/plain-text.ts'
import type { WrongCell } from './cells.ts'
import type { CopyJob } from './job.ts'
import { type OldList, readLists, readTable } from './small-tables.ts'

const USUAL_WIDTH = 25

/** Returns how many fields the former service shows of subscribers. */
export async function copyFields(job: CopyJob): Promise<number> {
  const { db, accountId, move, old } = job
  const { rows, wrong } = await readTable(old, 'GetDemographicData', ['number'])
  const width = Math.max(
    USUAL_WIDTH,
    ...rows.map(({ number, activated }) => (activated === false ? 0 : (number ?? 0))),
  )
  if (width > USUAL_WIDTH) await activateFields(db, job.username, 100)
  const known = new Map(
    (await demographicFields(db, accountId, 100)).map(field => [field.number, field]),
  )
  await noteWrong(job, 'fields', wrong)
  for (const { number, name, type } of rows) {
    const field = known.get(number ?? 0)
    const named = onOneLine(name ?? '').trim()
    const typed = kindOf(type ?? '')
    await eachRecord(job, 'fields', `DD${number}`, async () => {
      if (!field) throw new Refusal('no-such-field')
      countsOf(move, 'fields').here++
      const renamed = named !== '' && named !== field.name
      const retyped = typed !== undefined && typed !== field.type
      if (!renamed && !retyped) return 'same'
      const change = { ...(renamed && { name: named }), ...(retyped && { type: typed }) }
      await editField(db, accountId, field.number, change)
      return 'changed'
    })
  }
  return Math.min(100, width)
}

/** The types of a former service may have other names. */
function kindOf(type: string): FieldType | undefined {
  const given = type.trim().toLowerCase()
  if (/^(int|number|decimal|numeric|double)/.test(given)) return 'number'
  if (/^date/.test(given)) return 'date'
  return FIELD_TYPES.find(known => known === given)
}

/** Returns the lists of the former service that are here now. */
export async function copyLists(job: CopyJob): Promise<OldList[]> {
  const { db, accountId, move, old } = job
  const { rows, wrong } = await readLists(old)
  await noteWrong(job, 'lists', wrong)
  const copied: OldList[] = []
  for (const list of rows) {
    await eachRecord(job, 'lists', `list ${list.id}`, async () => {
      const { id, ...values } = list
      if (id === null || id < 1) throw new Refusal('not-valid', 'A list without an id.')
      const facts = {
        name: values.name ?? '',
        fromName: values.fromName ?? '',
        fromEmail: values.fromEmail ?? '',
        description: values.description ?? '',
        characterSet: values.characterSet ?? '',
      }
      const there = await findList(db, { accountId, listId: id })
      const outcome = there ? await editIfNew(job, id, there, facts) : 'added'
      if (!there) await makeList(db, accountId, { ...facts, ...AS_NAMED }, { id })
      countsOf(move, 'lists').here++
      copied.push(list)
      return outcome
    })
  }
  const present = new Set(rows.map(({ id }) => id))
  for (const { listId } of await movedLists(db, { accountId }))
    if (!present.has(listId))
      await moveOn(db, move, move, async () =>
        differs(move, 'lists', 'not at the old service any more; kept here', `list ${listId}`),
      )
  return copied
}

/** Both services answer one name of a list. */
const AS_NAMED = { severalLines: true }

async function editIfNew(
  { db, accountId }: CopyJob,
  id: number,
  there: Omit<NewList, 'id'>,
  facts: NewList,
): Promise<'same' | 'changed'> {
  const changes = Object.fromEntries(
    Object.entries(facts).filter(
      ([key, value]) => value.trim() !== '' && value.trim() !== there[key as keyof NewList],
    ),
  )
  if (Object.keys(changes).length === 0) return 'same'
  await editList(db, accountId, id, { ...changes, ...AS_NAMED })
  return 'changed'
}

/** Fields and lists are read again after each stop, which leaves the place in a later step. */
const placeOf = ({ move }: CopyJob, kind: MoveKind) =>
  kind === 'fields' || kind === 'lists' ? { ...move } : { step: kind }

/**
 * Copies one record; why it is refused becomes a difference. Each is idempotent, so that a copy
 * that stops in between does it again.
 */
export async function eachRecord(
  job: CopyJob,
  kind: MoveKind,
  record: string,
  copy: () => Promise<'added' | 'changed' | 'same'>,
): Promise<void> {
  const { db, move } = job
  job.goOn()
  let outcome: 'added' | 'changed' | 'same' | Refusal
  try {
    outcome = await copy()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    outcome = error
  }
  await moveOn(db, move, placeOf(job, kind), async () => {
    const counts = countsOf(move, kind)
    counts.read++
    if (outcome instanceof Refusal)
      differs(move, kind, 'not taken here', `${record}: ${outcome.message}`)
    else if (outcome !== 'same') counts[outcome]++
  })
  job.show({ kind, rows: countsOf(move, kind).read, of: undefined })
}

export async function noteWrong(job: CopyJob, kind: MoveKind, wrong: WrongCell[]): Promise<void> {
  if (wrong.length === 0) return
  await moveOn(job.db, job.move, placeOf(job, kind), async () => {
    countsOf(job.move, kind).read += wrong.length
    for (const { sentence } of wrong) differs(job.move, kind, 'not taken here', sentence)
  })
}
