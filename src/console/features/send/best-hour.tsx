/** A sending at the best hour of each: how many have one, and how many emails are due when. */
import type { FunnelAnswer } from '../../../actions/sendings/audiences.ts'
import { DueHours } from '../../shared/sendings/due-hours.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function BestHourPlan({ funnel }: { funnel: FunnelAnswer | undefined }) {
  const texts = useTexts('send')
  const { number, zonedDay } = useFigures()
  const plan = funnel?.plan
  if (!plan?.bestHour || plan.moments.length === 0) return null
  const { own, others, hour, estimated } = plan.bestHour
  const clock = hour === null ? undefined : `${String(hour).padStart(2, '0')}:00`
  return (
    <div className="stack best-hour">
      <p className="note">
        <span>
          {own === 0
            ? texts.bestNone(zonedDay(plan.moments[0]!.at))
            : texts.bestSaid(number(own), number(others), clock)}
          {estimated && ` ${texts.bestEstimated}`}
        </span>
      </p>
      {plan.moments.length > 1 && (
        <>
          <h3>{texts.bestPlan}</h3>
          <DueHours moments={plan.moments} />
        </>
      )}
    </div>
  )
}
