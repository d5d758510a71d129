/** A named person walked through the steps. Nothing is sent. */
import { useState } from 'react'
import { type FlowAnswer, useWalk, type WalkAnswer } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useReasonWords, useSentenceWords } from '../../parts/said.ts'
import { Failure } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useFlowWords } from './flow-words.ts'

export interface PersonWalk extends WalkAnswer {
  /** The text that they were walked through. */
  source: string
}

export function WalkPane(props: {
  source: string
  steps: FlowAnswer['steps']
  walk: PersonWalk | undefined
  onWalk(walk: PersonWalk): void
}) {
  const { source, steps, walk, onWalk } = props
  const texts = useTexts('triggers')
  const words = useFlowWords()
  const asking = useWalk()
  const [email, setEmail] = useState('')
  const [happens, setHappens] = useState<readonly string[]>([])
  const waits = steps.filter(({ code }) => code === 'wait-for')
  const submit = () => {
    if (asking.isPending) return
    const known = happens.filter(key => waits.some(step => step.key === key))
    asking.mutate(
      { source, email: email.trim(), happens: known },
      { onSuccess: answer => onWalk({ ...answer, source }) },
    )
  }
  return (
    <form
      className="pane"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <p className="soft small">{texts.walkHint}</p>
      <TextField
        label={texts.walkAddress}
        type="email"
        value={email}
        onChange={setEmail}
        maxLength={255}
      />
      {waits.length > 0 && (
        <fieldset className="plain-set walk-waits">
          <legend>{texts.walkHappens}</legend>
          {waits.map(step => (
            <label className="row small" key={step.key}>
              <input
                type="checkbox"
                checked={happens.includes(step.key)}
                onChange={() =>
                  setHappens(before =>
                    before.includes(step.key)
                      ? before.filter(key => key !== step.key)
                      : [...before, step.key],
                  )
                }
              />
              <bdi>{words(step)[0]}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      <Button look="primary" type="submit" busy={asking.isPending}>
        {texts.walkThrough}
      </Button>
      {asking.error && <Failure error={asking.error} />}
      {walk?.source === source && <Walked walk={walk} steps={steps} />}
    </form>
  )
}

function Walked({ walk, steps }: { walk: PersonWalk; steps: FlowAnswer['steps'] }) {
  const texts = useTexts('triggers')
  const words = useFlowWords()
  const { zonedDay } = useFigures()
  const sentenceWords = useSentenceWords()
  const reasonWords = useReasonWords()
  const emails = walk.passed.filter(
    ({ key }) => steps.find(step => step.key === key)?.code === 'send',
  )
  return (
    <>
      {!walk.onList && <p className="note warn">{texts.walkOutside}</p>}
      {walk.entering.map(sentence => (
        <p key={sentence.code} className="small">
          {sentenceWords(sentence)}
        </p>
      ))}
      <p role="status">
        <b>{texts.walkEmails(emails.length)}</b>{' '}
        {texts.ending[walk.ending] ?? reasonWords({ reason: walk.ending, why: walk.endingWhy })}
      </p>
      <ol className="walk-steps">
        {walk.passed.map(({ at, step, reason, why }, i) => {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step may come again
            <li key={i}>
              <time dateTime={at}>{zonedDay(at, walk.zone)}</time>
              <span className="wrap">
                <bdi>{words(step)[0]}</bdi>
                {reason !== '' && (
                  <span className="sub faint tiny">{reasonWords({ reason, why })}</span>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </>
  )
}
