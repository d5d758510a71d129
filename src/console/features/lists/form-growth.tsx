/** People who confirmed for a list by its forms: for each form, day by day. */
import './lists.css'
import { Link } from '@tanstack/react-router'
import { useListGrowth } from '../../api/lists.ts'
import { Failure } from '../../parts/states.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { DaysChart } from './days-chart.tsx'

const DAYS = 90

export function FormGrowth({ listId }: { listId: number }) {
  const own = useTexts('lists')
  const { number } = useFormats()
  const { data, error, refetch } = useListGrowth(listId, DAYS)
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  const days = lastDays()
  const forms = [...Map.groupBy(data, ({ formId }) => formId)]
  const counted = forms.map(([formId, rows]) => ({
    formId,
    name: rows.at(-1)!.formName,
    people: rows.reduce((sum, { people }) => sum + people, 0),
    byDay: new Map(rows.map(({ day, people }) => [day, people])),
  }))
  return (
    <section className="stack">
      <h2>{own.byForm}</h2>
      <ul className="form-growth">
        {counted
          .toSorted((one, other) => other.people - one.people)
          .map(({ formId, name, people, byDay }) => (
            <li key={formId}>
              <p>
                <Link to="/forms/$id" params={{ id: String(formId) }}>
                  <bdi>{name}</bdi>
                </Link>{' '}
                <b className="num">{number(people)}</b>
              </p>
              <DaysChart
                days={days.map(day => ({ day, joined: byDay.get(day) ?? 0 }))}
                label={own.byFormChart(name, number(people))}
              />
            </li>
          ))}
      </ul>
    </section>
  )
}

const lastDays = (): string[] =>
  Array.from({ length: DAYS }, (_, before) =>
    new Date(Date.now() - (DAYS - 1 - before) * 86_400_000).toISOString().slice(0, 10),
  )
