/** The warm-up of a relay: each provider's days against their quotas, and the days to come. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { PlanChart, type PlannedDay } from '../../parts/charts/plan-chart.tsx'
import { DangerDialog } from '../../parts/danger-dialog.tsx'
import { useReasonWords } from '../../parts/said.ts'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useEndWarmUp, useWarmUpDays, type WarmUpDays, type WarmUpTerms } from './page-calls.ts'
import { WarmUpDialog } from './warm-up-dialog.tsx'
import { useRelayTexts } from './words.ts'

/** Before today, and after it: more would be too narrow to read. */
const DAYS_SHOWN = 30
const AHEAD_SHOWN = 10

/** Usual of `PUT /installation/routes/{route}/warm-up`. */
const USUAL: WarmUpTerms = { first: 200, growth: 1.5, goal: 100_000 }

export function WarmUpSection({ name }: { name: string }) {
  const texts = useRelayTexts()
  const { number } = useFigures()
  const days = useWarmUpDays(name)
  const [shown, setShown] = useState<'begin' | 'change' | 'end'>()
  const close = () => setShown(undefined)
  const warmUp = days.data?.warmUp
  return (
    <section aria-labelledby="relay-warm-up">
      <div className="sech">
        <h2 id="relay-warm-up">{texts.warmUp}</h2>
        <p>{texts.warmUpHint}</p>
        <span className="push acts">
          {days.data && !warmUp && <Button onClick={() => setShown('begin')}>{texts.begin}</Button>}
          {warmUp && (
            <>
              <Button onClick={() => setShown('change')}>{texts.change}</Button>
              <Button onClick={() => setShown('end')}>{texts.end}</Button>
            </>
          )}
        </span>
      </div>
      {!days.data &&
        (days.error ? (
          <Failure error={days.error} onRetry={() => void days.refetch()} />
        ) : (
          <LoadingRows onRetry={() => void days.refetch()} />
        ))}
      {days.data && !warmUp && <p className="soft">{texts.noWarmUp}</p>}
      {days.data && warmUp && (
        <>
          <p>{texts.terms(number(warmUp.first), number(warmUp.growth), number(warmUp.goal))}</p>
          <Charts of={days.data} />
          <p className="soft small">{texts.scale}</p>
        </>
      )}
      {(shown === 'begin' || shown === 'change') && (
        <WarmUpDialog name={name} terms={warmUp ?? USUAL} begins={!warmUp} onClose={close} />
      )}
      {shown === 'end' && <EndDialog name={name} onClose={close} />}
    </section>
  )
}

type Provider = WarmUpDays['providers'][number]

function Charts({ of }: { of: WarmUpDays }) {
  const texts = useRelayTexts()
  if (of.providers.length === 0)
    return (
      <>
        <p className="soft">{texts.fresh}</p>
        <Chart label={texts.chartOf(texts.other)} days={of.plan.slice(0, AHEAD_SHOWN * 2)} />
      </>
    )
  return (
    <div className="warm-ups">
      {of.providers.map(one => (
        <ProviderDays key={one.provider} of={one} today={of.today} />
      ))}
    </div>
  )
}

function ProviderDays({ of, today }: { of: Provider; today: string }) {
  const texts = useRelayTexts()
  const reasonWords = useReasonWords()
  const { number } = useFigures()
  const name = of.provider === 'other' ? texts.other : of.provider
  const now = of.days.find(({ day }) => day === today)
  const next = of.planned[0]
  const isOver = now !== undefined && now.quota === null
  return (
    <article>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <p className="soft small">
        {now === undefined && texts.leadFresh}
        {now &&
          (now.quota === null
            ? texts.leadNone(number(now.sent))
            : texts.lead(number(now.sent), number(now.quota)))}
        {now && now.objections > 0 && ` · ${texts.objections(number(now.objections))}`}
      </p>
      <Chart
        label={texts.chartOf(name)}
        days={[...of.days.slice(-DAYS_SHOWN), ...of.planned.slice(0, AHEAD_SHOWN)]}
      />
      {now?.held != null && (
        <p className="note warn">
          <span>{texts.held(reasonWords({ reason: now.held, why: now.why }))}</span>
        </p>
      )}
      {isOver && <p className="soft small">{texts.over}</p>}
      {now && next && (
        <p className="soft small">
          {texts.tomorrow(next.quota === null ? texts.none : number(next.quota))}
        </p>
      )}
    </article>
  )
}

function Chart({ label, days }: { label: string; days: readonly PlannedDay[] }) {
  const texts = useRelayTexts()
  const { day, number } = useFigures()
  const { sent, quota, planned, none } = texts
  return (
    <PlanChart
      label={label}
      days={days}
      names={{ day: texts.day, sent, quota, planned, none }}
      day={day}
      number={number}
    />
  )
}

function EndDialog({ name, onClose }: { name: string; onClose(): void }) {
  const texts = useRelayTexts()
  const end = useEndWarmUp()
  return (
    <DangerDialog
      title={texts.end}
      act={texts.end}
      error={end.error}
      busy={end.isPending}
      onConfirm={() => end.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{texts.endTells}</p>
    </DangerDialog>
  )
}
