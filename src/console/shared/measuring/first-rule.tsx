/** The rule for people who were not asked, as one of the first questions: kept as it is chosen. */
import { type MeasuredChoice, useMeasuringRule, useSetMeasuringRule } from '../../api/measuring.ts'
import { useRight } from '../../api/session.ts'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { RuleChoice } from './rule-choice.tsx'

export function FirstRule() {
  const texts = useTexts('measuring')
  const toast = useToast()
  const mayChange = useRight('people')
  const rule = useMeasuringRule().data
  const save = useSetMeasuringRule()
  if (!rule) return null
  const { opens, clicks } = rule
  const change = (given: { opens?: MeasuredChoice; clicks?: MeasuredChoice }) =>
    save.mutate(
      { opens, clicks, ...given },
      { onSuccess: () => toast({ text: texts.saved, undo: () => save.mutate({ opens, clicks }) }) },
    )
  const off = !mayChange || save.isPending
  return (
    <details className="archive">
      <summary>
        {texts.firstAsk}{' '}
        <span className="soft">{texts.firstNow(texts.choices[opens], texts.choices[clicks])}</span>
      </summary>
      {save.error && <Failure error={save.error} />}
      <div className="rule-choices">
        <RuleChoice kind="opens" value={opens} off={off} onChange={one => change({ opens: one })} />
        <RuleChoice
          kind="clicks"
          value={clicks}
          off={off}
          onChange={one => change({ clicks: one })}
        />
      </div>
      <p className="soft small">{texts.declinedHint}</p>
    </details>
  )
}
