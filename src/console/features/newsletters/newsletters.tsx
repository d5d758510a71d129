/** All newsletters: in folders, by where they stand, in the archive, or in a calendar. */
import '../../parts/charts/charts.css'
import './newsletters.css'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { BoardRowAnswer } from '../../../actions/newsletters/newsletter-board.ts'
import { useBoard, useFolders } from '../../api/newsletters.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ActionMenu } from '../../parts/menus.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { SearchField } from '../../parts/toolbar.tsx'
import { SaveTemplateDialog } from '../../shared/designs/save-template-dialog.tsx'
import { isMonth } from './month.ts'
import { MoveDialog, type NewsletterDialogs, useNewsletterActions } from './newsletter-actions.tsx'
import { NewsletterRow } from './newsletter-row.tsx'
import { RemoveNewsletterDialog } from './remove-newsletter.tsx'
import { SendingCalendar } from './sending-calendar.tsx'
import { SHOWN, type ShownStandings } from './standing.ts'
import { useNewsletterTexts } from './words.ts'

interface NewslettersView {
  q: string
  show: ShownStandings
  /** Empty: in none; undefined: in any. */
  folder: string | undefined
  archived: boolean
  /** `2026-11`: the calendar of that month. */
  month: string | undefined
}

type Search = Partial<Record<'q' | 'show' | 'folder' | 'in' | 'month', string>>

const EVERYTHING = { q: '', show: 'all', folder: undefined, archived: false } as const

function viewOf({ q = '', show, folder, in: place, month }: Search): NewslettersView {
  return {
    q,
    show: SHOWN.find(known => known === show) ?? 'all',
    folder: place === 'none' ? '' : folder,
    archived: place === 'archive',
    month: month !== undefined && isMonth(month) ? month : undefined,
  }
}

const searchOf = ({ q, show, folder, archived, month }: NewslettersView): Search => ({
  ...(q !== '' && { q }),
  ...(show !== 'all' && { show }),
  ...(folder && { folder }),
  ...(folder === '' && { in: 'none' }),
  ...(archived && { in: 'archive' }),
  ...(month !== undefined && { month }),
})

export function NewslettersPage() {
  const navigate = useNavigate()
  const search = useSearch({ from: '/newsletters' })
  const view = viewOf(search)
  const onView = (next: NewslettersView) =>
    void navigate({ to: '/newsletters', search: searchOf(next), replace: true })
  const texts = useNewsletterTexts()
  const folders = useFolders()
  const mayChange = useRight('content')
  const [moving, setMoving] = useState<BoardRowAnswer>()
  const [copied, setCopied] = useState<BoardRowAnswer>()
  const [removing, setRemoving] = useState<BoardRowAnswer>()
  const add = mayChange && (
    <Link className="btn primary" to="/newsletters/new" data-key="n" aria-keyshortcuts="n">
      <Icon name="plus" />
      {texts.add}
      <span className="key" aria-hidden="true">
        N
      </span>
    </Link>
  )
  const { data } = folders
  const isEmpty = data !== undefined && data.all + data.archived === 0
  const inTable = view.month === undefined
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          <>
            <Tabs
              label={texts.views}
              value={inTable ? 'table' : 'calendar'}
              choices={(['table', 'calendar'] as const).map(value => ({
                value,
                label: texts[value],
              }))}
              onChange={shape => {
                const month = new Date().toISOString().slice(0, 7)
                onView({ ...view, month: shape === 'table' ? undefined : month })
              }}
            />
            {add}
          </>
        }
      />
      {inTable && data && !isEmpty && (
        <PageTabs
          label={texts.views}
          value={view.show}
          choices={SHOWN.map(value => ({
            value,
            label: texts.shown[value],
            count: value === 'all' ? data.all : data.standings[value],
          }))}
          onChange={show => onView({ ...view, show })}
        />
      )}
      <div className="page">
        {folders.error && <Failure error={folders.error} onRetry={() => void folders.refetch()} />}
        {view.month !== undefined && (
          <SendingCalendar month={view.month} onMonth={next => onView({ ...view, month: next })} />
        )}
        {inTable && isEmpty && (
          <EmptyState title={texts.none} sentence={texts.noneHint}>
            {add}
          </EmptyState>
        )}
        {inTable && !isEmpty && (
          <Table
            {...{ view, onView }}
            onMove={setMoving}
            onTemplate={setCopied}
            onRemove={setRemoving}
          />
        )}
      </div>
      {moving && <MoveDialog newsletter={moving} onClose={() => setMoving(undefined)} />}
      {copied && (
        <SaveTemplateDialog
          newsletterId={copied.id}
          name={copied.name || copied.subject}
          onClose={() => setCopied(undefined)}
        />
      )}
      {removing && (
        <RemoveNewsletterDialog newsletter={removing} onClose={() => setRemoving(undefined)} />
      )}
    </>
  )
}

