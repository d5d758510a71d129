/** A sending that runs: how far, how fast, until when. */
import { Link } from '@tanstack/react-router'
import type { HomeAnswer } from '../../../actions/home/home.ts'
import { useSteering } from '../../api/sendings.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Legend, OutcomeBar } from '../../parts/charts/outcome-bar.tsx'
import { Icon } from '../../parts/icons.tsx'
import { barLabel, outcomesOf, partsOf } from '../../shared/sendings/outcomes.ts'
import { StandstillNote } from '../../shared/sendings/standstill-note.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function Running({ sending }: { sending: HomeAnswer['running'][number] }) {
  const texts = useTexts('home')
  const own = useTexts('sendings')
  const { number, moment, perSecond, span, zoned } = useFigures()
  const maySend = useRight('send')
  const { id, name, listName, counts, all, state, secondsLeft } = sending
  const steering = useSteering(id)
  const of = outcomesOf(counts, all)
  const parts = partsOf(of, own.outcomes)
  const [runs, paused] = [state === 'sending', state === 'paused']
  return (
    <section className="now" aria-label={name}>
      <div className="nowtop">
        <b>
          {runs && <i className="livedot" aria-hidden="true" />}
          {runs ? texts.sendingNow : own.states[state]}
        </b>
        <Link className="small" to="/sendings/$id" params={{ id: String(id) }}>
          {texts.watchLive}
          <span className="sr"> {name}</span>
        </Link>
      </div>
      <div className="nowgrid">
        <div>
          <p className="bigname wrap">
            <bdi>{name}</bdi>
          </p>
          <p className="soft small">
            <bdi>{texts.toList(listName, moment(sending.plannedAt ?? sending.dueAt))}</bdi>
          </p>
        </div>
        <p className="nownum">
          <b>{number(of.settled)}</b>
          <span>{texts.ofSettled(number(of.whole))}</span>
        </p>
        <p className="nownum">
          <b>{sending.perSecond === null ? '–' : perSecond(sending.perSecond)}</b>
          <span>{texts.perSecond}</span>
        </p>
        <p className="nownum">
          <b>{secondsLeft === null ? '–' : span(secondsLeft)}</b>
          <span>
            {texts.left}
            {secondsLeft !== null && `, ${own.doneAbout(zoned(Date.now() + secondsLeft * 1000))}`}
          </span>
        </p>
        {maySend && (runs || paused) && (
          <Button
            busy={steering.isPending}
            icon={<Icon name={paused ? 'play' : 'pause'} />}
            onClick={() => steering.mutate({ verb: paused ? 'resume' : 'pause' })}
          >
            {paused ? own.resume : own.pause}
            <span className="sr"> {name}</span>
          </Button>
        )}
      </div>
      <OutcomeBar parts={parts} whole={of.whole} label={barLabel(parts, number)} size="l" />
      <Legend
        entries={parts
          .filter(({ count, look }) => count > 0 || look === 'waiting')
          .map(({ look, label, count }) => ({
            look,
            text: (
              <>
                {label} <b>{number(count)}</b>
              </>
            ),
          }))}
      />
      <StandstillNote of={sending.stands} />
    </section>
  )
}
