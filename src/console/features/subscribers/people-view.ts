/** What the table of subscribers shows, as its address says it. */
export interface PeopleView {
  q?: string
  list?: number
  filter?: number
  columns?: string
  /** The row at which the table was entered. */
  from?: number
}
