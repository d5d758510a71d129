/** Reads a pasted body by the mapping as it is typed: the event, or the reason of its refusal. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { TextArea } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { type Mapping, type Trial, useTrySource } from '../../shared/event-sources/calls.ts'
import { useEventTexts } from '../../shared/event-sources/words.ts'

/** As the service takes of a call. */
const LONGEST_BODY = 262_144

export function ExampleTrial(props: {
  mapping: Mapping
  trial: Trial | undefined
  onTrial(trial: Trial): void
}) {
  const texts = useEventTexts()
  const attempt = useTrySource()
  const [body, setBody] = useState('')
  const [read, setRead] = useState('')
  const { mapping, trial, onTrial } = props
  const given = { ...mapping, body }
  return (
    <section className="stack">
      <div className="sech">
        <h2>{texts.tryTitle}</h2>
        <p>{texts.tryHint}</p>
      </div>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (attempt.isPending) return
          const onSuccess = (trial: Trial) => {
            setRead(JSON.stringify(given))
            onTrial(trial)
          }
          attempt.mutate(given, { onSuccess })
        }}
      >
        {attempt.error && <Failure error={attempt.error} />}
        <TextArea label={texts.tryBody} value={body} maxLength={LONGEST_BODY} onChange={setBody} />
        <div className="row">
          <Button type="submit" busy={attempt.isPending || body.trim() === ''}>
            {texts.try}
          </Button>
        </div>
      </form>
      <div role="status">
        {/* Of other paths, or of another body, it says nothing. */}
        {trial && read === JSON.stringify(given) && <Tried trial={trial} />}
      </div>
    </section>
  )
}

function Tried({ trial: { lacks, event } }: { trial: Trial }) {
  const texts = useEventTexts()
  if (lacks !== null)
    return (
      <p className="note warn">
        <span>
          <b>{texts.lacking}</b> {texts.outcomes[lacks]}.
        </span>
      </p>
    )
  if (event === null) return null
  return (
    <div className="stack">
      <p>
        <b>{texts.tried}</b>
      </p>
      <dl className="facts">
        <div>
          <dt>{texts.name}</dt>
          <dd>
            <bdi>{event.name}</bdi>
          </dd>
        </div>
        <div>
          <dt>{texts.triedEmail}</dt>
          <dd>
            <bdi>{event.email}</bdi>
          </dd>
        </div>
        <div>
          <dt>{texts.triedId}</dt>
          <dd>{event.id === null ? texts.triedIdMade : <bdi>{event.id}</bdi>}</dd>
        </div>
      </dl>
      <p className="soft small">{texts.triedValues}</p>
      <pre className="event-values">{JSON.stringify(event.values, null, 2)}</pre>
    </div>
  )
}
