/** The search parameters of the table of lists. */

export const LIST_ORDERS = ['created', 'name', 'subscribers'] as const

export interface ListsView {
  q: string
  order: (typeof LIST_ORDERS)[number]
}
