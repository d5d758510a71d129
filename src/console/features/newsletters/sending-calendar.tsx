/** The calendar: sendings and triggers of a month, day by day. */
import { Link } from '@tanstack/react-router'
import { useCalendar } from '../../api/newsletters.ts'
import { Button } from '../../parts/button.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { useLanguage } from '../../texts/language.tsx'
import { dayAfter, daysShown, monthAfter, weekdays } from './month.ts'
import { STANDING_ICONS, standingOf } from './standing.ts'
import { useNewsletterTexts } from './words.ts'

export function SendingCalendar(props: { month: string; onMonth(month: string): void }) {
  const { month, onMonth } = props
  const { language } = useLanguage()
  const texts = useNewsletterTexts()
  const shown = daysShown(month)
  // The service's days may begin some hours before or after ours.
  const found = useCalendar(dayAfter(shown[0]!, -1), dayAfter(shown.at(-1)!, 2))
  const byDay = Map.groupBy(found.data?.sendings ?? [], ({ dueAt }) => localDay(new Date(dueAt)))
  const triggers = Map.groupBy(found.data?.triggers ?? [], ({ next }) => localDay(new Date(next)))
  const isFree = (one: string) => !byDay.has(one) && !triggers.has(one)
  const today = localDay(new Date())
  const title = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' })
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', weekday: 'long' })
  const time = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const isEmpty = found.data && shown.every(one => !one.startsWith(month) || isFree(one))
  return (
    <section className="calendar-page">
      <div className="toolbar">
        <h2 aria-live="polite">{title.format(new Date(`${month}-15T12:00:00`))}</h2>
        <IconButton
          name={texts.previousMonth}
          icon="previous"
          onClick={() => onMonth(monthAfter(month, -1))}
        />
        <IconButton
          name={texts.nextMonth}
          icon="next"
          onClick={() => onMonth(monthAfter(month, 1))}
        />
        <Button onClick={() => onMonth(today.slice(0, 7))}>{texts.today}</Button>
        <span className="push faint tiny">
          {texts.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
        </span>
      </div>
      {found.error && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {isEmpty && <p className="soft">{texts.noneThisMonth}</p>}
      <ol className="calendar">
        {weekdays(language).map(name => (
          <li key={name} className="weekday" aria-hidden="true">
            {name}
          </li>
        ))}
        {shown.map(one => (
          <li
            key={one}
            className={`day${one.startsWith(month) ? '' : ' other'}${isFree(one) ? ' none' : ''}`}
            aria-current={one === today ? 'date' : undefined}
          >
            <span className="day-number">
              <span aria-hidden="true">{Number(one.slice(8))}</span>
              <span className="day-name">{day.format(new Date(`${one}T12:00:00`))}</span>
            </span>
            {byDay.get(one)?.map(sending => {
              const standing = standingOf(sending)
              return (
                <Link
                  key={sending.id}
                  className={`day-entry ${standing}`}
                  to="/newsletters/$id"
                  params={{ id: String(sending.newsletterId) }}
                  title={`${texts.standings[standing]}: ${sending.name || sending.subject}`}
                >
                  <Icon name={STANDING_ICONS[standing]} />
                  <span className="sr">{texts.standings[standing]}</span>
                  <time dateTime={sending.dueAt}>{time.format(new Date(sending.dueAt))}</time>
                  <span className="trunc">
                    <bdi>{sending.name || sending.subject}</bdi>
                  </span>
                </Link>
              )
            })}
            {triggers.get(one)?.map(trigger => (
              <span key={trigger.id} className="day-entry" title={texts.ofTrigger(trigger.people)}>
                <Icon name="refresh" />
                <time dateTime={trigger.next}>{time.format(new Date(trigger.next))}</time>
                <span className="trunc">
                  <bdi>{trigger.name}</bdi>
                  <span className="sr">, {texts.ofTrigger(trigger.people)}</span>
                </span>
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

const localDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0'))
    .join('-')
