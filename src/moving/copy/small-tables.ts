/** Reads operations of the former service whose rows fit in memory: fields, lists, templates. */
import { contract } from '../../contract/index.ts'
import type { Fields } from '../../contract/types.ts'
import { OldServiceRefused } from '../old-service/failures.ts'
import type { OldService } from '../old-service/old-service.ts'
import { isWrong, MOST_IN_MEMORY, type ReadCells, rowReader, type WrongCell } from './cells.ts'

type SmallTable =
  | 'GetDemographicData'
  | 'GetMailingLists'
  | 'GetSubscriberMailingLists'
  | 'GetActiveTemplates'
  | 'GetTransactionProjects'
  | 'GetTriggerIdForAccount'
  | 'GetNewsletterDetails'
  | 'GetFilters'
  | 'GetSubscriberDetails'

type FieldsOf<N extends SmallTable> = (typeof contract)[N]['result']['fields']

export interface ReadTable<F extends Fields> {
  rows: ReadCells<F>[]
  /** Rows with a value that does not fit. */
  wrong: WrongCell[]
}

export async function readTable<N extends SmallTable>(
  old: OldService,
  operation: N,
  needed: (keyof FieldsOf<N> & string)[],
  parameters: Record<string, string> = {},
): Promise<ReadTable<FieldsOf<N>>> {
  const { result } = contract[operation]
  const table = result.kind === 'dataset' ? result.table : result.name
  const reader = rowReader(operation, table, result.fields as FieldsOf<N>, needed)
  let read: ReadTable<FieldsOf<N>> = { rows: [], wrong: [] }
  await old.read(operation, parameters, () => {
    read = { rows: [], wrong: [] }
    return async (part, columns) => {
      for (const row of part) {
        const cells = reader.read(row, columns)
        if (isWrong(cells)) read.wrong.push(cells.wrong)
        else read.rows.push(cells)
      }
      if (read.rows.length + read.wrong.length > MOST_IN_MEMORY)
        throw new OldServiceRefused(`${operation} has more than ${MOST_IN_MEMORY} rows.`)
    }
  })
  return read
}

export type OldLists = ReadTable<FieldsOf<'GetMailingLists'>>
export type OldList = OldLists['rows'][number]

export const readLists = (old: OldService): Promise<OldLists> =>
  readTable(old, 'GetMailingLists', ['id', 'name'])
