/**
 * The differences between the answers of the two services to one call. The order of rows and times
 * are ignored, and ids that each service gives by itself. Examples have ids and names of columns,
 * never a value of a person.
 */
import { entryOf } from '../../contract/index.ts'
import type { Fields } from '../../contract/types.ts'
import { columnName, type OldRow } from '../old-service/read-answer.ts'
import type { ReadAnswer } from './answer.ts'
import type { TranslateId } from './id-map.ts'

export interface AnswerDifference {
  difference: string
  example: string
}

/** Columns that each service fills by itself. */
const OWN: Record<string, readonly string[]> = {
  GetMailingLists: ['subscribers'],
  GetOptOutAll: ['id'],
  GetOptOutAllInPeriod: ['id'],
  GetBounces: ['id'],
  GetTransactionDetails: ['transactionid'],
  GetTransactionBouncesByDateInterval: ['transactionid'],
  GetNewsletterDetails: ['webversionurl'],
  GetDetailedNewsletters: ['webversionurl'],
  GetLinkInfoInExcelFormat: ['sendqueueid'],
}
/** Values that only have to be there. */
const SAME_IN_KIND = new Set(['GetLoginLink', 'GetNewsletterWebVersionUrlByFilters'])
/** Operations that return the id of a new object, with its kind. */
const MAKES: Record<string, string> = {
  InsertSubscriber: 'subscriber',
  InsertSubscriberSid: 'subscriber',
  InsertSubscriberWithDemData: 'subscriber',
  InsertSubscription: 'subscriber',
  InsertMailingList: 'list',
  InsertCSVSubscribersWithDemDataFromFileToQueue: 'import',
  AddSubscribersFromXmlToQueue: 'import',
  InsertCsvSubscribersWithDemData: 'import',
  InsertTransaction: 'transaction',
  InsertTransactionWithSplit: 'transaction',
}

export const kindMade = (operation: string): string | undefined =>
  Object.hasOwn(MAKES, operation) ? MAKES[operation] : undefined

export function compareAnswers(
  operation: string,
  old: ReadAnswer,
  here: ReadAnswer,
  translate: TranslateId,
): AnswerDifference[] {
  if (old.kind === 'unreadable' || here.kind === 'unreadable')
    return [
      differing(
        `an answer ${old.kind === 'unreadable' ? 'of the old service' : 'here'} that can't be read`,
      ),
    ]
  if (old.kind !== here.kind) return [differing(`old: ${said(old)}, here: ${said(here)}`)]
  if (old.kind === 'fault')
    return old.code === (here as typeof old).code
      ? []
      : [differing(`old: ${said(old)}, here: ${said(here)}`)]
  if (old.kind === 'value') return compareValues(operation, old.value, (here as typeof old).value)
  return compareRows(operation, old, here as typeof old, translate)
}

const differing = (difference: string, example = ''): AnswerDifference => ({
  difference: difference.slice(0, 200),
  example: example.slice(0, 200),
})

const said = (answer: ReadAnswer): string =>
  answer.kind === 'fault'
    ? `a ${answer.code || 'Client'} fault`
    : answer.kind === 'value'
      ? /^-?\d+$/.test(answer.value) && answer.value.startsWith('-')
        ? answer.value.slice(0, 12)
        : 'a value'
      : 'rows'

function compareValues(operation: string, old: string, here: string): AnswerDifference[] {
  if (old === here || SAME_IN_KIND.has(operation)) return []
  const [there, our] = [Number(old), Number(here)]
  if (Number.isNaN(there) || Number.isNaN(our))
    return old === '' || here === '' ? [differing('a value only in one answer')] : []
  // An id of its own: the ids are noted.
  if (kindMade(operation) !== undefined && there > 0 && our > 0)
    return kindMade(operation) === 'subscriber' || kindMade(operation) === 'list'
      ? [differing('another id', `old ${old}, here ${here}`)]
      : []
  const shown = (number: number, text: string) => (number < 0 ? text : 'a number of 0 or more')
  return there < 0 || our < 0
    ? [differing(`old: ${shown(there, old)}, here: ${shown(our, here)}`)]
    : [differing('another number', `old ${old}, here ${here}`)]
}

type ReadRows = Extract<ReadAnswer, { kind: 'rows' }>

/** Rows beyond these are not matched one by one. */
const MOST_MATCHED = 2_000
const ID_KINDS: Record<string, string> = {
  subscriberid: 'subscriber',
  mailinglistid: 'list',
}

