/** The events that programs have posted, and the triggers that they start. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallAnswer } from '../../api/client.ts'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { useEvents } from '../../shared/event-sources/calls.ts'
import { useEventTexts } from '../../shared/event-sources/words.ts'
import { useFigures } from '../../texts/figures.ts'

type EventRow = CallAnswer<'GET /events'>['items'][number]

/** `add`: adds a source, for those who may. */
export function EventsView({ add }: { add: ReactNode }) {
  const texts = useEventTexts()
  const events = useEvents()
  const again = () => void events.refetch()
  if (events.error) return <Failure error={events.error} onRetry={again} />
  if (!events.data) return <LoadingRows onRetry={again} />
  if (events.data.length > 0)
    return (
      <>
        <p className="soft">{texts.about}</p>
        <EventsTable rows={events.data} />
      </>
    )
  return (
    <>
      <p className="soft">{texts.about}</p>
      <EmptyState title={texts.none} sentence={add ? texts.noneHint : texts.noneOthers}>
        {add}
        <a className="btn" href="/api/v1/reference">
          {texts.reference}
        </a>
      </EmptyState>
    </>
  )
}

function EventsTable({ rows }: { rows: readonly EventRow[] }) {
  const texts = useEventTexts()
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
  const texts = useEventTexts()
  const { number } = useFigures()
  if (starts.length === 0) return <span className="soft">{texts.startsNone}</span>
  return starts.map(({ triggerId, name, state, entered }) => (
    <div key={triggerId}>
      <Link to="/triggers/$id" params={{ id: String(triggerId) }}>
        <bdi>{name}</bdi>
      </Link>
      <span className="sub soft tiny">
        {texts.entered(entered, number(entered))}
        {state !== 'running' && `, ${texts.paused}`}
      </span>
    </div>
  ))
}
