/** How the runs of a trigger ended, and who passed which step. */
import { useState } from 'react'
import { useSeesPeople } from '../../api/session.ts'
import { type FlowAnswer, type PassagesAnswer, usePassages } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useReasonWords } from '../../parts/said.ts'
import { Failure } from '../../parts/states.tsx'
import { useFlowWords, useWayWords } from '../../shared/flow/flow-words.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function Endings({ id, flow }: { id: number; flow: FlowAnswer }) {
  const texts = useTexts('triggers')
  const { number } = useFigures()
  const reasonWords = useReasonWords()
  return (
    <div className="pane">
      <h2>{texts.endings}</h2>
      {flow.endings.length === 0 && <p className="soft small">{texts.nobodyEnded}</p>}
      <dl className="facts">
        {flow.endings.map(({ ending, endingWhy, people }) => (
          <div key={ending}>
            <dt>{texts.ending[ending] ?? reasonWords({ reason: ending, why: endingWhy })}</dt>
            <dd>{number(people)}</dd>
          </div>
        ))}
      </dl>
      {flow.older > 0 && <p className="soft small">{texts.olderVersions(number(flow.older))}</p>}
      {flow.skipped > 0 && <p className="soft small">{texts.skipped(number(flow.skipped))}</p>}
      <Passages id={id} steps={flow.steps} />
    </div>
  )
}

/** Of one person every run. */
function Passages({ id, steps }: { id: number; steps: FlowAnswer['steps'] }) {
  const texts = useTexts('triggers')
  const mayAsk = useSeesPeople()
  const [typed, setTyped] = useState('')
  const [as, setAs] = useState('')
  const { data, error } = usePassages(id, as)
  return (
    <section className="stack" aria-label={texts.passages}>
      <h2>{texts.passages}</h2>
      {mayAsk && (
        <form
          className="stack"
          onSubmit={event => {
            event.preventDefault()
            setAs(typed.trim())
          }}
        >
          <TextField
            label={texts.passagesOf}
            type="email"
            value={typed}
            onChange={setTyped}
            maxLength={255}
            optional
          />
          <Button type="submit">{texts.look}</Button>
        </form>
      )}
      {error && <Failure error={error} />}
      {data && !error && <Passed found={data} steps={steps} />}
    </section>
  )
}

function Passed({ found, steps }: { found: PassagesAnswer; steps: FlowAnswer['steps'] }) {
  const texts = useTexts('triggers')
  const { zonedDay } = useFigures()
  const words = useFlowWords()
  const way = useWayWords()
  const reasonWords = useReasonWords()
  const { zone, passages, runs = [] } = found
  const nameOf = (key: string) => {
    const step = steps.find(one => one.key === key)
    return step ? words(step)[0] : key
  }
  if (passages.length === 0 && runs.length === 0)
    return <p className="soft small">{texts.nobodyPassed}</p>
  return (
    <>
      {runs.map(({ entry, entered, step, due, ended, ending, endingWhy }) => (
        <p key={entry} className="note info small">
          {texts.entered} {zonedDay(entered, zone)}.{' '}
          {due === null ? (
            <>
              {reasonWords({ reason: texts.ending[ending ?? ''] ?? ending, why: endingWhy })}{' '}
              {ended !== null && zonedDay(ended, zone)}
            </>
          ) : (
            <bdi>{nameOf(step)}</bdi>
          )}
        </p>
      ))}
      <ol className="walk-steps">
        {passages.map(({ email, entry, step, way: took, at, reason, why }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step may come again
          <li key={i}>
            <time dateTime={at}>{zonedDay(at, zone)}</time>
            <span className="wrap">
              <bdi>{nameOf(step)}</bdi> {took !== 'end' && way(took as 'next')}
              <span className="sub faint tiny">
                {reasonWords({ reason, why })}{' '}
                {email === undefined ? `(${entry})` : <bdi>{email ?? texts.erased}</bdi>}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
