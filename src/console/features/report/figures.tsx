/** The rates of a report, each with its base and the difference from the sending before. */
import type { SendingReport } from '../../../actions/sendings/sending-report.ts'
import { PeopleBar } from '../../parts/charts/outcome-bar.tsx'
import { baseOf, type ReachKind } from '../../shared/sendings/measured.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { byMachines, type Counting, didIt, ratesOf, shownHits } from './numbers.ts'

export function ReportFigures(props: {
  report: SendingReport
  earlier: SendingReport | undefined
  counting: Counting
}) {
  const texts = useTexts('report')
  const sendingTexts = useTexts('sendings')
  const { number, share } = useFigures()
  const { report, earlier, counting } = props
  const { figures, sending } = report
  const { opens, clicks, delivered, sent, values, measured } = figures
  const rates = ratesOf(report, counting)
  const before = earlier && ratesOf(earlier, counting)
  const tracked = sending.tracked !== 'off'
  const hits = (one: typeof opens, kind: ReachKind) => {
    const { of, few } = baseOf(kind, measured)
    const count = number(shownHits(one, counting))
    if (counting === 'all' || one.people === null) return texts.hitsOf(count, number(delivered))
    if (of === delivered) return texts.ofDelivered(count, number(delivered))
    const base = few
      ? sendingTexts.fewMeasured(number(of), number(delivered))
      : sendingTexts.ofMeasured(count, number(of))
    return `${base}; ${texts.inTotal[kind](number(one.byPeople))}`
  }
  // Machines follow many links of an email: more hits than emails are no share.
  const rateOf = (rate: number, one: typeof opens) =>
    rate > 1 || (counting === 'all' && Number.isNaN(rate))
      ? number(shownHits(one, counting))
      : share(rate)
  const left = figures.unsubscribed + figures.optedOut
  return (
    <dl className="figs">
      <div>
        <dt>{texts.opened}</dt>
        <dd>
          {tracked ? rateOf(rates.opened, opens) : '–'}
          {tracked && <Difference now={rates.opened} before={before?.opened} goodUp />}
        </dd>
        <dd className="of">{tracked ? hits(opens, 'opened') : texts.untracked}</dd>
        {tracked && counting === 'all' && (
          <dd>
            <PeopleBar people={didIt(opens)} machines={byMachines(opens)} most={opens.all} />
          </dd>
        )}
      </div>
      <div>
        <dt>{texts.clicked}</dt>
        <dd>
          {tracked ? rateOf(rates.clicked, clicks) : '–'}
          {tracked && <Difference now={rates.clicked} before={before?.clicked} goodUp />}
        </dd>
        <dd className="of">{tracked ? hits(clicks, 'clicked') : texts.untracked}</dd>
        {tracked && counting === 'all' && (
          <dd>
            <PeopleBar people={didIt(clicks)} machines={byMachines(clicks)} most={clicks.all} />
          </dd>
        )}
      </div>
      <div>
        <dt>{texts.bought}</dt>
        {values.length === 0 && <dd>0</dd>}
        {values.map(({ currency, value, closures }) => (
          <dd key={currency}>
            {value} {currency} <small>{texts.orders(number(closures))}</small>
          </dd>
        ))}
        <dd className="of">{texts.afterClick}</dd>
      </div>
      <div>
        <dt>{texts.unsubscribed}</dt>
        <dd>
          {share(rates.unsubscribed)}
          <Difference now={rates.unsubscribed} before={before?.unsubscribed} />
        </dd>
        <dd className="of">{texts.leftAnd(number(left), number(figures.complained))}</dd>
      </div>
      <div>
        <dt>{texts.bounced}</dt>
        <dd>
          {share(rates.bounced)}
          <Difference now={rates.bounced} before={before?.bounced} />
        </dd>
        <dd className="of">{texts.ofSent(number(figures.bounced), number(sent))}</dd>
      </div>
    </dl>
  )
}

/** In percentage points; nothing where there is nothing to compare with. */
function Difference(props: { now: number; before: number | undefined; goodUp?: boolean }) {
  const texts = useTexts('report')
  const { signed } = useFigures()
  const { now, before, goodUp = false } = props
  if (before === undefined || Number.isNaN(now) || Number.isNaN(before)) return null
  const points = Math.round((now - before) * 1000) / 10
  if (points === 0) return null
  const good = points > 0 === goodUp
  return (
    <small className={good ? 'diff t-engaged' : 'diff t-bounced'} title={texts.points}>
      {signed(points)}
      <span className="sr"> {texts.points}</span>
    </small>
  )
}
