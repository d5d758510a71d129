/** Virtual scrolling: the rows in view; all other rows are an empty space above and below. */
import './subscribers.css'
import { useEffect, useRef } from 'react'
import type { SubscriberAnswer } from '../../../actions/subscribers/subscribers.ts'
import type { PeoplePlace } from '../../api/people.ts'
import { CheckBox } from '../../parts/fields.tsx'
import { useTexts } from '../../texts/language.tsx'
import { isChosen, type PeopleChoice, toggled } from './choice.ts'
import type { TableColumn } from './columns.ts'
import { useColumnNames } from './columns-menu.tsx'
import { rowOfLine } from './lines.ts'
import { PersonCell } from './person-cell.tsx'
import { LINE_HEIGHT, type LoadedRows, NEAR, useVirtualRows } from './virtual-rows.ts'

const OVERSCAN = 20
/** Debounce: rows at the place of the scroll bar are loaded when it rests so long. */
const REST_MILLIS = 120

export function PeopleTable(props: {
  rows: readonly SubscriberAnswer[]
  /** Where the rows stand in the whole table. */
  loaded: LoadedRows
  columns: readonly TableColumn[]
  /** The selection that the rows belong to. */
  among: PeoplePlace
  loading: boolean
  onMore(): void
  onAbove(): void
  /** To a row that is far from those that are loaded. */
  onJump(row: number): void
  choice?: PeopleChoice
  onChoice?: (choice: PeopleChoice) => void
}) {
  const { rows, loaded, columns, among, loading, choice, onChoice } = props
  const texts = useTexts('people')
  const nameOf = useColumnNames()
  const body = useRef<HTMLTableSectionElement>(null)
  const { first, last, start, end, lines, shift } = useVirtualRows(body, loaded)
  const { total, above, below } = loaded
  // biome-ignore lint/correctness/useExhaustiveDependencies: its callbacks are made anew each time
  useEffect(() => {
    if (loading) return
    if (first <= end + NEAR && last >= start - NEAR) {
      if (below && last >= end - NEAR) props.onMore()
      else if (above && total !== undefined && first <= start + NEAR) props.onAbove()
    } else if (total !== undefined) {
      const line = Math.max(0, first - shift - NEAR)
      const timer = setTimeout(() => props.onJump(rowOfLine(line, total)), REST_MILLIS)
      return () => clearTimeout(timer)
    }
  }, [loading, first, last, start, end, total, shift, above, below])
  const from = Math.min(Math.max(first - OVERSCAN, start), end)
  const shown = rows.slice(from - start, Math.max(0, last + OVERSCAN - start))
  const ids = () => rows.map(({ id }) => id)
  const all = choice !== undefined && rows.every(({ id }) => isChosen(choice, id))
  return (
    <div className="scroll-x">
      <table className="people" aria-rowcount={total === undefined ? -1 : total + 1}>
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
        <tbody ref={body}>
          <Space lines={from} />
          {shown.map((person, at) => (
            <tr
              key={person.id}
              aria-rowindex={loaded.row + from - start + at + 2}
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
          ))}
          <Space lines={lines - from - shown.length} />
        </tbody>
      </table>
      {below && loading && (
        <p className="faint small page-foot" role="status">
          {texts.loadingMore}
        </p>
      )}
    </div>
  )
}

/** The columns in a narrow window: name, and deliverability. */
const NARROW: readonly TableColumn[] = ['name', 'address', 'mail']

function classOf(column: TableColumn, of: readonly TableColumn[]): string {
  if (column === 'mail') return 'mail'
  return column === of[0] || NARROW.includes(column) ? '' : 'hide-s'
}

function Space({ lines }: { lines: number }) {
  if (lines <= 0) return null
  return (
    <tr className="space">
      <td style={{ height: lines * LINE_HEIGHT }} />
    </tr>
  )
}
