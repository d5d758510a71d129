/** The start of a trigger by a feed: its address, when it is read, and its new items. */
import './feeds.css'
import { useEffect, useState } from 'react'
import { useRight } from '../../api/session.ts'
import { useFeedLook, useTryFeed } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useTroubleWords } from '../../parts/said.ts'
import { NumberField } from '../../parts/small-fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { type FeedSchedule, readSchedule, scheduleText } from './feed-schedule.ts'
import { TriedItems } from './tried-items.tsx'
import { useFeedTexts } from './words.ts'

/** In characters. */
const LONGEST_ADDRESS = 2_000
const MOST_FIRST = 20

/** The words of the text that are its fields. */
export const FEED_WORDS = ['feed', 'at', 'first']

export function FeedStart(props: {
  /** Of a saved trigger: its former items are known. */
  triggerId: number | undefined
  /** As written. */
  address: string
  at: string
  first: string | undefined
  mayChange: boolean
  onValue(word: string, value: string): void
}) {
  const { triggerId, address, at, first, mayChange, onValue } = props
  const texts = useFeedTexts()
  const mayTry = useRight('people')
  const [typed, setTyped] = useState(address)
  useEffect(() => setTyped(address), [address])
  const [count, setCount] = useState(first ?? '0')
  useEffect(() => setCount(first ?? '0'), [first])
  const write = () => {
    if (mayChange && typed.trim() !== address) onValue('feed', typed.trim())
  }
  const writeFirst = () => {
    if (mayChange && count !== (first ?? '0')) onValue('first', count)
  }
  return (
    <>
      <fieldset className="plain-set stack" disabled={!mayChange}>
        <form
          onBlur={write}
          onSubmit={event => {
            event.preventDefault()
            write()
          }}
        >
          <TextField
            label={texts.address}
            hint={texts.addressHint}
            value={typed}
            maxLength={LONGEST_ADDRESS}
            optional
            onChange={setTyped}
          />
        </form>
        <ScheduleFields at={at} onChange={next => onValue('at', scheduleText(next))} />
        <form
          onBlur={writeFirst}
          onSubmit={event => {
            event.preventDefault()
            writeFirst()
          }}
        >
          <NumberField
            label={texts.first}
            value={/^\d+$/.test(count) ? Number(count) : undefined}
            least={0}
            most={MOST_FIRST}
            onChange={next => setCount(String(next ?? 0))}
          />
          <small className="faint">{texts.firstHint}</small>
        </form>
      </fieldset>
      {mayTry && <TryNow triggerId={triggerId} url={typed.trim()} first={Number(count) || 0} />}
    </>
  )
}

function ScheduleFields({ at, onChange }: { at: string; onChange(next: FeedSchedule): void }) {
  const texts = useFeedTexts()
  const { weekday } = useFigures()
  // Shown at once: the text has it a moment later, and the next change builds on it.
  const [schedule, setSchedule] = useState(() => readSchedule(at))
  useEffect(() => setSchedule(readSchedule(at)), [at])
  const change = (next: FeedSchedule) => {
    setSchedule(next)
    onChange(next)
  }
  const [time, setTime] = useState(schedule?.time ?? '')
  const written = schedule?.time ?? ''
  useEffect(() => setTime(written), [written])
  if (!schedule) return <p className="soft small">{texts.scheduleInText}</p>
  const { days } = schedule
  const write = () => {
    if (/^\d{2}:\d{2}$/.test(time) && time !== written) change({ ...schedule, time })
  }
  const toggled = (day: number) =>
    days.includes(day) ? days.filter(one => one !== day) : [...days, day].sort()
  return (
    <>
      <fieldset className="field">
        <legend>{texts.days}</legend>
        <span className="feed-days">
          {[1, 2, 3, 4, 5, 6, 7].map(day => (
            <button
              key={day}
              type="button"
              className="btn small"
              aria-pressed={days.includes(day)}
              title={weekday(day, 'long')}
              onClick={() => change({ ...schedule, days: toggled(day) })}
            >
              {weekday(day, 'short')}
            </button>
          ))}
        </span>
        {days.length === 0 && <small className="faint">{texts.everyDay}</small>}
      </fieldset>
      <form
        onBlur={write}
        onSubmit={event => {
          event.preventDefault()
          write()
        }}
      >
        <TextField label={texts.hour} type="time" value={time} onChange={setTime} />
      </form>
    </>
  )
}

function TryNow(props: { triggerId: number | undefined; url: string; first: number }) {
  const { triggerId, url, first } = props
  const texts = useFeedTexts()
  const { moment } = useFigures()
  const troubleWords = useTroubleWords()
  const attempt = useTryFeed()
  const look = useFeedLook(triggerId).data?.look
  return (
    <div className="stack">
      {look?.looked && look.url === url && (
        <p className="soft small">
          {texts.lastRead(moment(look.looked))} {texts.nextRead(moment(look.due))}
        </p>
      )}
      {look && look.url === url && look.trouble !== null && (
        <p className="note bad">
          {texts.failed(look.failures)} {troubleWords(look)}
        </p>
      )}
      <span className="row">
        <Button
          busy={attempt.isPending}
          icon={<Icon name="refresh" />}
          onClick={() => {
            if (url !== '') attempt.mutate({ url, first, ...(triggerId && { triggerId }) })
          }}
        >
          {texts.tryNow}
        </Button>
      </span>
      <small className="faint">{texts.tryHint}</small>
      {attempt.error && <Failure error={attempt.error} />}
      {attempt.data && attempt.variables?.url === url && <TriedItems tried={attempt.data} marked />}
    </div>
  )
}
