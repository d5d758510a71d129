/** The fields of one rule: subject, operator and value. */
import { useId } from 'react'
import { useAllFields } from '../../api/fields.ts'
import { useLists } from '../../api/lists.ts'
import { ChoiceField } from '../../parts/toolbar.tsx'
import { useTexts } from '../../texts/language.tsx'
import { COLUMNS, isDeed, type Rule, type RuleTest, type Subject, testsOf } from './rules.ts'

export function RuleFields(props: { rule: Rule; mayChange: boolean; onRule(rule: Rule): void }) {
  const { rule, mayChange, onRule } = props
  const texts = useTexts('filters')
  const { data: fields = [] } = useAllFields()
  const { data: lists = [] } = useLists()
  const { subject, test, value, not } = rule
  const typeOf = (one: Subject) => fields.find(({ field }) => field === one)?.type
  const tests = testsOf(subject, typeOf(subject))
  const subjects = [
    ...COLUMNS.map(one => ({ value: one, label: texts.subjects[one] })),
    ...(['list', 'left', 'opened', 'clicked', 'bounced'] as const).map(one => ({
      value: one,
      label: texts.subjects[one],
    })),
    ...fields
      .filter(({ activated, inUse, field }) => (activated && inUse) || field === subject)
      .map(({ field, name }) => ({ value: field, label: name })),
  ]
  const about = (next: Subject) => {
    const [usual = 'is'] = testsOf(next, typeOf(next))
    const first = next === 'list' ? String(lists[0]?.id ?? '') : ''
    const kept = isDeed(next) || isDeed(subject) ? first : value
    const known = testsOf(next, typeOf(next)).includes(test)
    onRule({ ...rule, subject: next, test: known ? test : usual, value: kept })
  }
  return (
    <fieldset className="rule-fields" disabled={!mayChange}>
      <legend className="sr">{texts.rule}</legend>
      <ChoiceField
        label={texts.rule}
        value={subject}
        choices={subjects}
        onChange={next => about(next as Subject)}
      />
      <button
        type="button"
        className="not"
        aria-pressed={not}
        onClick={() => onRule({ ...rule, not: !not })}
      >
        {texts.not}
      </button>
      {tests.length > 0 && (
        <ChoiceField
          label={texts.comparison}
          value={test}
          choices={tests.map(one => ({ value: one, label: texts.tests[one] }))}
          onChange={next => onRule({ ...rule, test: next as RuleTest })}
        />
      )}
      {subject === 'list' && (
        <ChoiceField
          label={texts.subjects.list}
          value={value}
          choices={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={next => onRule({ ...rule, value: next })}
        />
      )}
      {subject === 'left' && (
        <ChoiceField
          label={texts.subjects.left}
          value={value}
          choices={[
            { value: '', label: texts.anyList },
            ...lists.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={next => onRule({ ...rule, value: next })}
        />
      )}
      {isDeed(subject) && subject !== 'list' && subject !== 'left' && (
        <RuleInput label={texts.days} rule={rule} most={5} onRule={onRule} />
      )}
      {!isDeed(subject) && test !== 'empty' && (
        <RuleInput
          label={valueLabel(test, texts)}
          rule={rule}
          most={1000}
          offered={fields.find(({ field }) => field === subject)?.choices}
          onRule={onRule}
        />
      )}
    </fieldset>
  )
}

const valueLabel = (test: RuleTest, texts: { value: string; day: string }): string =>
  test.startsWith('date') ? texts.day : texts.value

function RuleInput(props: {
  label: string
  rule: Rule
  most: number
  offered?: readonly string[] | undefined
  onRule(rule: Rule): void
}) {
  const { label, rule, most, offered = [], onRule } = props
  const id = useId()
  return (
    <>
      <input
        className="plain-input"
        aria-label={label}
        placeholder={label}
        inputMode={most === 5 ? 'numeric' : 'text'}
        value={rule.value}
        maxLength={most}
        list={offered.length > 0 ? id : undefined}
        onChange={event => onRule({ ...rule, value: event.currentTarget.value })}
      />
      {offered.length > 0 && (
        <datalist id={id}>
          {offered.map(choice => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </>
  )
}
