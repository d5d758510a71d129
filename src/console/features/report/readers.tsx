/** The readers' mail programs, and their reasons for leaving: beside the click map. */

import { PeopleBar } from '../../parts/charts/outcome-bar.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useDevices, useReasonsToLeave } from './calls.ts'

const DEVICES = ['phone', 'computer', 'tablet', 'unknown'] as const
const MOST_PROGRAMS = 3

export function Devices({ sendingId }: { sendingId: number }) {
  const texts = useTexts('report')
  const { number, rate } = useFigures()
  const all = useDevices(sendingId).data?.devices ?? []
  const hits = (some: typeof all) => some.reduce((sum, one) => sum + one.opens + one.clicks, 0)
  const whole = hits(all)
  if (whole === 0) return null
  const rows = DEVICES.map(device => {
    const own = all.filter(one => one.device === device)
    const named = own.slice(0, MOST_PROGRAMS).map(({ program, system }) => ({ program, system }))
    return { device, count: hits(own), named }
  }).filter(({ count }) => count > 0)
  return (
    <section className="sec" aria-labelledby="devices">
      <div className="sech">
        <h2 id="devices">{texts.devices}</h2>
        <p>{texts.devicesHint}</p>
      </div>
      <dl className="pairs bars">
        {rows.map(({ device, count, named }) => (
          <div key={device}>
            <dt>
              {texts.deviceNames[device]}
              <span className="sub">
                {named.map(({ program, system }) => [program, system].join(' ').trim()).join(', ')}
              </span>
              <PeopleBar people={count} machines={0} most={whole} />
            </dt>
            <dd>
              {rate(count, whole)}
              <span className="sub">{number(count)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function ReasonsToLeave({ sendingId }: { sendingId: number }) {
  const texts = useTexts('report')
  const { number } = useFigures()
  const reasons = useReasonsToLeave(sendingId).data?.reasons ?? []
  if (reasons.length === 0) return null
  return (
    <section className="sec" aria-labelledby="reasons">
      <div className="sech">
        <h2 id="reasons">{texts.reasons}</h2>
      </div>
      <dl className="pairs">
        {reasons.map(({ reason, people }) => (
          <div key={reason}>
            <dt className="wrap">{reason === '' ? texts.noReason : <bdi>{reason}</bdi>}</dt>
            <dd>{number(people)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
