/** The rule for opens, or clicks, of people who were not asked: three ways, a sentence each. */
import type { MeasuredChoice } from '../../api/measuring.ts'
import { useTexts } from '../../texts/language.tsx'
import './rule-choice.css'

const CHOICES: readonly MeasuredChoice[] = ['person', 'total', 'none']

export function RuleChoice(props: {
  kind: 'opens' | 'clicks'
  value: MeasuredChoice
  off?: boolean
  onChange(value: MeasuredChoice): void
}) {
  const { kind, value, off = false, onChange } = props
  const texts = useTexts('measuring')
  const hints = kind === 'opens' ? texts.opensHints : texts.clicksHints
  return (
    <fieldset className="rule-choice" disabled={off}>
      <legend>{kind === 'opens' ? texts.ofOpens : texts.ofClicks}</legend>
      {CHOICES.map(choice => (
        <label key={choice} className={choice === value ? 'on' : ''}>
          <input
            type="radio"
            name={`rule of ${kind}`}
            checked={choice === value}
            onChange={() => onChange(choice)}
          />
          <span>
            <b>{texts.choices[choice]}</b>
            <small>{hints[choice]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
