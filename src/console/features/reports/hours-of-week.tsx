/** When people open: a row for each day of the week, darker where more of them do. */
import type { OverTimeAnswer } from '../../../actions/sendings/over-time.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** Every sixth hour is named. */
const NAMED = 6
/** Steps of darkness, beside none. */
const STEPS = 4

export function HoursOfWeek({ hours, zone }: Pick<OverTimeAnswer, 'hours'> & { zone: string }) {
  const texts = useTexts('overTime')
  const { number, weekday } = useFigures()
  const people = new Map(hours.map(one => [`${one.day} ${one.hour}`, one.people]))
  const most = Math.max(1, ...people.values())
  const best = hours.toSorted((a, b) => b.people - a.people)[0]
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  return (
    <section className="sec" aria-labelledby="hours">
      <div className="sech">
        <h2 id="hours">{texts.hours}</h2>
        <p>{texts.hoursHint(zone)}</p>
      </div>
      <table className="hours-of-week" aria-label={texts.hoursLabel}>
        <thead>
          <tr>
            <td />
            {HOURS.map(hour => (
              <th key={hour} scope="col">
                {hour % NAMED === 0 ? clock(hour) : <span className="sr">{clock(hour)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAYS.map(day => (
            <tr key={day}>
              <th scope="row">{weekday(day, 'short')}</th>
              {HOURS.map(hour => {
                const count = people.get(`${day} ${hour}`) ?? 0
                return (
                  <td key={hour} className={`h${Math.ceil((count / most) * STEPS)}`}>
                    <span className="sr">{number(count)}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {best && <p className="soft">{texts.best(weekday(best.day, 'long'), clock(best.hour))}</p>}
    </section>
  )
}
