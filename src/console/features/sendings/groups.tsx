/** The outcomes of emails by provider or by relay, each with its bar. */
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { OutcomeBar } from '../../parts/charts/outcome-bar.tsx'
import { barLabel, outcomesOf, partsOf } from '../../shared/sendings/outcomes.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function GroupTable(props: {
  title: string
  head: string
  groups: LiveSending['providers']
  /** The label of a group without a name. */
  empty: string
}) {
  const texts = useTexts('sendings')
  const { number, perSecond } = useFigures()
  const { title, head, groups, empty } = props
  if (groups.length === 0) return null
  return (
    <section className="sec">
      <div className="sech">
        <h2>{title}</h2>
      </div>
      <table className="flush prov">
        <thead>
          <tr>
            <th>{head}</th>
            <th className="num">{texts.outcomes.delivered}</th>
            <th className="num hide-s">{texts.outcomes.deferred}</th>
            <th className="num hide-s">{texts.outcomes.bounced}</th>
            <th className="num">{texts.aSecond}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(group => {
            const of = outcomesOf(group.counts, null)
            const parts = partsOf(of, texts.outcomes)
            return (
              <tr key={group.name}>
                <td>
                  <span className="wrap">{group.name || empty}</span>
                  <OutcomeBar parts={parts} whole={of.whole} label={barLabel(parts, number)} />
                </td>
                <td className="num">
                  {number(of.delivered)}
                  <span className="sub">{texts.ofWhole(number(of.whole))}</span>
                </td>
                <td className={of.deferred > 0 ? 'num hide-s t-deferred' : 'num hide-s'}>
                  {number(of.deferred)}
                </td>
                <td className={of.bounced > 0 ? 'num hide-s t-bounced' : 'num hide-s'}>
                  {number(of.bounced)}
                </td>
                <td className="num">{group.perSecond > 0 ? perSecond(group.perSecond) : '–'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
