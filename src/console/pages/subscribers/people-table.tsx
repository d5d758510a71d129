/** The rows of the table that are in sight; the others are an empty space above and below. */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SubscriberAnswer } from '../../../console-api/v1/routes/subscribers.ts'
import type { PeopleSelection } from '../../api/people.ts'
import { CheckBox } from '../../parts/fields.tsx'
import { useTextsOf } from '../../texts/language.tsx'
import { peopleTexts } from '../../texts/people/texts.ts'
import { isChosen, type PeopleChoice, toggled } from './choice.ts'
import type { TableColumn } from './columns.ts'
import { useColumnNames } from './columns-menu.tsx'
import { PersonCell } from './person-cell.tsx'

const ROW_HEIGHT = 40
const OVERSCAN = 20
/** More is asked for when so many rows are left. */
const NEAR_THE_END = 50

export function PeopleTable(props: {
  rows: readonly SubscriberAnswer[]
  columns: readonly TableColumn[]
  /** What the rows are of. */
  among: PeopleSelection
  more: boolean
  loading: boolean
  onMore(): void
  choice?: PeopleChoice
  onChoice?: (choice: PeopleChoice) => void
}) {
  const { rows, columns, among, more, loading, onMore, choice, onChoice } = props
  const texts = useTextsOf(peopleTexts)
  const nameOf = useColumnNames()
  const body = useRef<HTMLTableElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(body.current?.offsetTop ?? 0), [])
  const shown = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: top,
  })
  const items = shown.getVirtualItems()
  const reached = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (more && !loading && reached >= rows.length - NEAR_THE_END) onMore()
  }, [more, loading, reached, rows.length, onMore])
  const above = items.length === 0 ? 0 : items[0]!.start - top
  const below = items.length === 0 ? 0 : shown.getTotalSize() - (items.at(-1)!.end - top)
  const ids = () => rows.map(({ id }) => id)
  const all = choice !== undefined && rows.every(({ id }) => isChosen(choice, id))
  return (
    <div className="scroll-x">
      <table className="people" ref={body} aria-rowcount={more ? -1 : rows.length + 1}>
        <thead>
          <tr>
            {choice && onChoice && (
              <th className="check">
                <CheckBox
                  label={texts.selectAll}
                  checked={all}
                  onChange={() => onChoice({ ids: new Set(all ? [] : ids()) })}
                />
              </th>
            )}
            {columns.map(column => (
              <th key={column} className={classOf(column, columns)}>
                {nameOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={above} />
          {items.map(({ index }) => {
            const person = rows[index]!
            return (
              <tr
                key={person.id}
                aria-rowindex={index + 2}
                className={choice && isChosen(choice, person.id) ? 'chosen' : ''}
              >
                {choice && onChoice && (
                  <td className="check">
                    <CheckBox
                      label={texts.selectOne(person.name || person.email)}
                      checked={isChosen(choice, person.id)}
                      onChange={() => onChoice(toggled(choice, person.id, ids()))}
                    />
                  </td>
                )}
                {columns.map(column => (
                  <td key={column} className={classOf(column, columns)}>
                    <PersonCell
                      person={person}
                      column={column}
                      first={column === columns[0]}
                      among={among}
                    />
                  </td>
                ))}
              </tr>
            )
          })}
          <Space height={below} />
        </tbody>
      </table>
      {more && loading && (
        <p className="faint small page-foot" role="status">
          {texts.loadingMore}
        </p>
      )}
    </div>
  )
}

/** What stays in a narrow window: who, and whether emails arrive. */
const NARROW: readonly TableColumn[] = ['name', 'address', 'mail']

const classOf = (column: TableColumn, of: readonly TableColumn[]): string =>
  column === of[0] || NARROW.includes(column) ? '' : 'hide-s'

function Space({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr className="space">
      <td style={{ height }} />
    </tr>
  )
}
