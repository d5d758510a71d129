/** Beside a step: the durations of stays there, and the people there now with links. */
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useSeesPeople } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { type StandingPerson, type Stay, useStanding } from './calls.ts'
import { useStandingTexts } from './words.ts'
import './people.css'

export function StepPeople(props: {
  triggerId: number
  step: string
  /** So many stand there. */
  here: number
  stay: Stay | undefined
}) {
  const { triggerId, step, here, stay } = props
  const texts = useStandingTexts()
  const { number, span } = useFigures()
  const title = useId()
  return (
    <>
      {stay && (
        <section className="stack" aria-labelledby={title}>
          <h3 id={title}>{texts.howLong}</h3>
          <p className="small soft">
            {texts.stays(span(stay.medianSeconds), span(stay.longestSeconds), number(stay.stays))}
          </p>
        </section>
      )}
      {here > 0 && <HereNow key={step} {...{ triggerId, step, here }} />}
    </>
  )
}

function HereNow({ triggerId, step, here }: { triggerId: number; step: string; here: number }) {
  const triggers = useTexts('triggers')
  const texts = useStandingTexts()
  const { number } = useFigures()
  const title = useId()
  const query = useStanding(triggerId, step)
  const again = () => void query.refetch()
  return (
    <section className="stack" aria-labelledby={title}>
      <h3 id={title} className="row">
        <span className="dot engaged" /> {triggers.here(number(here))}
      </h3>
      {query.error && <Failure error={query.error} onRetry={again} />}
      {query.isPending && <LoadingRows onRetry={again} />}
      <ul className="standing">
        {query.data?.pages.flatMap(({ items }) =>
          items.map(one => <StandingRow key={`${one.subscriberId} ${one.entry}`} of={one} />),
        )}
      </ul>
      {query.hasNextPage && (
        <Button busy={query.isFetching} onClick={() => void query.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
      <p className="faint tiny">{texts.untilHint}</p>
    </section>
  )
}

function StandingRow({ of }: { of: StandingPerson }) {
  const triggers = useTexts('triggers')
  const texts = useStandingTexts()
  const { span, moment } = useFigures()
  const seesNames = useSeesPeople()
  const { subscriberId, email, name, since, due } = of
  const seconds = (Date.now() - Date.parse(since)) / 1000
  return (
    <li>
      {email === null ? (
        <span className="soft">{triggers.erased}</span>
      ) : (
        <Link to="/subscribers/$id" params={{ id: String(subscriberId) }}>
          <bdi>{seesNames && name ? name : email}</bdi>
        </Link>
      )}
      <span className="sub faint tiny">
        {texts.since(span(seconds))}, {texts.until(moment(due))}
      </span>
    </li>
  )
}
