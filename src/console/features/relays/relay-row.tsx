/** A relay: its state, its limits and their use today, its actions. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSentenceWords, useTroubleWords } from '../../parts/said.ts'
import { Failure } from '../../parts/states.tsx'
import type { KnownRelay } from '../../shared/relays/relay-calls.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { RelayActions } from './relay-actions.tsx'

export function RelayRow({ of }: { of: KnownRelay }) {
  const texts = useTexts('relays')
  const sentenceWords = useSentenceWords()
  const { number } = useFigures()
  const [error, setError] = useState<unknown>(undefined)
  const { limits, pace, slowed, usedToday } = of
  return (
    <tr>
      <td className="wrap">
        <Link className="name" to="/relays/relay" search={{ name: of.name }}>
          <bdi>{of.name}</bdi>
        </Link>
        <span className="sub">
          <bdi>{of.relay}</bdi>
        </span>
        {of.notes.map(note => (
          <span key={note.code} className="sub">
            {sentenceWords(note)}
          </span>
        ))}
        {error !== undefined && <Failure error={error} />}
      </td>
      <td className="wrap">
        <RelayState of={of} />
      </td>
      <td className="num hide-s">
        {limits?.ratePerSecond == null ? texts.noLimit : number(limits.ratePerSecond)}
        {pace?.perSecond != null && (
          <span className="sub">{texts.found(number(pace.perSecond))}</span>
        )}
      </td>
      <td className="num hide-s">
        {limits?.dailyQuota == null
          ? number(usedToday)
          : texts.ofQuota(number(usedToday), number(limits.dailyQuota))}
      </td>
      <td className="wrap hide-s">
        {slowed.length === 0 && <span className="faint">{texts.nothing}</span>}
        {slowed.map(({ domains, perMinute }) => (
          <span key={domains} className="sub">
            {texts.slowed(domains, number(perMinute))}
          </span>
        ))}
      </td>
      <td className="num">
        <RelayActions of={of} onError={setError} />
      </td>
    </tr>
  )
}

/** In use, paused, refusing: since when and why. */
export function RelayState({ of }: { of: KnownRelay }) {
  const texts = useTexts('relays')
  const troubleWords = useTroubleWords()
  const { moment } = useFigures()
  const { state, reason, causes, pausedAt, refusing, warmUp, pace } = of
  if (state === 'paused')
    return (
      <>
        <span className="tag warn">{texts.states.paused}</span>
        {pausedAt && (
          <span className="sub">
            {texts.pausedSince(moment(pausedAt), troubleWords({ trouble: reason, causes }))}
          </span>
        )}
      </>
    )
  if (refusing)
    return (
      <>
        <span className="tag bad">{texts.refusing}</span>
        <span className="sub">{texts.refusingSince(moment(refusing.since))}</span>
        <span className={refusing.causes.length > 0 ? 'sub' : 'sub mono'}>
          {troubleWords({ trouble: refusing.reply, causes: refusing.causes })}
        </span>
      </>
    )
  return (
    <>
      <span className={state === 'in-use' ? 'tag good' : 'tag'}>{texts.states[state]}</span>
      {warmUp && <span className="sub">{texts.warming}</span>}
      {pace?.quotaUntil && <span className="sub">{texts.quotaUntil(moment(pace.quotaUntil))}</span>}
    </>
  )
}
