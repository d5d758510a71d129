/** Providers by outcome: a darker cell is worse than the average of this email. */

import type { MeasuredAnswer } from '../../../actions/sendings/sending-report.ts'
import { baseOf, type ReachKind } from '../../shared/sendings/measured.ts'
import { outcomesOf } from '../../shared/sendings/outcomes.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useProviders } from './calls.ts'

export function ProviderTable({ sendingId }: { sendingId: number }) {
  const texts = useTexts('report')
  const { number, rate } = useFigures()
  const providers = useProviders(sendingId).data?.providers ?? []
  if (providers.length === 0) return null
  const all = providers.map(one => ({ ...one, of: outcomesOf(one.counts, null) }))
  const rateOf = (count: number, kind: ReachKind, measured: MeasuredAnswer) => {
    const base = baseOf(kind, measured)
    return rate(count, base.few ? 0 : base.of)
  }
  const sum = (pick: (one: (typeof all)[number]) => number) =>
    all.reduce((total, one) => total + pick(one), 0)
  const mean =
    sum(({ of }) => of.bounced) /
    Math.max(
      1,
      sum(({ of }) => of.whole),
    )
  return (
    <section className="sec" aria-labelledby="providers">
      <div className="sech">
        <h2 id="providers">{texts.byProvider}</h2>
        <p>{texts.darker}</p>
      </div>
      <table className="flush">
        <thead>
          <tr>
            <th>{texts.provider}</th>
            <th className="num">{texts.sent}</th>
            <th className="num">{texts.outcomes.delivered}</th>
            <th className="num hide-s">{texts.outcomes.deferred}</th>
            <th className="num">{texts.bounced}</th>
            <th className="num hide-s">{texts.opened}</th>
            <th className="num hide-s">{texts.clicked}</th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ provider, of, opened, clicked, measured }) => (
            <tr key={provider}>
              <td className="wrap">{provider || texts.otherDomains}</td>
              <td className="num">{number(of.whole)}</td>
              <td className="num">{rate(of.delivered, of.whole)}</td>
              <td className="num hide-s">{rate(of.deferred, of.whole)}</td>
              <td className="num">
                <span className={`hc h${heatOf(of.bounced / Math.max(1, of.whole), mean)}`}>
                  {rate(of.bounced, of.whole)}
                </span>
              </td>
              <td className="num hide-s">{rateOf(opened, 'opened', measured)}</td>
              <td className="num hide-s">{rateOf(clicked, 'clicked', measured)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** How much worse than the mean, from 0 to 3. */
const heatOf = (share: number, mean: number): number =>
  mean > 0 ? Math.min(3, Math.max(0, Math.floor(share / mean - 0.25))) : 0
