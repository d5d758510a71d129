/** A sending as it goes on: how many have an outcome, how fast, and what servers say. */
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { SendingProgressAnswer } from '../../../console-api/v1/routes/sendings.ts'
import { useSending } from '../../api/sendings.ts'
import { Legend, OutcomeBar } from '../../parts/charts/outcome-bar.tsx'
import { RateChart } from '../../parts/charts/rate-chart.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTextsOf } from '../../texts/language.tsx'
import { HeldNote } from './held.tsx'
import { barLabel, outcomesOf, partsOf } from './outcomes.ts'
import { type Rates, useRates } from './rates.ts'
import { Replies } from './replies.tsx'
import { SendingHead } from './sending-head.tsx'
import { Steering } from './steering.tsx'
import { sendingsTexts } from './texts.ts'
import '../../parts/charts/charts.css'
import './sendings.css'

export function LivePage() {
  const texts = useTextsOf(sendingsTexts)
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useSending(Number(id))
  if (data) return <Live key={data.id} sending={data} lost={error !== null} />
  return (
    <>
      <PageHead title={id} above={<Link to="/sendings">{texts.sendings}</Link>} />
      <div className="page">
        {error ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows onRetry={() => void refetch()} />
        )}
      </div>
    </>
  )
}

function Live({ sending, lost }: { sending: SendingProgressAnswer; lost: boolean }) {
  const texts = useTextsOf(sendingsTexts)
  const { number } = useFigures()
  const { id, name, state, counts, planned } = sending
  const outcomes = outcomesOf(counts, planned)
  const rates = useRates(outcomes.settled, state === 'sending')
  return (
    <>
      <SendingHead
        id={id}
        name={name}
        state={state}
        actions={
          <>
            <Freshness lost={lost} goesOn={state === 'sending'} />
            {!isHeld(sending) && (
              <Steering of={{ id, state, counts }} waiting={outcomes.waiting + outcomes.deferred} />
            )}
          </>
        }
      />
      <div className="page live-p">
        {isHeld(sending) && (
          <HeldNote
            id={id}
            until={sending.dueAt}
            people={planned === null ? undefined : number(planned)}
          />
        )}
        <Hero sending={sending} rates={rates} />
        {sending.standstill !== null && (
          <p className="note warn" role="status">
            <span>
              <b>{texts.standstill}</b> <span className="wrap">{sending.standstill}</span>
            </span>
          </p>
        )}
        <Speed sending={sending} rates={rates} />
        <div className="two">
          <Replies sending={sending} />
          <LeftOut leftOut={sending.leftOut} />
        </div>
      </div>
    </>
  )
}

/** Sent by the button of the page: it waits, so that it can be undone. */
const isHeld = ({ state, dueAt }: SendingProgressAnswer): boolean =>
  state === 'scheduled' && Date.parse(dueAt) - Date.now() < 60_000

function Freshness({ lost, goesOn }: { lost: boolean; goesOn: boolean }) {
  const texts = useTextsOf(sendingsTexts)
  const { clock } = useFigures()
  const heard = useRef(Date.now())
  if (!lost) heard.current = Date.now()
  if (!lost && !goesOn) return null
  return (
    <span className="fresh">
      <i className={lost ? 'livedot off' : 'livedot'} aria-hidden="true" />
      {lost ? texts.asOf(clock(heard.current)) : texts.live}
    </span>
  )
}

interface ShownSending {
  sending: SendingProgressAnswer
  rates: Rates
}

