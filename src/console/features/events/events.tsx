/** The events that programs have posted, and the triggers that they start. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CallAnswer, call } from '../../api/client.ts'
import { PageHead } from '../../parts/frame.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

type EventRow = CallAnswer<'GET /events'>['items'][number]

/** Events come in meanwhile. */
const AGAIN_MILLIS = 15_000

export function EventsPage() {
  const texts = useTexts('events')
  const events = useQuery({
    queryKey: ['events'],
    queryFn: async () => (await call('GET /events')).items,
    refetchInterval: AGAIN_MILLIS,
  })
  if (!events.data)
    return <UnreadPage title={texts.title} error={events.error} onRetry={events.refetch} />
  return (
    <>
      <PageHead title={texts.title} />
      <div className="page stack wide">
        <p className="soft">{texts.about}</p>
        {events.data.length === 0 ? (
          <EmptyState title={texts.none} sentence={texts.noneHint}>
            <a className="btn" href="/api/v1/reference">
              {texts.reference}
            </a>
          </EmptyState>
        ) : (
          <EventsTable rows={events.data} />
        )}
      </div>
    </>
  )
}

function EventsTable({ rows }: { rows: readonly EventRow[] }) {
  const texts = useTexts('events')
  const { number, moment, date } = useFigures()
  return (
    <table>
      <thead>
        <tr>
          <th>{texts.name}</th>
          <th className="num">{texts.lately}</th>
          <th>{texts.last}</th>
          <th className="hide-s">{texts.starts}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, first, last, lately, starts }) => (
          <tr key={name}>
            <td className="wrap">
              <b>
                <bdi>{name}</bdi>
              </b>
              <span className="sub soft tiny">{texts.first(date(first))}</span>
            </td>
            <td className="num strong">{number(lately)}</td>
            <td>{last === null ? <span className="soft">{texts.longAgo}</span> : moment(last)}</td>
            <td className="wrap hide-s">
              <Started starts={starts} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Started({ starts }: Pick<EventRow, 'starts'>) {
  const texts = useTexts('events')
  const { number } = useFigures()
  if (starts.length === 0) return <span className="soft">{texts.startsNone}</span>
  return starts.map(({ trigger, name, state, entered }) => (
    <div key={trigger}>
      <Link to="/triggers/$id" params={{ id: String(trigger) }}>
        <bdi>{name}</bdi>
      </Link>
      <span className="sub soft tiny">
        {texts.entered(entered, number(entered))}
        {state !== 'running' && `, ${texts.paused}`}
      </span>
    </div>
  ))
}
