/** A page that lists servers of mail: what to do where there is none, a table, and adding one. */
import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { type ServerTab, ServerTabs } from './server-tabs.tsx'

export function ServerListPage<Row>(props: {
  current: ServerTab
  title: string
  add: string
  /** Where there is none. */
  none: readonly [title: string, sentence: string]
  about: string
  rows: { data: readonly Row[] | undefined; error: unknown; refetch(): unknown }
  /** The cells of the head. */
  head: ReactNode
  rowOf(row: Row): ReactNode
  /** Below the table. */
  foot?: ReactNode
  addDialog(close: () => void): ReactNode
}) {
  const { current, title, none, rows, head, rowOf, foot, addDialog } = props
  const [adding, setAdding] = useState(false)
  if (!rows.data)
    return <UnreadPage title={title} error={rows.error} onRetry={() => void rows.refetch()} />
  const add = (
    <Button look="primary" icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {props.add}
    </Button>
  )
  const some = rows.data.length > 0
  return (
    <>
      <PageHead title={title} actions={some && add} />
      <ServerTabs current={current} />
      <div className={`page stack wide ${current}`}>
        {some ? (
          <>
            <p className="soft">{props.about}</p>
            <table>
              <thead>
                <tr>{head}</tr>
              </thead>
              <tbody>{rows.data.map(rowOf)}</tbody>
            </table>
            {foot}
          </>
        ) : (
          <EmptyState title={none[0]} sentence={none[1]}>
            {add}
          </EmptyState>
        )}
      </div>
      {adding && addDialog(() => setAdding(false))}
    </>
  )
}
