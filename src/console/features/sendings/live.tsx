/** A running sending, live: outcomes, rate, and replies of servers. */
import { Link, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { useSending } from '../../api/sendings.ts'
import { Legend } from '../../parts/charts/outcome-bar.tsx'
import { RateChart } from '../../parts/charts/rate-chart.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { DueHours } from '../../shared/sendings/due-hours.tsx'
import { outcomesOf } from '../../shared/sendings/outcomes.ts'
import { PeopleRemovedNote } from '../../shared/sendings/people-removed-note.tsx'
import { SendingHead } from '../../shared/sendings/sending-head.tsx'
import { StandstillNote } from '../../shared/sendings/standstill-note.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { GroupTable } from './groups.tsx'
import { HeldNote, isHeld } from './held.tsx'
import { Hero, Sentence } from './hero.tsx'
import { Planned } from './planned.tsx'
import { type Rates, useRates } from './rates.ts'
import { Replies } from './replies.tsx'
import { SplitProgress } from './split-progress.tsx'
import { Steering } from './steering.tsx'
import '../../parts/charts/charts.css'
import '../../shared/sendings/sendings.css'

export function LivePage() {
  const texts = useTexts('sendings')
  const { id } = useParams({ from: '/sendings/$id' })
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

function Live({ sending, lost }: { sending: LiveSending; lost: boolean }) {
  const texts = useTexts('sendings')
  const { number } = useFigures()
  const { id, name, state, counts, planned, dueAt } = sending
  const outcomes = outcomesOf(counts, planned)
  const rates = useRates(outcomes.settled, state === 'sending', sending)
  const held = isHeld(sending)
  return (
    <>
      <SendingHead
        id={id}
        name={name}
        state={state}
        actions={
          <>
            <Freshness lost={lost} goesOn={state === 'sending'} />
            {!held && <Steering of={sending} waiting={outcomes.waiting + outcomes.deferred} />}
          </>
        }
      />
      <div className="page live-p">
        <PeopleRemovedNote of={sending.peopleRemoved} />
        {held && (
          <HeldNote
            id={id}
            newsletterId={sending.newsletterId}
            until={sending.startsAt}
            people={planned === null ? undefined : number(planned)}
          />
        )}
        {sending.parentId !== null && (
          <p className="soft">
            <Link to="/sendings/$id" params={{ id: String(sending.parentId) }}>
              {texts.sampleOf}
            </Link>
          </p>
        )}
        {sending.planned === null ? (
          <Sentence sending={sending} rates={rates} />
        ) : (
          <Hero sending={sending} rates={rates} />
        )}
        {!waitsForWinner(sending) && <StandstillNote of={sending.stands} />}
        {sending.split && (
          <SplitProgress
            sendingId={id}
            split={sending.split}
            dueAt={dueAt}
            waits={sending.planned === null && state === 'scheduled'}
          />
        )}
        {sending.order && <Planned sending={sending} order={sending.order} />}
        <Speed sending={sending} rates={rates} />
        <ToCome of={sending} />
        {sending.planned !== null && (
          <div className="live-two">
            <div>
              <GroupTable
                title={texts.byProvider}
                head={texts.provider}
                groups={sending.providers}
                empty={texts.otherDomains}
              />
              <GroupTable
                title={texts.byRoute}
                head={texts.route}
                groups={sending.routes}
                empty="–"
              />
            </div>
            <div>
              <Replies sending={sending} />
              <LeftOut leftOut={sending.leftOut} />
            </div>
          </div>
        )}
      </div>
    </>
  )
}

/** That is how it goes, and its samples say when it ends. */
const waitsForWinner = ({ split, state, planned }: LiveSending): boolean =>
  split !== null && state === 'scheduled' && planned === null

function Freshness({ lost, goesOn }: { lost: boolean; goesOn: boolean }) {
  const texts = useTexts('sendings')
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

function Speed({ sending, rates }: { sending: LiveSending; rates: Rates }) {
  const texts = useTexts('sendings')
  const { number, clock, perSecond, zoned } = useFigures()
  const { waiting } = outcomesOf(sending.counts, sending.planned)
  const goesOn = sending.state === 'sending'
  const { points, perSecond: now } = rates
  if (!goesOn && points.length < 2) return null
  const end = goesOn && now > 0 && waiting > 0 ? Date.now() + (waiting / now) * 1000 : undefined
  return (
    <section className="sec">
      <div className="sech">
        <h2>{texts.perSecond}</h2>
        {sending.perMinute !== null && <p>{texts.slowedTo(number(sending.perMinute))}</p>}
        {goesOn && (
          <span className="push">
            <Legend entries={[{ look: 'accent', text: <b>{perSecond(now)}</b> }]} />
          </span>
        )}
      </div>
      {points.length < 2 ? (
        <p className="soft">{texts.collecting}</p>
      ) : (
        <RateChart
          label={texts.perSecondChart(clock(points[0]!.at))}
          points={points}
          end={end}
          endLabel={end === undefined ? '' : texts.doneAbout(zoned(end))}
          nowLabel={texts.perSecondNow(perSecond(points.at(-1)!.rates[0]!))}
          names={{ time: texts.when, rate: texts.perSecond }}
          clock={clock}
          number={number}
        />
      )}
    </section>
  )
}

/** Emails that wait for their time, where these are several. */
function ToCome({ of: { waits } }: { of: LiveSending }) {
  const texts = useTexts('sendings')
  if (waits.length < 2) return null
  return (
    <section className="sec">
      <div className="sech">
        <h2>{texts.toCome}</h2>
      </div>
      <DueHours moments={waits.map(({ until, people }) => ({ at: until, people }))} />
    </section>
  )
}

function LeftOut({ leftOut }: { leftOut: Readonly<Record<string, number>> }) {
  const texts = useTexts('sendings')
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