function Hero({ sending, rates }: ShownSending) {
  const texts = useTextsOf(sendingsTexts)
  const { number, rate, moment } = useFigures()
  const of = outcomesOf(sending.counts, sending.planned)
  const parts = partsOf(of, texts.outcomes)
  const { whole } = of
  const lasting = (count: number) => texts.ofSettled(rate(count, whole), number(whole))
  const below: Record<string, string> = {
    delivered: lasting(of.delivered),
    deferred: texts.triedAgain,
    bounced: lasting(of.bounced),
    complained: texts.ofComplaints,
    withdrawn: lasting(of.withdrawn),
    waiting: texts.underWay(number(of.underWay)),
  }
  const always = ['delivered', 'deferred', 'bounced', 'waiting']
  return (
    <section className="hero">
      <div>
        <p className="hbig">
          <b data-settled={of.settled}>{number(of.settled)}</b>
          <span>{texts.ofHaveOutcome(number(whole))}</span>
        </p>
        <Sentence sending={sending} rates={rates} settled={of.settled} whole={whole} />
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
          .filter(({ look, count }) => count > 0 || always.includes(look))
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
      {sending.finishedAt !== null && <span className="sr">{moment(sending.finishedAt)}</span>}
    </section>
  )
}

/** Screen readers hear every tenth, not each number. */
function Spoken({ share }: { share: number }) {
  const texts = useTextsOf(sendingsTexts)
  const tenths = Math.floor(share * 10)
  const [said, setSaid] = useState(tenths)
  useEffect(() => setSaid(tenths), [tenths])
  return (
    <span className="sr" role="status">
      {said === 0 ? '' : texts.progressSpoken(`${said * 10} %`)}
    </span>
  )
}

function Sentence(props: ShownSending & { settled: number; whole: number }) {
  const texts = useTextsOf(sendingsTexts)
  const { moment, span, perSecond, zoned } = useFigures()
  const { sending, rates, settled, whole } = props
  const { state, listName, dueAt, finishedAt } = sending
  const sentence = {
    scheduled: texts.startsAt(moment(dueAt), listName),
    sending: texts.started(moment(dueAt), listName),
    paused: texts.pausedNow(listName),
    finished: texts.finishedAt(moment(finishedAt ?? dueAt), listName),
    cancelled: texts.cancelledNow(listName),
    unconfirmed: texts.waitsForWord(listName),
  }[state]
  const seconds = rates.perSecond > 0 ? (whole - settled) / rates.perSecond : undefined
  return (
    <p className="soft">
      {state === 'sending' && whole > settled && (
        <>
          {seconds === undefined
            ? texts.leftUnknown
            : texts.left(
                span(seconds),
                perSecond(rates.perSecond),
                zoned(Date.now() + seconds * 1000),
              )}{' '}
        </>
      )}
      <bdi>{sentence}</bdi>
      {sending.planned === null && state === 'scheduled' && ` ${texts.nothingPlanned}`}
    </p>
  )
}

function Speed({ sending, rates }: ShownSending) {
  const texts = useTextsOf(sendingsTexts)
  const { number, clock, perSecond, zoned } = useFigures()
  const of = outcomesOf(sending.counts, sending.planned)
  const goesOn = sending.state === 'sending'
  const { points, perSecond: now } = rates
  if (!goesOn && points.length < 2) return null
  const left = of.whole - of.settled
  const end = goesOn && now > 0 && left > 0 ? Date.now() + (left / now) * 1000 : undefined
  return (
    <section className="sec">
      <div className="sech">
        <h2>{texts.perSecond}</h2>
        <Legend entries={[{ look: 'accent', text: <b>{perSecond(now)}</b> }]} />
      </div>
      {points.length < 2 ? (
        <p className="soft">{texts.collecting}</p>
      ) : (
        <RateChart
          label={texts.perSecondChart(clock(points[0]!.at))}
          points={points}
          end={end}
          endLabel={end === undefined ? '' : texts.doneAbout(zoned(end))}
          nowLabel={texts.perSecondNow(perSecond(now))}
          clock={clock}
          number={number}
        />
      )}
    </section>
  )
}

function LeftOut({ leftOut }: { leftOut: Readonly<Record<string, number>> }) {
  const texts = useTextsOf(sendingsTexts)
  const { number } = useFigures()
  const reasons = Object.entries(leftOut).filter(([, count]) => count > 0)
  if (reasons.length === 0) return null
  return (
    <section className="sec">
      <div className="sech">
        <h2>{texts.leftOut}</h2>
      </div>
      <dl className="pairs">
        {reasons.map(([reason, count]) => (
          <div key={reason}>
            <dt>{texts.leftOutReasons[reason] ?? reason}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
