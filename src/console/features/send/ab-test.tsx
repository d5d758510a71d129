/** An A/B test: two to five variants to a share of the audience, the better one to the rest. */

import type { MeasuredAnswer } from '../../../actions/sendings/sending-report.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { baseOf } from '../../shared/sendings/measured.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useSendableNewsletters } from './calls.ts'
import {
  CRITERIA,
  faultsOf,
  type OrderChoice,
  SAME,
  type SplitChoice,
  type VariantChoice,
} from './order.ts'
import { SendStep } from './send-step.tsx'

const MOST_VARIANTS = 5

interface TestedNewsletter {
  id: number
  subject: string
  fromName: string
  /** In several languages: another subject would be in one of them only. */
  translated: boolean
}

export function AbTest(props: {
  order: OrderChoice
  split: SplitChoice
  people: number
  measured: MeasuredAnswer | undefined
  newsletter: TestedNewsletter
  onChange(split: SplitChoice | undefined): void
}) {
  const texts = useTexts('send')
  const { number } = useFigures()
  const { order, split, people, measured, newsletter, onChange } = props
  const faults = faultsOf(order, measured)
  const { share, by, waitHours, variants } = split
  const sample = Math.floor((people * Number(share)) / 100)
  const rest = Math.max(0, people - sample)
  const edit = (at: number, change: Partial<VariantChoice>) =>
    onChange({
      ...split,
      variants: variants.map((one, index) => (index === at ? { ...one, ...change } : one)),
    })
  const base = measured && baseOf(by === 'opens' ? 'opened' : 'clicked', measured)
  const wrong =
    faults.includes('split') || faults.includes('variants') || faults.includes('measured')
  return (
    <SendStep
      id="step-split"
      title={texts.abTest}
      aside={texts.abHint}
      action={<Button onClick={() => onChange(undefined)}>{texts.abDrop}</Button>}
      state={wrong ? 'open' : 'done'}
    >
      {newsletter.translated && <p className="note">{texts.abLanguages}</p>}
      <div className="variants">
        {variants.map((variant, at) => (
          <Variant
            // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its place
            key={at}
            name={'ABCDE'[at] ?? ''}
            variant={variant}
            newsletter={newsletter}
            timed={order.when === 'at'}
            onChange={change => edit(at, change)}
            {...(variants.length > 2 && {
              onRemove: () =>
                onChange({ ...split, variants: variants.filter((_, index) => index !== at) }),
            })}
          />
        ))}
      </div>
      {faults.includes('variants') && <p className="note warn">{texts.abSame}</p>}
      <div className="whenrow">
        {variants.length < MOST_VARIANTS && (
          <Button onClick={() => onChange({ ...split, variants: [...variants, SAME] })}>
            {texts.abAdd}
          </Button>
        )}
        <TextField
          label={texts.abShare}
          value={share}
          onChange={value => onChange({ ...split, share: value })}
          maxLength={3}
        />
        <SelectField
          label={texts.abBy}
          value={by}
          choices={CRITERIA.map(value => ({ value, label: texts.abCriteria[value] }))}
          onChange={value => onChange({ ...split, by: value })}
        />
        <TextField
          label={texts.abWait}
          value={waitHours}
          onChange={value => onChange({ ...split, waitHours: value })}
          maxLength={5}
        />
      </div>
      {base && faults.includes('measured') && (
        <p className="note warn">{texts.abFew(number(base.of), number(people))}</p>
      )}
      <p className="soft">
        {texts.abSum(number(sample), number(variants.length), number(rest))} {texts.abTie}
        {base && !base.few && base.of < people && (
          <> {texts.abMeasured(number(base.of), number(people))}</>
        )}
      </p>
    </SendStep>
  )
}

function Variant(props: {
  name: string
  variant: VariantChoice
  newsletter: TestedNewsletter
  timed: boolean
  onChange(change: Partial<VariantChoice>): void
  onRemove?: () => void
}) {
  const texts = useTexts('send')
  const { name, variant, newsletter, timed, onChange, onRemove } = props
  const others = useSendableNewsletters().data ?? []
  return (
    <fieldset className="variant">
      <legend>{texts.variant(name)}</legend>
      {!newsletter.translated && (
        <TextField
          label={texts.subject}
          hint={variant.subject === '' ? texts.abAs(newsletter.subject) : ''}
          value={variant.subject}
          onChange={subject => onChange({ subject })}
          maxLength={500}
          optional
        />
      )}
      <TextField
        label={texts.from}
        hint={variant.fromName === '' ? texts.abAsNewsletter : ''}
        value={variant.fromName}
        onChange={fromName => onChange({ fromName })}
        maxLength={200}
        optional
      />
      <SelectField
        label={texts.abContent}
        value={variant.newsletterId === undefined ? '' : String(variant.newsletterId)}
        choices={[
          { value: '', label: texts.abAsNewsletter },
          ...others
            .filter(({ id }) => id !== newsletter.id)
            .map(one => ({ value: String(one.id), label: one.name })),
        ]}
        onChange={value => onChange({ newsletterId: value === '' ? undefined : Number(value) })}
      />
      {timed && (
        <label className="whenlabel">
          <span>{texts.abTime}</span>
          <input
            type="datetime-local"
            className="plain-input"
            value={variant.at}
            onChange={event => onChange({ at: event.currentTarget.value })}
          />
        </label>
      )}
      {onRemove && <Button onClick={onRemove}>{texts.abRemove(name)}</Button>}
    </fieldset>
  )
}
