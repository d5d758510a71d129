/** The first hours, 72 at most, added up, with an earlier sending as ghost. */
import type { SendingReport } from '../../../actions/sendings/sending-report.ts'
import { LineChart } from '../../parts/charts/line-chart.tsx'
import { Legend } from '../../parts/charts/outcome-bar.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useHours } from './calls.ts'
import { type Counting, curveOf, hoursSince, isPartly, sharesOf, spanOf } from './numbers.ts'

const HOUR_MILLIS = 3_600_000

export function FirstHours(props: {
  report: SendingReport
  earlier: SendingReport | undefined
  counting: Counting
}) {
  const texts = useTexts('report')
  const { number, hour, day } = useFigures()
  const { report, earlier, counting } = props
  const sendingId = report.sending.id
  const hours = useHours(sendingId, true).data
  const before = useHours(earlier?.sending.id).data
  if (!hours?.began) return null
  const began = Date.parse(hours.began)
  const passed = hoursSince(hours.began)
  const span = spanOf(passed)
  const at = (place: number) => began + place * HOUR_MILLIS
  const partly = [report, earlier].some(one => one && isPartly(one))
  const asShares = counting === 'people' && partly
  // Counts of two sendings say nothing beside each other when others were measured.
  const hasGhost = counting === 'people' || !partly
  const line = (kind: 'opens' | 'clicks') => {
    const curve = curveOf(hours.hours, kind, passed)
    const ghost = hasGhost && before && curveOf(before.hours, kind, hoursSince(before.began))
    const shown = (people: number[], of: SendingReport) =>
      asShares ? sharesOf(people, of, kind) : people
    const ghostShown = ghost && earlier ? shown(ghost.people, earlier) : []
    return {
      values: shown(curve.people, report),
      ...(counting === 'all' && { machines: curve.machines }),
      ...(ghostShown.length > 0 && { ghost: ghostShown.slice(0, span + 1) }),
    }
  }
  const lines = [
    { name: texts.opened, look: 'engaged' as const, ...line('opens') },
    { name: texts.clicked, look: 'clicked' as const, ...line('clicks') },
  ]
  return (
    <section className="sec" aria-labelledby="first-hours">
      <div className="sech">
        <h2 id="first-hours">{texts.firstHours(number(span))}</h2>
        {asShares && <p>{texts.shareOfMeasured}</p>}
        <span className="push">
          <Legend
            entries={[
              { look: 'engaged', text: texts.opened },
              { look: 'clicked', text: texts.clicked },
              ...(earlier?.sending.began && lines.some(({ ghost }) => ghost)
                ? [
                    {
                      look: 'ghost' as const,
                      dashed: true,
                      text: (
                        <>
                          <bdi className="trunc">{earlier.sending.name}</bdi>
                          {day(earlier.sending.began)}
                          {isPartly(earlier) &&
                            `, ${texts.ofSomeMeasured(number(earlier.figures.measured.opens))}`}
                        </>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </span>
      </div>
      <LineChart
        label={texts.hoursChart(number(span))}
        momentLabel={texts.hourSlider}
        lines={lines}
        places={span + 1}
        placeName={place => texts.hoursAfter(hour(at(place)), number(place))}
        marks={[0, 1, 2, 3].map(third => (third * span) / 3)}
        markName={mark => hour(at(mark))}
        number={asShares ? value => `${number(value)} %` : number}
      />
    </section>
  )
}