interface ViewProps {
  view: NewslettersView
  onView(view: NewslettersView): void
}

/** In which folder, or the archive. */
function FolderMenu({ view, onView }: ViewProps) {
  const texts = useNewsletterTexts()
  const { data } = useFolders()
  const go = (folder: string | undefined, archived = false) => onView({ ...view, folder, archived })
  const shown = view.archived ? texts.inArchive : (view.folder ?? texts.allFolders)
  const actions = [
    { label: texts.allFolders, onClick: () => go(undefined) },
    ...(data?.items ?? []).map(({ folder, newsletters }) => ({
      label: `${folder} (${newsletters})`,
      icon: <Icon name="folder" />,
      onClick: () => go(folder),
    })),
    { label: texts.noFolder, onClick: () => go('') },
    {
      label: `${texts.inArchive} (${data?.archived ?? 0})`,
      icon: <Icon name="archive" />,
      onClick: () => go(undefined, true),
    },
  ]
  return (
    <ActionMenu
      name={`${texts.folder}: ${shown || texts.noFolder}`}
      look="btn"
      button={
        <>
          <Icon name={view.archived ? 'archive' : 'folder'} />
          <span className="trunc folder-shown">
            <bdi>{shown || texts.noFolder}</bdi>
          </span>
          <Icon name="open" />
        </>
      }
      actions={actions}
    />
  )
}

function Table(props: ViewProps & NewsletterDialogs) {
  const { view, onView } = props
  const texts = useNewsletterTexts()
  const { q, folder, archived, show } = view
  const board = useBoard({
    q: q.trim(),
    folder,
    archived,
    standing: show === 'all' ? undefined : show,
  })
  const actionsOf = useNewsletterActions(props)
  const rows = board.data?.pages.flatMap(page => page.items)
  const retry = () => void board.refetch()
  return (
    <>
      <div className="toolbar">
        <SearchField
          label={texts.search}
          value={q}
          onChange={next => onView({ ...view, q: next })}
        />
        <FolderMenu view={view} onView={onView} />
      </div>
      {board.error && <Failure error={board.error} onRetry={retry} />}
      {!rows && !board.error && <LoadingRows onRetry={retry} />}
      {rows?.length === 0 && (
        <EmptyState title={texts.noMatch} sentence={texts.noMatchHint}>
          <Button onClick={() => onView({ ...view, ...EVERYTHING })}>{texts.showAll}</Button>
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <table className="newsletters">
          <thead>
            <tr>
              <th>{texts.newsletter}</th>
              <th>{texts.state}</th>
              <th className="hide-s">{texts.when}</th>
              <th className="num hide-s">{texts.to}</th>
              <th className="num hide-s">{texts.opened}</th>
              <th className="num hide-s">{texts.clicked}</th>
              <th className="num hide-s">{texts.value}</th>
              <th>
                <span className="sr">{texts.actionsOf('')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <NewsletterRow key={row.id} newsletter={row} actions={actionsOf(row)} />
            ))}
          </tbody>
        </table>
      )}
      {board.hasNextPage && (
        <p className="page-foot">
          <Button busy={board.isFetching} onClick={() => void board.fetchNextPage()}>
            {texts.more}
          </Button>
        </p>
      )}
    </>
  )
}
