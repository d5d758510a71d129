/** Projects of single emails: the outcome of their emails, and a curve by day. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Badge } from '../../parts/badge.tsx'
import { pathOf } from '../../parts/charts/scale.ts'
import { PageHead } from '../../parts/frame.tsx'
import { EmptyState, Failure } from '../../parts/states.tsx'
import { ChoiceField } from '../../parts/toolbar.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { EmailViews } from '../../shared/emails/email-views.tsx'
import { useFigures } from '../../texts/figures.ts'
import { type ShownResults, useAllResults, useProjects } from './calls.ts'
import { lastDays, SPANS, spanOf } from './days.ts'
import { MeasuredShare, Outcome } from './outcome.tsx'
import { useProjectTexts } from './words.ts'
import '../../parts/charts/charts.css'
import './projects.css'

type Row = NonNullable<ReturnType<typeof useProjects>['data']>['items'][number]
type Results = Pick<ShownResults, 'total' | 'days'>

export function ProjectsPage() {
  const texts = useProjectTexts()
  const span = spanOf(useSearch({ from: '/emails/projects' }).days)
  const navigate = useNavigate()
  const projects = useProjects()
  const results = useAllResults(span)
  if (!projects.data)
    return <UnreadPage title={texts.title} error={projects.error} onRetry={projects.refetch} />
  const { items } = projects.data
  const known = new Map(results.data?.items.map(one => [one.projectId, one]))
  return (
    <>
      <PageHead title={texts.title} />
      <EmailViews value="projects" />
      <div className="page stack wide">
        {items.length === 0 ? (
          <EmptyState title={texts.none} sentence={texts.noneHint} />
        ) : (
          <>
            <div className="toolbar">
              <SpanField
                value={span}
                onChange={days => void navigate({ to: '/emails/projects', search: { days } })}
              />
            </div>
            {results.error && (
              <Failure error={results.error} onRetry={() => void results.refetch()} />
            )}
            {results.data?.complete === false && <p className="note">{texts.counting}</p>}
            <table>
              <thead>
                <tr>
                  <th>{texts.project}</th>
                  <th className="num hide-s">{texts.emails}</th>
                  <th className="hide-s">{texts.byDay}</th>
                  <th className="hide-s">{texts.outcome}</th>
                  <th className="num hide-s">{texts.opened}</th>
                  <th className="num hide-s">{texts.clicked}</th>
                </tr>
              </thead>
              <tbody>
                {items.map(row => (
                  <ProjectRow key={row.id} row={row} span={span} results={known.get(row.id)} />
                ))}
              </tbody>
            </table>
          </>
        )}
      </div>
    </>
  )
}

export function SpanField(props: { value: number; onChange(days: number): void }) {
  const texts = useProjectTexts()
  return (
    <ChoiceField
      label={texts.span}
      value={String(props.value)}
      choices={SPANS.map(days => ({ value: String(days), label: texts.days(days) }))}
      onChange={value => props.onChange(Number(value))}
    />
  )
}

function ProjectRow(props: { row: Row; span: number; results: Results | undefined }) {
  const texts = useProjectTexts()
  const { number } = useFigures()
  const { row, span, results } = props
  const total = results?.total
  return (
    <tr>
      <td className="wrap">
        <Link
          className="name"
          to="/emails/projects/$id"
          params={{ id: String(row.id) }}
          search={{ days: span }}
        >
          <bdi>{row.name}</bdi>
        </Link>
        <span className="sub">{row.marketing ? texts.marketing : texts.receipts}</span>
        {!row.active && (
          <Badge look="paused" icon="pause">
            {texts.paused}
          </Badge>
        )}
        {total && (
          <span className="only-s">
            <Outcome of={total} />
          </span>
        )}
      </td>
      <td className="num hide-s">{total ? number(total.emails) : '–'}</td>
      <td className="hide-s">{results && <Curve days={results.days} span={span} />}</td>
      <td className="hide-s">{total && <Outcome of={total} />}</td>
      <td className="num hide-s">
        {total && <MeasuredShare part={total.opened} whole={total.opensMeasured} />}
      </td>
      <td className="num hide-s">
        {total && <MeasuredShare part={total.clicked} whole={total.clicksMeasured} />}
      </td>
    </tr>
  )
}

const WIDTH = 96
const HEIGHT = 26

/** Each day's emails; a hint of their course, whose figures stand beside it. */
function Curve({ days, span }: { days: Results['days']; span: number }) {
  const texts = useProjectTexts()
  const byDay = new Map(days.map(({ day, emails }) => [day, emails]))
  const values = lastDays(span).map(day => byDay.get(day) ?? 0)
  const most = Math.max(1, ...values)
  const points = values.map(
    (value, at) =>
      [
        (at / Math.max(1, values.length - 1)) * WIDTH,
        HEIGHT - 2 - (value / most) * (HEIGHT - 4),
      ] as const,
  )
  return (
    <svg
      className="chart project-curve"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={texts.curve}
    >
      <path className="ln s-engaged" d={pathOf(points)} />
    </svg>
  )
}
