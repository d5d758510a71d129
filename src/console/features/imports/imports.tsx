/** The imports, the newest first. */
import { Link, useNavigate } from '@tanstack/react-router'
import type { ImportAnswer } from '../../../actions/imports/imports.ts'
import { useLists } from '../../api/lists.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { useImports } from './calls.ts'

export function ImportsPage() {
  const texts = useTexts('imports')
  const navigate = useNavigate()
  const imports = useImports()
  const mayChange = useRight('people')
  const rows = imports.data?.pages.flatMap(page => page.items)
  const add = mayChange && (
    <Button
      look="primary"
      icon={<Icon name="upload" />}
      hotkey="n"
      onClick={() => void navigate({ to: '/imports/new' })}
    >
      {texts.add}
    </Button>
  )
  return (
    <>
      <PageHead title={texts.title} actions={rows?.length !== 0 && add} />
      <div className="page">
        {imports.error && <Failure error={imports.error} onRetry={() => void imports.refetch()} />}
        {imports.isPending && <LoadingRows onRetry={() => void imports.refetch()} />}
        {rows?.length === 0 && (
          <EmptyState title={texts.none} sentence={texts.noneHint}>
            {add}
          </EmptyState>
        )}
        {rows && rows.length > 0 && <ImportsTable rows={rows} />}
        {imports.hasNextPage && (
          <p className="page-foot">
            <Button busy={imports.isFetching} onClick={() => void imports.fetchNextPage()}>
              {texts.more}
            </Button>
          </p>
        )}
      </div>
    </>
  )
}

function ImportsTable({ rows }: { rows: readonly ImportAnswer[] }) {
  const texts = useTexts('imports')
  const { number, time } = useFormats()
  const { data: lists = [] } = useLists()
  return (
    <table>
      <thead>
        <tr>
          <th>{texts.file}</th>
          <th>{texts.state}</th>
          <th className="hide-s">{texts.list}</th>
          <th className="num hide-s">{texts.rows}</th>
          <th className="num hide-s">{texts.inserted}</th>
          <th className="num hide-s">{texts.rejected}</th>
          <th className="hide-s">{texts.created}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.id}>
            <td className="strong wrap">
              <Link to="/imports/$id" params={{ id: String(row.id) }}>
                <bdi>{row.name || row.url || row.id}</bdi>
              </Link>
              <span className="only-s sub">
                {time(row.created)} · {texts.rows}: {number(row.rows)}
                {row.rejected > 0 && ` · ${texts.rejected}: ${number(row.rejected)}`}
              </span>
            </td>
            <td>
              <ImportStateWords row={row} />
            </td>
            <td className="wrap hide-s">
              <bdi>{lists.find(({ id }) => id === row.listId)?.name ?? row.listId}</bdi>
            </td>
            <td className="num hide-s">{number(row.rows)}</td>
            <td className="num hide-s">{number(row.inserted)}</td>
            <td className="num hide-s">{number(row.rejected)}</td>
            <td className="nowrap hide-s">{time(row.created)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const DOTS: Record<string, string> = {
  working: 'delivered',
  completed: 'engaged',
  failed: 'bounced',
  waiting: 'deferred',
}

export function ImportStateWords({ row }: { row: ImportAnswer }) {
  const texts = useTexts('imports')
  const { day } = useFormats()
  return (
    <span className="state">
      <i className={`dot ${row.undone ? '' : (DOTS[row.state] ?? '')}`} />
      {row.undone ? texts.undone(day(row.undone)) : (texts.states[row.state] ?? row.state)}
    </span>
  )
}
