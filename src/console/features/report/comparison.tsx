/** This sending beside others, and the variants of an A/B test with their margin. */
import { Link } from '@tanstack/react-router'
import type { SendingReport } from '../../../actions/sendings/sending-report.ts'
import { useSending, useSendings } from '../../api/sendings.ts'
import { Icon } from '../../parts/icons.tsx'
import { Chip, PickMenu } from '../../parts/pick-menu.tsx'
import { baseOf, type ReachKind } from '../../shared/sendings/measured.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useReports } from './calls.ts'
import { type Counting, didIt, marginOf, ratesOf } from './numbers.ts'

const MOST_COMPARED = 5

export function Comparison(props: {
  report: SendingReport
  compared: readonly number[]
  counting: Counting
  onCompared(ids: number[]): void
}) {
  const texts = useTexts('report')
  const { date } = useFigures()
  const { report, compared, counting, onCompared } = props
  const { id } = report.sending
  const others = useSendings().data?.pages.flatMap(({ items }) => items) ?? []
  const reports = useReports(compared).data ?? []
  const free = others.filter(
    one => one.id !== id && !compared.includes(one.id) && one.state !== 'scheduled',
  )
  if (free.length === 0 && compared.length === 0) return null
  const nameOf = (one: number) => others.find(sending => sending.id === one)?.name ?? String(one)
  return (
    <section className={compared.length > 0 ? 'sec' : 'sec unprinted'} aria-labelledby="comparison">
      <div className="sech">
        <h2 id="comparison">{texts.comparison}</h2>
        <span className="chosen">
          {compared.map(one => (
            <Chip
              key={one}
              label={nameOf(one)}
              remove={texts.dropCompared(nameOf(one))}
              onRemove={() => onCompared(compared.filter(other => other !== one))}
            />
          ))}
          {compared.length < MOST_COMPARED && (
            <PickMenu
              label={texts.compareWith}
              choices={free.map(one => ({
                key: String(one.id),
                label: one.name,
                hint: date(one.dueAt),
                value: one.id,
              }))}
              onPick={one => onCompared([...compared, one])}
            />
          )}
        </span>
      </div>
      {compared.length > 0 && (
        <SideBySide
          rows={[report, ...reports].map(one => ({ name: one.sending.name, report: one }))}
          counting={counting}
        />
      )}
    </section>
  )
}

function SideBySide(props: {
  rows: readonly { name: string; report: SendingReport; note?: string }[]
  counting: Counting
  margins?: boolean
}) {
  const texts = useTexts('report')
  const { number, share, moment } = useFigures()
  const { rows, counting, margins = false } = props
  const within = (part: number, whole: number) => {
    const margin = marginOf(part, whole)
    return margins && Number.isFinite(margin) ? (
      <span className="sub">± {share(margin)}</span>
    ) : null
  }
  return (
    <table className="flush">
      <thead>
        <tr>
          <th>{texts.sending}</th>
          <th className="num">{texts.outcomes.delivered}</th>
          <th className="num">{texts.opened}</th>
          <th className="num">{texts.clicked}</th>
          <th className="num hide-s">{texts.unsubscribed}</th>
          <th className="num hide-s">{texts.value}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, report, note }) => {
          const rates = ratesOf(report, counting)
          const { figures, sending } = report
          const rateCell = (rate: number, kind: ReachKind) => {
            const { of } = baseOf(kind, figures.measured)
            return (
              <td className="num">
                {share(rate)}
                {within(rate, of)}
                {of < figures.delivered && (
                  <span className="sub">{texts.ofSomeMeasured(number(of))}</span>
                )}
              </td>
            )
          }
          return (
            <tr key={sending.id}>
              <td>
                <Link to="/sendings/$id/report" params={{ id: String(sending.id) }}>
                  <bdi>{name}</bdi>
                </Link>{' '}
                {note && <span className="tag good">{note}</span>}
                <span className="sub">{sending.began === null ? '' : moment(sending.began)}</span>
              </td>
              <td className="num">{number(figures.delivered)}</td>
              {rateCell(rates.opened, 'opened')}
              {rateCell(rates.clicked, 'clicked')}
              <td className="num hide-s">{share(rates.unsubscribed)}</td>
              <td className="num hide-s">
                {figures.values.map(one => `${one.value} ${one.currency}`).join(', ') || '–'}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Only people decide, so machines never count here. */
export function SplitResult({ sendingId }: { sendingId: number }) {
  const texts = useTexts('report')
  const sendingTexts = useTexts('sendings')
  const split = useSending(sendingId).data?.split
  const samples = split?.samples ?? []
  const reports = useReports(samples.map(one => one.sendingId)).data ?? []
  if (!split || reports.length === 0) return null
  const rows = samples.flatMap(sample => {
    const report = reports.find(one => one.sending.id === sample.sendingId)
    const letter = 'ABCDE'[sample.variant] ?? ''
    const name = `${letter}: ${sample.subject}`
    const won = split.winner === sample.variant && split.undecided === null
    return report ? [{ name, report, ...(won && { note: texts.winner }) }] : []
  })
  const kind = split.by === 'opens' ? 'opened' : 'clicked'
  const bases = rows.map(({ report: { figures } }) => ({
    share: didIt(split.by === 'opens' ? figures.opens : figures.clicks),
    ...baseOf(kind, figures.measured),
  }))
  const tooFew = bases.some(({ few }) => few)
  const [first, second] = bases
    .map(({ share, of }) => ({ share: of > 0 ? share / of : 0, of }))
    .sort((a, b) => b.share - a.share)
  const apart =
    first && second
      ? first.share - second.share >
        Math.hypot(marginOf(first.share, first.of), marginOf(second.share, second.of))
      : false
  return (
    <section className="sec" aria-labelledby="split">
      <div className="sech">
        <h2 id="split">{texts.abTest}</h2>
        <p>{texts.abBy[split.by]}</p>
      </div>
      <SideBySide rows={rows} counting="people" margins />
      {split.by !== 'value' && !tooFew && rows.length > 1 && (
        <p className="soft small">{apart ? texts.abClear : texts.abUnclear}</p>
      )}
      {(tooFew || split.undecided !== null) && (
        <p className="note warn">
          <Icon name="alert" />
          <span>{split.winner === null ? sendingTexts.abTooFew : sendingTexts.abNobody}</span>
        </p>
      )}
    </section>
  )
}
