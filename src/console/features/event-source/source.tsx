/** One source of events: its address, how its calls ended, where things stand, its secrets. */
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { type SourceAnswer, useSource, wholeAddress } from '../../shared/event-sources/calls.ts'
import { useEventTexts } from '../../shared/event-sources/words.ts'
import { useFigures } from '../../texts/figures.ts'
import { MappingForm } from './mapping-form.tsx'
import { RemoveSourceDialog } from './remove-source.tsx'
import { SourceKeys } from './source-keys.tsx'
import { SteerSource } from './steer-source.tsx'
import '../../shared/event-sources/events.css'

export function SourcePage() {
  const texts = useEventTexts()
  const { name } = useSearch({ from: '/events/source' })
  const source = useSource(name)
  const [removing, setRemoving] = useState(false)
  const { moment } = useFigures()
  const back = (
    <Link to="/events" search={{ tab: 'sources' }}>
      {texts.tabs.sources}
    </Link>
  )
  if (name === '' || (source.error instanceof ApiFailure && source.error.status === 400))
    return (
      <>
        <PageHead title={texts.source} above={back} />
        <div className="page">
          <EmptyState title={texts.gone} sentence={texts.sourcesAbout} />
        </div>
      </>
    )
  if (!source.data)
    return <UnreadPage title={texts.source} error={source.error} onRetry={source.refetch} />
  const { address, scheme, paused } = source.data
  return (
    <>
      <PageHead
        title={source.data.name}
        above={back}
        actions={
          <>
            <SteerSource of={source.data} />
            <Button onClick={() => setRemoving(true)}>{texts.remove}</Button>
          </>
        }
      />
      <div className="page stack wide event-source">
        {paused !== null && (
          <p className="note warn" role="status">
            {texts.pausedSince(moment(paused))}
          </p>
        )}
        <section className="stack">
          <CopyText value={wholeAddress(address)} copy={texts.copy} copied={texts.copied} />
          <p className="soft small">
            {texts.scheme}: {texts.schemes[scheme]}
          </p>
        </section>
        <Calls of={source.data} />
        <MappingForm key={name} of={source.data} />
        <SourceKeys of={source.data} />
      </div>
      {removing && (
        <RemoveSourceDialog name={source.data.name} onClose={() => setRemoving(false)} />
      )}
    </>
  )
}

function Calls({ of: { outcomes } }: { of: SourceAnswer }) {
  const texts = useEventTexts()
  const { number, moment } = useFigures()
  return (
    <section>
      <h2>{texts.calls}</h2>
      {outcomes.length === 0 ? (
        <p className="soft">{texts.callsNone}</p>
      ) : (
        <dl className="facts">
          {outcomes.map(({ outcome, times, last }) => (
            <div key={outcome}>
              <dt>{texts.outcomes[outcome]}</dt>
              <dd>
                <b>{texts.times(times, number(times))}</b>
                <span className="sub soft tiny">{texts.atTime(moment(last))}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
