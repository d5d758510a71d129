/** Names as a trigger writes them: a shared name is written as its number. */
import type { PickOption } from '../../parts/search-picker.tsx'

interface Named {
  id: number
  name: string
}

/** `current`: as it is written now, by name or number; it stays as it is. */
export function namesOf<Row extends Named>(
  rows: readonly Row[],
  current: string,
  detailOf: (row: Row) => string | undefined = () => undefined,
): (PickOption & { id: number })[] {
  const counts = Map.groupBy(rows, ({ name }) => name.toLowerCase())
  return rows.map(row => {
    const { id, name } = row
    const isShared = counts.get(name.toLowerCase())!.length > 1
    const written = isShared || /^\d*$/.test(name.trim()) ? String(id) : name
    const isCurrent = current.trim() === String(id) || (!isShared && sameName(current, name))
    return {
      id,
      value: isCurrent ? current : written,
      label: isShared ? `${name} (${id})` : name,
      detail: detailOf(row),
    }
  })
}

export const sameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** Shown in the field: the name of a number, else the value as it is. */
export const shownName = (options: readonly PickOption[], value: string): string =>
  options.find(one => one.value === value)?.label ?? value
