/** The state of the table of subscribers, as the search parameters of its address. */
import type { PeopleSort } from '../../api/people.ts'

export interface PeopleView {
  q?: string
  list?: number
  filter?: number
  columns?: string
  sort?: PeopleSort
  /** The row at which the table was entered. */
  from?: number
}
