/** How many emails are due in each hour: before a sending, and of those that are still to come. */
import { HourBars } from '../../parts/charts/hour-bars.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function DueHours({ moments }: { moments: readonly { at: string; people: number }[] }) {
  const texts = useTexts('sendings')
  const { number, hour } = useFigures()
  return (
    <HourBars
      label={texts.dueHours}
      points={moments.map(({ at, people }) => ({ at: Date.parse(at), count: people }))}
      names={{ time: texts.dueHour, count: texts.dueEmails }}
      hour={hour}
      number={number}
    />
  )
}
