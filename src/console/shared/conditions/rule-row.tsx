/** The fields of one rule: subject, operator and value. */
import { useAllFields } from '../../api/fields.ts'
import { useLists } from '../../api/lists.ts'
import { ChoiceField } from '../../parts/toolbar.tsx'
import { useTexts } from '../../texts/language.tsx'
import { DatesAsText, DayInput, DaysInput, NamedChoice, ValueInput } from './rule-values.tsx'
import {
  COLUMNS,
  DEEDS,
  type EventValue,
  isDeed,
  isOfEvent,
  namedBy,
  type Rule,
  type RuleTest,
  type Subject,
  testsOf,
} from './rules.ts'

export function RuleFields(props: {
  rule: Rule
  eventValues: readonly EventValue[] | undefined
  mayChange: boolean
  onRule(rule: Rule): void
}) {
  const { rule, eventValues = [], mayChange, onRule } = props
  const texts = useTexts('filters')
  const { data: fields = [] } = useAllFields()
  const { data: lists = [] } = useLists()
  const { subject, test, value, of, not } = rule
  const typeOf = (one: Subject) =>
    isOfEvent(one) ? 'event' : fields.find(({ field }) => field === one)?.type
  const ofEvent = eventValues.map(({ path }): Subject => `event.${path}`)
  const tests = testsOf(subject, typeOf(subject))
  const subjects = [
    ...COLUMNS.map(one => ({ value: one, label: texts.subjects[one] })),
    ...DEEDS.map(one => ({ value: one, label: texts.subjects[one] })),
    ...fields
      .filter(({ activated, inUse, field }) => (activated && inUse) || field === subject)
      .map(({ field, name }) => ({ value: field, label: name })),
    ...[...new Set(isOfEvent(subject) ? [...ofEvent, subject] : ofEvent)].map(one => ({
      value: one,
      label: texts.ofEvent(one.slice('event.'.length)),
    })),
  ]
  const about = (next: Subject) => {
    const possible = testsOf(next, typeOf(next))
    const isKept = isDeed(next) === isDeed(subject)
    onRule({
      ...rule,
      subject: next,
      test: possible.includes(test) ? test : (possible[0] ?? 'is'),
      value: isKept && test !== 'joined since' ? value : '',
      of: ofNext(subject, next, of) ?? (next === 'list' ? String(lists[0]?.id ?? '') : ''),
    })
  }
  const kind = test.split(' ')[0]
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
      {isDeed(subject) && namedBy(subject) && (
        <NamedChoice rule={rule} deed={subject} onRule={onRule} />
      )}
      {tests.length > 0 && (
        <ChoiceField
          label={texts.comparison}
          value={test}
          choices={tests.map(one => ({ value: one, label: texts.tests[one] }))}
          onChange={next => onRule(withTest(rule, next as RuleTest))}
        />
      )}
      {isDeed(subject) ? (
        <DeedValue rule={rule} onRule={onRule} />
      ) : kind === 'date' ? (
        <DayInput rule={rule} onRule={onRule} />
      ) : (
        test !== 'empty' && (
          <ValueInput
            rule={rule}
            offered={fields.find(({ field }) => field === subject)?.choices}
            onRule={onRule}
          />
        )
      )}
      {subject.startsWith('DD') && typeOf(subject) === 'text' && (
        <DatesAsText number={Number(subject.slice(2))} />
      )}
    </fieldset>
  )
}

/** What it names stays if the next deed names the like. */
const ofNext = (before: Subject, next: Subject, of: string): string | undefined =>
  isDeed(before) && isDeed(next) && namedBy(before) === namedBy(next) && of !== '' ? of : undefined

/** A value of another kind of test goes. */
function withTest(rule: Rule, test: RuleTest): Rule {
  const kindOf = (one: RuleTest) =>
    /^(number|date|bounced|measured|joined \w+)/.exec(one)?.[0] ?? 'text'
  return { ...rule, test, value: kindOf(test) === kindOf(rule.test) ? rule.value : '' }
}

function DeedValue({ rule, onRule }: { rule: Rule; onRule(rule: Rule): void }) {
  const { subject, test } = rule
  const timeless: Subject[] = ['list', 'import', 'form', 'measured']
  if (timeless.includes(subject)) return null
  if (test === 'joined since') return <DayInput rule={rule} fixed onRule={onRule} />
  return <DaysInput rule={rule} onRule={onRule} />
}
