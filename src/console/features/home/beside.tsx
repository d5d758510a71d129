/** Beside the to-dos: growth, and health against thresholds. */
import { Link } from '@tanstack/react-router'
import type { HomeAnswer } from '../../../actions/home/home.ts'
import { GrowthChart } from '../../parts/charts/growth-chart.tsx'
import { TickBar } from '../../parts/charts/outcome-bar.tsx'
import { useTroubleWords } from '../../parts/said.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

/** The age of a count is shown from then on. */
const OLD_MILLIS = 60_000

export function Growth({ growth }: { growth: HomeAnswer['growth'] }) {
  const texts = useTexts('home')
  const { number, signed, day, span } = useFigures()
  const { subscribers, days, countedAt, counting } = growth
  const age = Math.max(0, Date.now() - Date.parse(countedAt))
  const joined = days.reduce((sum, one) => sum + one.joined, 0)
  const left = days.reduce((sum, one) => sum + one.left, 0)
  return (
    <section aria-labelledby="growth">
      <div className="sech">
        <h2 id="growth">{texts.subscribers}</h2>
        <span className="push">
          <Link className="small" to="/subscribers">
            {texts.all}
          </Link>
        </span>
      </div>
      <p className="bignum">{number(subscribers)}</p>
      {(counting || age > OLD_MILLIS) && (
        <p className="faint tiny" role="status">
          {texts.counted(span(age / 1000))} {counting && texts.countingAgain}
        </p>
      )}
      {days.length > 0 && (
        <p className="soft small">
          {texts.growth(signed(joined - left), number(days.length), number(joined), number(left))}
        </p>
      )}
      {days.length > 1 && (
        <GrowthChart
          label={texts.growthChart}
          days={days.map(one => ({ day: one.day, came: one.joined, left: one.left }))}
          names={{ day: texts.day, came: texts.joined, left: texts.wentAway }}
          day={day}
          number={number}
        />
      )}
    </section>
  )
}

/** Of hard bounces, as receivers see it. */
const GOOD_BOUNCES = 0.02

export function Health({ health }: { health: HomeAnswer['health'] }) {
  const troubleWords = useTroubleWords()
  const texts = useTexts('home')
  const { number, rate, share, moment } = useFigures()
  const { trouble, limits, waiting, routes, workers, lastCall, failedCalls } = health
  const { emails, complaints, bounces } = trouble
  const part = (count: number) => (emails > 0 ? count / emails : 0)
  const up = routes.filter(({ state }) => state === 'in-use').length
  const bad = routes.find(({ reason }) => reason !== null)
  const limit = texts.complaintLimits(share(limits.watch), share(limits.stop))
  return (
    <section className="sec" aria-labelledby="health">
      <div className="sech">
        <h2 id="health">{texts.health}</h2>
        <p>{texts.days30}</p>
      </div>
      <dl className="health">
        <div>
          <dt>
            {texts.complaints}
            <span className="sub">{texts.ofSent(number(complaints), number(emails))}</span>
          </dt>
          <dd>
            <b>{rate(complaints, emails)}</b>
            <TickBar
              value={part(complaints) / limits.stop}
              tick={limits.watch / limits.stop}
              look={part(complaints) >= limits.watch ? 'bounced' : 'delivered'}
              label={`${rate(complaints, emails)}, ${limit}`}
            />
            <span className="sub">{limit}</span>
          </dd>
        </div>
        <div>
          <dt>
            {texts.bounces}
            <span className="sub">{texts.ofSent(number(bounces), number(emails))}</span>
          </dt>
          <dd>
            <b>{rate(bounces, emails)}</b>
            <TickBar
              value={part(bounces) / (GOOD_BOUNCES * 2)}
              tick={0.5}
              look={part(bounces) >= GOOD_BOUNCES ? 'bounced' : 'delivered'}
              label={`${rate(bounces, emails)}, ${texts.bounceLimit}`}
            />
            <span className="sub">{texts.bounceLimit}</span>
          </dd>
        </div>
        <div>
          <dt>{texts.waiting}</dt>
          <dd>
            <b>{number(waiting.emails)}</b>
            <span className="sub">
              {waiting.oldest === null ? texts.noneWaiting : texts.oldest(moment(waiting.oldest))}
            </span>
          </dd>
        </div>
        <div>
          <dt>{texts.relays}</dt>
          <dd>
            <b>{routes.length === 0 ? '–' : texts.relaysUp(number(up), number(routes.length))}</b>
            <span className="sub wrap">
              {routes.length === 0
                ? texts.sandbox
                : bad &&
                  `${bad.name}: ${troubleWords({ trouble: bad.reason, causes: bad.causes })}`}
            </span>
          </dd>
        </div>
        <div>
          <dt>{texts.workers}</dt>
          <dd>
            <b>{number(workers)}</b>
            <span className="sub">{workers === 0 ? texts.noWorker : texts.workersUp}</span>
          </dd>
        </div>
        <div>
          <dt>{texts.programs}</dt>
          <dd>
            <b>{lastCall === null ? '–' : texts.lastCall(moment(lastCall))}</b>
            {lastCall === null && <span className="sub">{texts.noCall}</span>}
            {failedCalls.failures > 0 && (
              <span className="sub wrap t-bounced">
                {texts.failedCalls(number(failedCalls.failures))}
                {failedCalls.last !== null &&
                  `, ${texts.lastFailure(moment(failedCalls.last), failedCalls.said ?? '')}`}
              </span>
            )}
          </dd>
        </div>
      </dl>
    </section>
  )
}