/** Values that may be an id with a pair of the two services. */
export function idsInRows(...answers: ReadAnswer[]): string[] {
  const ids: string[] = []
  for (const answer of answers)
    for (const row of answer.kind === 'rows' ? answer.rows : [])
      for (const name of ['id', ...Object.keys(ID_KINDS)]) {
        const id = row.get(name)
        if (id !== undefined) ids.push(id.trim())
      }
  return ids
}

function compareRows(
  operation: string,
  old: ReadRows,
  here: ReadRows,
  translate: TranslateId,
): AnswerDifference[] {
  const { result } = entryOf(operation) ?? {}
  const fields: Fields = result && 'fields' in result ? result.fields : {}
  const types = new Map(Object.values(fields).map(field => [columnName(field.wire), field.xsd]))
  const skipped = new Set(Object.hasOwn(OWN, operation) ? OWN[operation] : [])
  const compared = [...old.columns].filter(
    name => types.get(name) !== 'dateTime' && !skipped.has(name) && here.columns.has(name),
  )
  const differences: AnswerDifference[] = []
  for (const name of old.columns)
    if (!here.columns.has(name) && here.columns.size > 0)
      differences.push(differing(`no column ${name.slice(0, 60)} here`))
  const cellOf = (row: OldRow, name: string, ofOld: boolean): string => {
    const text = normal(row.get(name) ?? '', types.get(name))
    const kind =
      ID_KINDS[name] ??
      (name === 'id' && operation === 'GetSubscriberDetails' ? 'subscriber' : undefined)
    return ofOld && kind !== undefined ? translate(kind, text) : text
  }
  const [onlyOld, onlyHere] = unmatched(old.rows, here.rows, (row, ofOld) =>
    JSON.stringify(compared.map(name => cellOf(row, name, ofOld))),
  )
  const byKey = new Map<string, OldRow>()
  const key = compared[0]
  if (key === undefined) return differences
  for (const row of onlyHere.slice(0, MOST_MATCHED)) byKey.set(cellOf(row, key, false), row)
  let only = 0
  const columns = new Map<string, string>()
  for (const row of onlyOld.slice(0, MOST_MATCHED)) {
    const id = cellOf(row, key, true)
    const twin = byKey.get(id)
    if (!twin) {
      only++
      continue
    }
    byKey.delete(id)
    for (const name of compared) {
      const [there, our] = [cellOf(row, name, true), cellOf(twin, name, false)]
      if (there !== our && !columns.has(name))
        columns.set(
          name,
          `${masked(key, id, types)}: old ${masked(name, there, types)}, here ${masked(name, our, types)}`,
        )
    }
  }
  for (const [name, example] of columns) differences.push(differing(`another ${name}`, example))
  const lacking = only + Math.max(0, onlyOld.length - MOST_MATCHED)
  const surplus = byKey.size + Math.max(0, onlyHere.length - MOST_MATCHED)
  if (lacking > 0)
    differences.push(differing('rows only at the old service', `${lacking} of ${old.rows.length}`))
  if (surplus > 0)
    differences.push(differing('rows only here', `${surplus} of ${here.rows.length}`))
  return differences
}

/** Booleans and numbers may be spelled in several ways. */
function normal(text: string, xsd: string | undefined): string {
  const trimmed = text.trim()
  if (xsd === 'boolean') return /^(true|1)$/i.test(trimmed) ? 'true' : 'false'
  if ((xsd === 'double' || xsd === 'decimal') && trimmed !== '') return String(Number(trimmed))
  return xsd === 'guid' ? trimmed.toLowerCase() : trimmed
}

function unmatched(
  old: OldRow[],
  here: OldRow[],
  written: (row: OldRow, ofOld: boolean) => string,
): [OldRow[], OldRow[]] {
  const waiting = Map.groupBy(here, row => written(row, false))
  const onlyOld = old.filter(row => waiting.get(written(row, true))?.pop() === undefined)
  return [onlyOld, [...waiting.values()].flat()]
}

/** Numbers and booleans as they are; of texts the length. */
const masked = (name: string, text: string, types: ReadonlyMap<string, string>): string => {
  const xsd = types.get(name)
  const plain = (xsd !== undefined && xsd !== 'string') || /id$/.test(name)
  return plain && /^[\w.:+-]{0,40}$/.test(text) ? text || 'nothing' : `${text.length} characters`
}
