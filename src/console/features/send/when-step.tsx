/**
 * When: now, at a time of a zone, at a time in each subscriber's own, or at their best hour; and
 * how much a day.
 */

import type { FunnelAnswer } from '../../../actions/sendings/audiences.ts'
import { useFields } from '../../api/fields.ts'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { YesNo } from '../../parts/small-fields.tsx'
import { zones } from '../../shared/sendings/zone-times.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { BestHourPlan } from './best-hour.tsx'
import { faultsOf, type OrderChoice } from './order.ts'
import { SendStep } from './send-step.tsx'
import type { WhenChoice } from './texts.ts'

const CHOICES: readonly WhenChoice[] = ['now', 'at', 'local', 'best']

export function WhenStep(props: {
  order: OrderChoice
  funnel: FunnelAnswer | undefined
  doneIn: string | undefined
  onChange(order: OrderChoice): void
}) {
  const texts = useTexts('send')
  const { number } = useFigures()
  const fields = useFields().data ?? []
  const { order, funnel, doneIn, onChange } = props
  const { when, at, zone, zoneField, sharePerDay, split } = order
  const faults = faultsOf(order)
  const wrong = faults.some(fault => fault === 'time' || fault === 'zoneField' || fault === 'share')
  const hints: Record<WhenChoice, string> = {
    now: doneIn === undefined ? texts.nowHint : texts.doneIn(doneIn),
    at: zone,
    local: texts.localHint,
    best: texts.bestHint,
  }
  return (
    <SendStep id="step-when" title={texts.when} state={wrong ? 'open' : 'done'}>
      <fieldset className="whens">
        <legend className="sr">{texts.when}</legend>
        {CHOICES.filter(isOffered).map(choice => (
          <label key={choice} className={choice === when ? 'wh on' : 'wh'}>
            <input
              type="radio"
              name="when"
              checked={choice === when}
              onChange={() =>
                onChange({
                  ...order,
                  when: choice,
                  ...(isOfEach(choice) ? { sharePerDay: '' } : { zoneField: undefined }),
                })
              }
            />
            <span>
              <b>{texts.whens[choice]}</b>
              <small>{hints[choice]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {when !== 'now' && (
        <div className="whenrow">
          <TextField
            type="datetime-local"
            label={when === 'best' ? texts.begins : texts.dayAndTime}
            optional={when === 'best'}
            value={at}
            onChange={value => onChange({ ...order, at: value })}
          />
          {when !== 'local' && (
            <SelectField
              label={when === 'best' && fields.length > 0 ? texts.zoneOfOthers : texts.zone}
              value={zone}
              choices={zones().map(name => ({ value: name, label: name }))}
              onChange={value => onChange({ ...order, zone: value })}
            />
          )}
          {isOfEach(when) && fields.length > 0 && (
            <SelectField
              label={texts.zoneField}
              value={zoneField === undefined ? '' : String(zoneField)}
              choices={[
                { value: '', label: when === 'best' ? texts.noZoneField : texts.choose },
                ...fields.map(({ number: field, name }) => ({ value: String(field), label: name })),
              ]}
              onChange={value =>
                onChange({ ...order, zoneField: value === '' ? undefined : Number(value) })
              }
            />
          )}
        </div>
      )}
      {when === 'local' && funnel?.zones && (
        <p className="note">
          <span>{zonesSaid(funnel.zones)}</span>
        </p>
      )}
      {when === 'best' && <BestHourPlan funnel={funnel} />}
      <QuietNote order={order} funnel={funnel} onChange={onChange} />
      {!isOfEach(when) && !split && (
        <details className="archive" open={sharePerDay !== '' || undefined}>
          <summary>{texts.warmUp}</summary>
          <div className="whenrow">
            <TextField
              label={texts.sharePerDay}
              hint={texts.sharePerDayHint}
              value={sharePerDay}
              onChange={value => onChange({ ...order, sharePerDay: value })}
              problem={faults.includes('share') ? texts.shareWrong : undefined}
              maxLength={3}
              optional
            />
          </div>
        </details>
      )}
    </SendStep>
  )

  /** An A/B test has one time for all. */
  function isOffered(choice: WhenChoice): boolean {
    if (!isOfEach(choice)) return true
    return !split && (choice === 'best' || fields.length > 0)
  }

  function zonesSaid(of: NonNullable<FunnelAnswer['zones']>): string {
    const named = of.filter(one => one.zone !== null)
    const none = of.find(one => one.zone === null)?.people ?? 0
    const first = named
      .slice(0, 3)
      .map(one => `${one.zone} ${number(one.people)}`)
      .join(', ')
    return texts.zones(number(named.length), first, number(none), zone)
  }
}

/** Everybody has a time of their own. */
const isOfEach = (choice: WhenChoice): boolean => choice === 'local' || choice === 'best'

/** How many wait for the end of quiet hours, and the choice not to wait. */
function QuietNote(props: {
  order: OrderChoice
  funnel: FunnelAnswer | undefined
  onChange(order: OrderChoice): void
}) {
  const texts = useTexts('send')
  const { number, zonedDay } = useFigures()
  const { order, funnel, onChange } = props
  const plan = funnel?.plan
  const quiet = plan?.quiet
  const waits = plan?.waits ?? 0
  if (!order.anyHour && (!quiet || waits === 0)) return null
  return (
    <div className="stack quiet-note">
      {quiet && plan.last !== null && (
        <p className="note">
          <span>{texts.waits(number(waits), quiet.until, zonedDay(plan.last))}</span>
        </p>
      )}
      <YesNo
        label={texts.anyHour}
        value={order.anyHour}
        onChange={anyHour => onChange({ ...order, anyHour })}
      />
    </div>
  )
}
