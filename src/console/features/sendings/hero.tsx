/** How many emails of a sending have an outcome: the one big number, the bar, and each state. */
import { useEffect, useState } from 'react'
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { OutcomeBar } from '../../parts/charts/outcome-bar.tsx'
import { barLabel, outcomesOf, partsOf } from '../../shared/sendings/outcomes.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import type { Rates } from './rates.ts'

const ALWAYS = ['delivered', 'deferred', 'bounced', 'waiting']

export function Hero({ sending, rates }: { sending: LiveSending; rates: Rates }) {
  const texts = useTexts('sendings')
  const { number, rate, moment } = useFigures()
  const of = outcomesOf(sending.counts, sending.planned)
  const parts = partsOf(of, texts.outcomes)
  const { whole } = of
  const lasting = (count: number) => texts.ofSettled(rate(count, whole), number(whole))
  const below: Record<string, string> = {
    delivered: lasting(of.delivered),
    deferred:
      sending.nextTryAt === null ? texts.triedAgain : texts.triedAgainAt(moment(sending.nextTryAt)),
    bounced: lasting(of.bounced),
    complained: texts.ofComplaints,
    withdrawn: lasting(of.withdrawn),
    waiting: texts.underWay(number(of.underWay)),
  }
  return (
    <section className="hero">
      <div>
        <p className="hbig">
          <b>{number(of.settled)}</b>
          <span>{texts.ofHaveOutcome(number(whole))}</span>
        </p>
        <Sentence sending={sending} rates={rates} />
      </div>
      <div>
        <OutcomeBar parts={parts} whole={whole} label={barLabel(parts, number)} size="xl" />
        <div className="hscale" aria-hidden="true">
          <span>0</span>
          <span>25 %</span>
          <span>50 %</span>
          <span>75 %</span>
          <span>{number(whole)}</span>
        </div>
      </div>
      <dl className="outs">
        {parts
          .filter(({ look, count }) => count > 0 || ALWAYS.includes(look))
          .map(({ look, label, count }) => (
            <div key={look}>
              <dt>
                <i className={`dot sq c-${look}`} aria-hidden="true" />
                {label}
              </dt>
              <dd>{number(count)}</dd>
              <dd className="of">{below[look]}</dd>
            </div>
          ))}
      </dl>
      <Spoken share={whole === 0 ? 0 : of.settled / whole} />
    </section>
  )
}

/** Screen readers hear every tenth, not each number. */
function Spoken({ share }: { share: number }) {
  const texts = useTexts('sendings')
  const tenths = Math.floor(share * 10)
  const [said, setSaid] = useState(tenths)
  useEffect(() => setSaid(tenths), [tenths])
  return (
    <span className="sr" role="status">
      {said === 0 ? '' : texts.progressSpoken(`${said * 10} %`)}
    </span>
  )
}

export function Sentence({ sending, rates }: { sending: LiveSending; rates: Rates }) {
  const texts = useTexts('sendings')
  const { number, moment, span, perSecond, zoned, zonedDay } = useFigures()
  const { state, listName, dueAt, startsAt, startedAt, finishedAt, planned } = sending
  const { waiting, deferred } = outcomesOf(sending.counts, sending.planned)
  const sentence = {
    scheduled: texts.startsAt(zonedDay(sending.canUndo ? startsAt : dueAt), listName),
    sending: texts.started(moment(startedAt ?? dueAt), listName),
    paused: texts.pausedNow(listName),
    finished: texts.finishedAt(moment(finishedAt ?? dueAt), listName),
    cancelled: (planned === null ? texts.undoneNow : texts.cancelledNow)(listName),
    unconfirmed: texts.waitsForWord(listName),
  }[state]
  const speed = rates.perSecond
  const timed = sending.waits.reduce((sum, { people }) => sum + people, 0)
  const last = sending.waits.at(-1)
  return (
    <p className="soft wrap">
      {state === 'sending' && waiting + deferred > 0 && (
        <>
          {waiting === 0 &&
            texts.deferredOnly(
              number(deferred),
              sending.nextTryAt === null ? '' : moment(sending.nextTryAt),
            )}
          {last &&
            texts.waitForTime(
              number(timed),
              zonedDay(sending.waits[0]!.until),
              zonedDay(last.until),
            )}
          {waiting > timed && speed <= 0 && texts.leftUnknown}
          {waiting > timed && last && ' '}
          {waiting > timed &&
            speed > 0 &&
            texts.left(
              span((waiting - timed) / speed),
              perSecond(speed),
              zoned(Date.now() + ((waiting - timed) / speed) * 1000),
            )}{' '}
        </>
      )}
      <bdi>{sentence}</bdi>
      {planned === null && state === 'scheduled' && ` ${texts.nothingPlanned}`}
    </p>
  )
}
