/** A table with cursor pagination ("load more"), and its empty, loading and error states. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState, Failure, LoadingRows } from './states.tsx'

/** As useInfiniteQuery gives it. */
interface PagedQuery<Item> {
  data: { pages: readonly { items: readonly Item[] }[] } | undefined
  error: unknown
  isPending: boolean
  isFetching: boolean
  hasNextPage: boolean
  refetch(): unknown
  fetchNextPage(): unknown
}

export function PagedTable<Item>(props: {
  query: PagedQuery<Item>
  head: ReactNode
  row(item: Item): ReactNode
  empty: { title: string; sentence: string; action?: ReactNode }
  more: string
  look?: string
}) {
  const { query, head, row, empty, more } = props
  const again = () => void query.refetch()
  const items = query.data?.pages.flatMap(page => page.items) ?? []
  if (query.error) return <Failure error={query.error} onRetry={again} />
  if (query.isPending) return <LoadingRows onRetry={again} />
  if (items.length === 0 && !query.hasNextPage)
    return (
      <EmptyState title={empty.title} sentence={empty.sentence}>
        {empty.action}
      </EmptyState>
    )
  return (
    <>
      <table className={props.look}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{items.map(row)}</tbody>
      </table>
      {query.hasNextPage && (
        <p className="page-foot">
          <Button busy={query.isFetching} onClick={() => void query.fetchNextPage()}>
            {more}
          </Button>
        </p>
      )}
    </>
  )
}
