/** The values of a rule: a text, a number of days, a day, or what it names. */
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useFieldContents } from '../../api/fields.ts'
import { useNamedByRules } from '../../api/filters.ts'
import { useLists } from '../../api/lists.ts'
import { ChoiceField } from '../../parts/toolbar.tsx'
import { useTexts } from '../../texts/language.tsx'
import { isNameNeeded, isWrongValue, namedBy, RELATIVE_DAY, type Rule } from './rules.ts'

interface ValueProps {
  rule: Rule
  onRule(rule: Rule): void
}

const MOST_DAYS_LENGTH = 5

export function NamedChoice({ rule, deed, onRule }: ValueProps & { deed: Named }) {
  const texts = useTexts('filters')
  const kind = namedBy(deed)!
  const { data: lists = [] } = useLists()
  const { data: others = [] } = useNamedByRules(
    kind === 'list' ? 'newsletter' : kind,
    kind !== 'list',
  )
  const known = (kind === 'list' ? lists : others).map(({ id, name }) => ({
    value: String(id),
    label: name,
  }))
  const any = kind === 'list' ? texts.anyList : texts.anyNewsletter
  const isKnown = rule.of === '' || known.some(({ value }) => value === rule.of)
  return (
    <ChoiceField
      label={texts.named[kind]}
      value={rule.of}
      choices={[
        { value: '', label: isNameNeeded(deed) ? texts.choose : any },
        ...(isKnown ? [] : [{ value: rule.of, label: rule.of }]),
        ...known,
      ]}
      onChange={of => onRule({ ...rule, of })}
    />
  )
}

type Named = Parameters<typeof namedBy>[0]

/** As people write days; filters compare them only in a field of dates. */
const DAY_LIKE = /^\d{1,4}([./-])\d{1,2}\1\d{1,4}\b/

/** A field of texts whose usual values are all days. */
export function DatesAsText({ number }: { number: number }) {
  const texts = useTexts('filters')
  const { data } = useFieldContents(number, 'date')
  const values = data?.values.filter(({ value }) => value !== '') ?? []
  if (values.length === 0 || !values.every(({ value }) => DAY_LIKE.test(value))) return null
  return (
    <small className="soft">
      {texts.datesAsText} <Link to="/fields">{texts.toFields}</Link>
    </small>
  )
}

export function DaysInput({ rule, onRule }: ValueProps) {
  const texts = useTexts('filters')
  return (
    <Input
      label={texts.days}
      value={rule.value}
      problem={isWrongValue(rule) ? texts.notDays : undefined}
      isNumber
      most={MOST_DAYS_LENGTH}
      onChange={value => onRule({ ...rule, value: value.trim() })}
    />
  )
}

export function ValueInput(props: ValueProps & { offered: readonly string[] | undefined }) {
  const { rule, offered, onRule } = props
  const texts = useTexts('filters')
  return (
    <Input
      label={texts.value}
      value={rule.value}
      problem={isWrongValue(rule) ? texts.notNumber : undefined}
      most={1000}
      offered={offered}
      onChange={value => onRule({ ...rule, value })}
    />
  )
}

/** A day from the calendar, or a number of days before or after today; `fixed`: only the first. */
export function DayInput({ rule, fixed = false, onRule }: ValueProps & { fixed?: boolean }) {
  const texts = useTexts('filters')
  const { value } = rule
  const relative = RELATIVE_DAY.exec(value)
  const kind = !relative ? 'day' : relative[1] === '+' ? 'ahead' : 'ago'
  const days = relative?.[2] ?? '0'
  const put = (next: string) => onRule({ ...rule, value: next })
  const inDays = (sign: 'ago' | 'ahead', count: string) =>
    put(count === '0' ? 'today' : `today ${sign === 'ago' ? '-' : '+'} ${count}`)
  return (
    <>
      {!fixed && (
        <ChoiceField
          label={texts.dayKind}
          value={kind}
          choices={(['day', 'ago', 'ahead'] as const).map(one => ({
            value: one,
            label: texts.dayKinds[one],
          }))}
          onChange={next => {
            if (next === 'day') put('')
            else inDays(next as 'ago' | 'ahead', days === '0' ? '30' : days)
          }}
        />
      )}
      {kind === 'day' ? (
        <input
          className="plain-input"
          type="date"
          aria-label={texts.day}
          value={value}
          max="9999-12-31"
          onChange={event => put(event.currentTarget.value)}
        />
      ) : (
        <Input
          label={texts.dayCount}
          value={days}
          isNumber
          most={MOST_DAYS_LENGTH}
          onChange={next => {
            const count = next.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
            inDays(kind, count === '' ? '0' : count)
          }}
        />
      )}
    </>
  )
}

function Input(props: {
  label: string
  value: string
  most: number
  isNumber?: boolean
  problem?: string | undefined
  offered?: readonly string[] | undefined
  onChange(value: string): void
}) {
  const { label, value, most, isNumber, problem, offered = [], onChange } = props
  const texts = useTexts('filters')
  const id = useId()
  return (
    <span className={isNumber ? 'rule-input days' : 'rule-input'}>
      <input
        className="plain-input"
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        placeholder={isNumber ? undefined : label}
        inputMode={isNumber ? 'numeric' : 'text'}
        value={value}
        maxLength={most}
        dir="auto"
        list={offered.length > 0 ? id : undefined}
        onChange={event => onChange(event.currentTarget.value)}
      />
      {isNumber && <span className="soft small">{texts.daysUnit}</span>}
      {problem !== undefined && (
        <small id={`${id}-problem`} className="bad-text">
          {problem}
        </small>
      )}
      {offered.length > 0 && (
        <datalist id={id}>
          {offered.map(choice => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </span>
  )
}
