/** The state of the table of subscribers, as the search parameters of its address. */
export interface PeopleView {
  q?: string
  list?: number
  filter?: number
  columns?: string
  /** The row at which the table was entered. */
  from?: number
}
