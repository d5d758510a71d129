/** Sendings over time: each beside the average, when people open, and where people come from. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { OverTimeAnswer } from '../../../actions/sendings/over-time.ts'
import { call } from '../../api/client.ts'
import { useLists } from '../../api/lists.ts'
import { LineChart } from '../../parts/charts/line-chart.tsx'
import { Legend } from '../../parts/charts/outcome-bar.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { baseOf, type ReachKind, reachShare, useReachRate } from '../../shared/sendings/measured.ts'
import { zoneHere } from '../../shared/sendings/zone-times.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { HoursOfWeek } from './hours-of-week.tsx'
import '../../parts/charts/charts.css'
import '../../shared/sendings/sendings.css'
import './reports.css'

type Sent = OverTimeAnswer['sendings'][number]

const SPANS = ['90', '365', '1100'] as const

export function ReportsPage() {
  const texts = useTexts('overTime')
  const navigate = useNavigate()
  const { days = 365, list } = useSearch({ from: '/reports' })
  const lists = useLists().data ?? []
  const zone = zoneHere()
  const { data, error, refetch } = useQuery({
    queryKey: ['sendings', 'over time', days, list, zone],
    queryFn: async () =>
      await call('GET /reports/over-time', { query: { days, listId: list, zone } }),
    placeholderData: keepPreviousData,
  })
  const change = (next: { days?: number; list?: number | undefined }) =>
    void navigate({ to: '/reports', search: { days, list, ...next }, replace: true })
  const again = () => void refetch()
  return (
    <>
      <PageHead title={texts.reports} />
      <div className="page">
        <div className="over-time-choice">
          <SelectField
            label={texts.list}
            value={list === undefined ? '' : String(list)}
            choices={[
              { value: '', label: texts.allLists },
              ...lists.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={value => change({ list: value === '' ? undefined : Number(value) })}
          />
          <SelectField
            label={texts.span}
            value={String(days)}
            choices={SPANS.map(value => ({ value, label: texts.spans[value] }))}
            onChange={value => change({ days: Number(value) })}
          />
        </div>
        {error && <Failure error={error} onRetry={again} />}
        {!data && !error && <LoadingRows onRetry={again} />}
        {data && <Shown of={data} zone={zone} />}
      </div>
    </>
  )
}

function Shown({ of, zone }: { of: OverTimeAnswer; zone: string }) {
  const texts = useTexts('overTime')
  if (of.sendings.length === 0)
    return (
      <div className="empty">
        <h2>{texts.none}</h2>
        <p>{texts.noneHint}</p>
      </div>
    )
  return (
    <>
      <Curve of={of} />
      <AllSendings of={of} />
      <div className="over-time-two">
        <HoursOfWeek hours={of.hours} zone={zone} />
        <Sources sources={of.sources} />
      </div>
    </>
  )
}

const percent = (share: number): number => Math.round(share * 1000) / 10

function Curve({ of }: { of: OverTimeAnswer }) {
  const texts = useTexts('overTime')
  const { number, day } = useFigures()
  const isKnown = (one: Sent) =>
    !Number.isNaN(reachShare(one, 'opened')) && !Number.isNaN(reachShare(one, 'clicked'))
  const known = of.sendings.filter(isKnown).toReversed()
  if (known.length < 2) return null
  const { mean } = of
  const line = (kind: 'opened' | 'clicked', look: 'engaged' | 'clicked') => {
    const usual = reachShare(mean, kind)
    return {
      name: texts[kind],
      look,
      values: known.map(one => percent(reachShare(one, kind))),
      // Of all together too few may be measured.
      ...(!Number.isNaN(usual) && { ghost: known.map(() => percent(usual)) }),
    }
  }
  const named = (place: number) => {
    const one = known[place]
    return one ? `${one.name}, ${day(one.began)}` : ''
  }
  return (
    <section className="sec" aria-labelledby="curve">
      <div className="sech">
        <h2 id="curve">{texts.curve}</h2>
        <p>{texts.curveHint}</p>
        <span className="push">
          <Legend
            entries={[
              { look: 'engaged', text: texts.opened },
              { look: 'clicked', text: texts.clicked },
            ]}
          />
        </span>
      </div>
      <LineChart
        label={texts.curveLabel}
        momentLabel={texts.sendingAt}
        lines={[line('opened', 'engaged'), line('clicked', 'clicked')]}
        places={known.length}
        placeName={named}
        marks={[...new Set([0, Math.floor((known.length - 1) / 2), known.length - 1])]}
        markName={place => (known[place] ? day(known[place].began) : '')}
        number={value => `${number(value)} %`}
      />
    </section>
  )
}

function AllSendings({ of: { sendings, mean } }: { of: OverTimeAnswer }) {
  const texts = useTexts('overTime')
  const { number, moment } = useFigures()
  const reachRate = useReachRate()
  const shown = (one: Sent, kind: ReachKind) => {
    if (one[kind] === null) return <td className="num">–</td>
    const { rate, base } = reachRate(one, kind)
    return (
      <td className="num">
        {rate}
        {baseOf(kind, one.measured).of < one.emails && <span className="sub">{base}</span>}
      </td>
    )
  }
  return (
    <section className="sec" aria-labelledby="all-sendings">
      <div className="sech">
        <h2 id="all-sendings">{texts.all}</h2>
        {mean.emails > 0 && (
          <p>{texts.allHint(reachRate(mean, 'opened').rate, reachRate(mean, 'clicked').rate)}</p>
        )}
      </div>
      <table className="flush">
        <thead>
          <tr>
            <th>{texts.sending}</th>
            <th className="num">{texts.people}</th>
            <th className="num">{texts.opened}</th>
            <th className="num">{texts.clicked}</th>
            <th className="num hide-s">{texts.left}</th>
            <th className="num hide-s">{texts.complained}</th>
          </tr>
        </thead>
        <tbody>
          {sendings.map(one => (
            <tr key={one.id}>
              <td className="wrap">
                <Link
                  className="name two-lines"
                  to="/sendings/$id/report"
                  params={{ id: String(one.id) }}
                >
                  <bdi>{one.name}</bdi>
                </Link>
                <span className="sub two-lines">
                  {moment(one.began)} · <bdi>{one.listName}</bdi>
                </span>
              </td>
              <td className="num">{number(one.emails)}</td>
              {shown(one, 'opened')}
              {shown(one, 'clicked')}
              <td className="num hide-s">{number(one.left)}</td>
              <td className="num hide-s">{number(one.complained)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Sources({ sources }: Pick<OverTimeAnswer, 'sources'>) {
  const texts = useTexts('overTime')
  const { number } = useFigures()
  return (
    <section className="sec" aria-labelledby="sources">
      <div className="sech">
        <h2 id="sources">{texts.sources}</h2>
        <p>{texts.sourcesHint}</p>
      </div>
      {sources.length === 0 && <p className="soft">{texts.noSources}</p>}
      {sources.length > 0 && (
        <table className="flush">
          <thead>
            <tr>
              <th>{texts.source}</th>
              <th className="num">{texts.people}</th>
            </tr>
          </thead>
          <tbody>
            {sources.map(({ kind, id, name, people }) => (
              <tr key={`${kind} ${id}`}>
                <td className="wrap">
                  <Link
                    to={kind === 'import' ? '/imports/$id' : '/forms/$id'}
                    params={{ id: String(id) }}
                  >
                    <bdi>{texts[kind](name)}</bdi>
                  </Link>
                </td>
                <td className="num">{number(people)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
