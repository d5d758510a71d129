/** The content of the columns of a file, as far as it was read. */
import type { FieldType } from '../../demographics/change-field.ts'
import { guessReadAs, type ReadAs } from '../../files/form/read-as.ts'
import { DAY, NUMBER } from '../../filters/filter-sql.ts'

export interface SeenColumn {
  /** Rows with a value. */
  filled: number
  /** Of all values; filters compare a field of this type by it. */
  looksLike: FieldType
  /** What its values are probably read as; null: as they stand. */
  readAs: ReadAs | null
}

const PATTERNS = { number: new RegExp(NUMBER), date: new RegExp(DAY) }

export function seenColumn(values: readonly string[]): SeenColumn {
  const given = values.filter(value => value.trim() !== '')
  const isAll = (type: 'number' | 'date') =>
    given.length > 0 && given.every(value => PATTERNS[type].test(value))
  const looksLike = isAll('number') ? 'number' : isAll('date') ? 'date' : 'text'
  return { filled: given.length, looksLike, readAs: guessReadAs(given) ?? null }
}
