/** All newsletters: where each stands, as a table or a calendar. */
import './newsletters.css'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { NewsletterListed } from '../../../console-api/v1/routes/newsletters.ts'
import type { SendingRowAnswer } from '../../../console-api/v1/routes/sendings.ts'
import { useLists } from '../../api/lists.ts'
import { useNewsletters } from '../../api/newsletters.ts'
import { useSendings } from '../../api/sendings.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { SearchField } from '../../parts/toolbar.tsx'
import { useTextsOf } from '../../texts/language.tsx'
import { isMonth } from './month.ts'
import { NewNewsletterDialog } from './new-newsletter.tsx'
import { NewsletterRow } from './newsletter-row.tsx'
import { RemoveNewsletterDialog } from './remove-newsletter.tsx'
import { SendingCalendar } from './sending-calendar.tsx'
import {
  decidingSending,
  isShownAs,
  SHOWN,
  type ShownStandings,
  sendingsByNewsletter,
  standingOf,
} from './standing.ts'
import { newslettersTexts } from './texts.ts'

interface NewslettersView {
  q: string
  show: ShownStandings
  /** `2026-11`: the calendar of that month. */
  month: string | undefined
}

/** Sendings that the overview knows of. */
const MOST_SENDINGS = 200

interface ShownNewsletter {
  newsletter: NewsletterListed
  sending: SendingRowAnswer | undefined
  listName: string
}

export function NewslettersPage() {
  const navigate = useNavigate()
  const search: Partial<Record<keyof NewslettersView, string>> = useSearch({ strict: false })
  const view: NewslettersView = {
    q: search.q ?? '',
    show: SHOWN.find(known => known === search.show) ?? 'all',
    month: search.month !== undefined && isMonth(search.month) ? search.month : undefined,
  }
  const onView = ({ q, show, month }: NewslettersView) =>
    void navigate({
      to: '/newsletters',
      search: {
        ...(q !== '' && { q }),
        ...(show !== 'all' && { show }),
        ...(month !== undefined && { month }),
      },
      replace: true,
    })
  const texts = useTextsOf(newslettersTexts)
  const newsletters = useNewsletters()
  const sendings = useSendings(MOST_SENDINGS)
  const latest = sendings.data?.pages.flatMap(page => page.items)
  const mayChange = useRight('content')
  const toast = useToast()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<NewsletterListed>()
  const all = useShown(
    newsletters.data?.pages.flatMap(page => page.items),
    latest,
  )
  const add = mayChange && (
    <Button look="primary" icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  const error = newsletters.error ?? sendings.error
  const again = () => {
    void newsletters.refetch()
    void sendings.refetch()
  }
  const month = new Date().toISOString().slice(0, 7)
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          <>
            <Tabs
              label={texts.views}
              value={view.month === undefined ? 'table' : 'calendar'}
              choices={(['table', 'calendar'] as const).map(value => ({
                value,
                label: texts[value],
              }))}
              onChange={shape => onView({ ...view, month: shape === 'table' ? undefined : month })}
            />
            {add}
          </>
        }
      />
      {view.month === undefined && all && all.length > 0 && (
        <PageTabs
          label={texts.views}
          value={view.show}
          choices={SHOWN.map(value => ({
            value,
            label: texts.shown[value],
            count: all.filter(({ sending }) => isShownAs(value, standingOf(sending))).length,
          }))}
          onChange={show => onView({ ...view, show })}
        />
      )}
      <div className="page">
        {error && <Failure error={error} onRetry={again} />}
        {!error && !all && <LoadingRows onRetry={again} />}
        {view.month !== undefined && latest && (
          <SendingCalendar
            month={view.month}
            sendings={latest}
            onMonth={next => onView({ ...view, month: next })}
          />
        )}
        {view.month === undefined && all?.length === 0 && (
          <EmptyState
            title={texts.none}
            sentence={texts.noneHint}
            command="pennypost newsletter add --file FILE --subject SUBJECT"
          >
            {add}
          </EmptyState>
        )}
        {view.month === undefined && all && all.length > 0 && (
          <Table
            all={all}
            view={view}
            onView={onView}
            onRemove={mayChange ? setRemoving : undefined}
          />
        )}
        {newsletters.hasNextPage && view.month === undefined && (
          <p className="page-foot">
            <Button busy={newsletters.isFetching} onClick={() => void newsletters.fetchNextPage()}>
              {texts.more}
            </Button>
          </p>
        )}
      </div>
      {adding && <NewNewsletterDialog onClose={() => setAdding(false)} />}
      {removing && (
        <RemoveNewsletterDialog
          newsletter={removing}
          onClose={said => {
            setRemoving(undefined)
            if (said !== undefined) toast({ text: said })
          }}
        />
      )}
    </>
  )
}

function useShown(
  newsletters: NewsletterListed[] | undefined,
  sendings: SendingRowAnswer[] | undefined,
): ShownNewsletter[] | undefined {
  const { data: lists } = useLists()
  if (!newsletters || !sendings) return undefined
  const byNewsletter = sendingsByNewsletter(sendings)
  return newsletters.map(newsletter => {
    const sending = decidingSending(byNewsletter.get(newsletter.id) ?? [])
    const meant = lists?.find(({ id }) => id === newsletter.listId)?.name ?? ''
    return { newsletter, sending, listName: sending?.listName ?? meant }
  })
}

function Table(props: {
  all: readonly ShownNewsletter[]
  view: NewslettersView
  onView(view: NewslettersView): void
  onRemove: ((newsletter: NewsletterListed) => void) | undefined
}) {
  const { all, view, onView, onRemove } = props
  const texts = useTextsOf(newslettersTexts)
  const words = view.q.trim().toLocaleLowerCase()
  const shown = all.filter(
    ({ newsletter, sending }) =>
      isShownAs(view.show, standingOf(sending)) &&
      [newsletter.name, newsletter.subject].some(text => text.toLocaleLowerCase().includes(words)),
  )
  return (
    <>
      <div className="toolbar">
        <SearchField label={texts.search} value={view.q} onChange={q => onView({ ...view, q })} />
      </div>
      {shown.length === 0 ? (
        <EmptyState title={texts.noMatch} sentence={texts.noMatchHint}>
          <Button onClick={() => onView({ ...view, q: '', show: 'all' })}>{texts.showAll}</Button>
        </EmptyState>
      ) : (
        <table className="newsletters">
          <thead>
            <tr>
              <th>{texts.newsletter}</th>
              <th>{texts.state}</th>
              <th className="hide-s">{texts.when}</th>
              <th className="num hide-s">{texts.to}</th>
              <th>
                <span className="sr">{texts.actionsOf('')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ newsletter, sending, listName }) => (
              <NewsletterRow
                key={newsletter.id}
                {...{ newsletter, sending, listName, onRemove }}
                link={
                  <Link
                    className="cell"
                    to="/newsletters/$id"
                    params={{ id: String(newsletter.id) }}
                  >
                    <bdi>{newsletter.name || newsletter.subject || texts.untitled}</bdi>
                  </Link>
                }
              />
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
