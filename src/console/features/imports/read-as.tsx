/** How the values of a column are read: days, decimal signs, countries, the country of numbers. */
import type { FieldAnswer } from '../../../actions/fields/fields.ts'
import type { InspectionAnswer } from '../../../actions/imports/import-reading.ts'
import { ChoiceField } from '../../parts/toolbar.tsx'
import { useFormats, useLanguage, useTexts } from '../../texts/language.tsx'
import { regionsIn } from '../../texts/regions.ts'
import { LEFT_OUT } from './first-rows.tsx'

type SeenColumn = InspectionAnswer['seen'][number]

const DAYS = ['day-first', 'month-first', 'year-first'] as const
const DECIMALS = ['decimal-comma', 'decimal-point'] as const
const AS_IT_STANDS = ''

const isField = (target: string): boolean => /^DD\d+$/.test(target)

type FieldType = FieldAnswer['type']

/** What a column is read as until somebody chooses: the values of a text stay as they are. */
export function usualReading(
  target: string,
  seen: string | null,
  type: FieldType | undefined,
): string | null {
  if (target === 'country-code') return 'country'
  const fitting: readonly string[] = type === 'date' ? DAYS : type === 'number' ? DECIMALS : []
  return fitting.find(one => one === seen) ?? null
}

/** What may be chosen; without any the values are texts. */
function readingsOf(target: string): readonly (typeof DAYS | typeof DECIMALS)[number][] {
  return isField(target) ? [...DAYS, ...DECIMALS] : []
}

export function ReadAs(props: {
  heading: string
  target: string
  value: string | null
  seen: SeenColumn | undefined
  /** Of the field; undefined: no data field. */
  type: FieldType | undefined
  /** Values that do not fit, once they are counted. */
  misfits: number | undefined
  onChange(value: string | null): void
}) {
  const { heading, target, value, type, misfits = 0, onChange } = props
  const texts = useTexts('importSources')
  const { number } = useFormats()
  const { language } = useLanguage()
  if (target === LEFT_OUT) return null
  const choices = [
    { value: AS_IT_STANDS, label: texts.asItStands },
    ...readingsOf(target).map(one => ({ value: one, label: texts.readings[one] })),
    ...(target === 'country-code' ? [{ value: 'country', label: texts.readings.country }] : []),
    ...(target === 'phone'
      ? regionsIn(language).map(({ code, name }) => ({
          value: `phone-${code}`,
          label: texts.phoneOf(name),
        }))
      : []),
  ]
  const keptAsText = type === 'text' && DAYS.some(one => one === (value ?? props.seen?.readAs))
  return (
    <>
      {choices.length > 1 ? (
        <ChoiceField
          label={`${texts.readAs}: ${heading}`}
          value={value ?? AS_IT_STANDS}
          choices={choices}
          onChange={next => onChange(next === AS_IT_STANDS ? null : next)}
        />
      ) : (
        <span className="soft">{texts.asItStands}</span>
      )}
      {misfits > 0 && <span className="sub t-deferred">{texts.misfits(number(misfits))}</span>}
      {keptAsText && <span className="sub t-deferred">{texts.keptAsText}</span>}
      <NotOfType {...props} />
    </>
  )
}

/** A field of numbers or days that gets neither. */
function NotOfType({ type, value, seen }: Parameters<typeof ReadAs>[0]) {
  const { notAll } = useTexts('importSources')
  if (type === undefined || type === 'text' || !seen) return null
  const isRead = (type === 'date' ? DAYS : DECIMALS).some(one => one === value)
  if (isRead || seen.looksLike === type) return null
  return <span className="sub t-deferred">{notAll}</span>
}
