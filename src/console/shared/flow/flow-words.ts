/** The words of steps and starts: their values written out in the language of the page. */
import { useMemo } from 'react'
import { unitsIn } from '../../../words/units.ts'
import type { FlowAnswer } from '../../api/triggers.ts'
import { type Figures, useFigures } from '../../texts/figures.ts'
import { type Catalogue, perLanguage, useLanguage, useTexts } from '../../texts/language.tsx'

type Coded = FlowAnswer['start']
type Way = FlowAnswer['steps'][number]['ways'][number]['way']

const units = perLanguage(unitsIn)

/** A headline, and a line below it; an unknown code stands for itself. */
export function useFlowWords(): (coded: Coded) => readonly [string, string?] {
  const texts = useTexts('triggers')
  const { weekday, localDay } = useFigures()
  const unit = units(useLanguage())
  return useMemo(() => worded(texts, unit, { weekday, localDay }), [texts, unit, weekday, localDay])
}

/** Beside a line of the drawing. */
export function useWayWords(): (way: Way) => string {
  const { yes, no, notMeasured } = useTexts('triggers')
  return way =>
    way === 'next' ? '' : way === 'unmeasured' ? notMeasured : way === 'then' ? yes : no
}

function worded(
  { said, stepKinds }: Pick<Catalogue['triggers'], 'said' | 'stepKinds'>,
  unit: ReturnType<typeof units>,
  { weekday, localDay }: Pick<Figures, 'weekday' | 'localDay'>,
): (coded: Coded) => readonly [string, string?] {
  const written: Record<string, (value: string | number) => string> = {
    days: value => unit.days(Number(value)),
    minutes: value => unit.minutes(Number(value)),
    weekday: value => weekday(Number(value), 'long'),
    weekdays: value =>
      String(value)
        .split(',')
        .filter(Boolean)
        .map(day => weekday(Number(day), 'short'))
        .join(', '),
    until: value => localDay(String(value)),
    does: value => (stepKinds as Record<string, string>)[value] ?? String(value),
  }
  return ({ code, values }) => {
    const texted = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        written[name]?.(value) ?? String(value),
      ]),
    )
    return said[code]?.(texted) ?? [code]
  }
}
