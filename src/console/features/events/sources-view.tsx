/** The sources of events: how each signs, its last call, and how many were recorded or refused. */
import { Link } from '@tanstack/react-router'
import { Badge } from '../../parts/badge.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { type SourceRow, useSources } from '../../shared/event-sources/calls.ts'
import { useEventTexts } from '../../shared/event-sources/words.ts'
import { useFigures } from '../../texts/figures.ts'

export function SourcesView() {
  const texts = useEventTexts()
  const sources = useSources()
  const again = () => void sources.refetch()
  if (sources.error) return <Failure error={sources.error} onRetry={again} />
  if (!sources.data) return <LoadingRows onRetry={again} />
  if (sources.data.length === 0)
    return <EmptyState title={texts.sourcesNone} sentence={texts.sourcesHint} />
  return (
    <>
      <p className="soft">{texts.sourcesAbout}</p>
      <SourcesTable rows={sources.data} />
    </>
  )
}

/** A call that is posted again is as well as recorded. */
const isRecorded = (outcome: string) => outcome === 'recorded' || outcome === 'repeated'

const timesOf = ({ outcomes }: SourceRow, recorded: boolean) =>
  outcomes
    .filter(({ outcome }) => isRecorded(outcome) === recorded)
    .reduce((sum, { times }) => sum + times, 0)

function SourcesTable({ rows }: { rows: readonly SourceRow[] }) {
  const texts = useEventTexts()
  const { number, moment } = useFigures()
  return (
    <table>
      <thead>
        <tr>
          <th>{texts.source}</th>
          <th className="hide-s">{texts.name}</th>
          <th className="num hide-s">{texts.recordedTimes}</th>
          <th className="num">{texts.refusedTimes}</th>
          <th>{texts.received}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.name}>
            <td className="wrap strong">
              <Link to="/events/source" search={{ name: row.name }}>
                <bdi>{row.name}</bdi>
              </Link>
              <span className="sub soft tiny">{texts.schemes[row.scheme]}</span>
              {row.paused !== null && (
                <Badge look="paused" icon="pause">
                  {texts.pausedBadge}
                </Badge>
              )}
            </td>
            <td className="wrap hide-s">
              {row.event === '' ? (
                <span className="soft">{texts.eventIn(row.eventAt)}</span>
              ) : (
                <bdi>{row.event}</bdi>
              )}
            </td>
            <td className="num hide-s">{number(timesOf(row, true))}</td>
            <td className="num">{number(timesOf(row, false))}</td>
            <td>{row.received === null ? texts.never : moment(row.received)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
