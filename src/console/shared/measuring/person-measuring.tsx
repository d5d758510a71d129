/** Whether a person is measured, opens and clicks apart, with the history of answers. */
import { useState } from 'react'
import {
  type PersonMeasuringAnswer,
  usePersonMeasuring,
  useRemoval,
  useTakeBackAnswer,
} from '../../api/measuring.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import './person-measuring.css'

export function PersonMeasuring(props: { subscriberId: number; mayChange: boolean }) {
  const { subscriberId, mayChange } = props
  const texts = useTexts('measuring')
  const toast = useToast()
  const { data } = usePersonMeasuring(subscriberId)
  const takeBack = useTakeBackAnswer(subscriberId)
  const [asked, setAsked] = useState(false)
  if (!data) return null
  const { opens, clicks, opensAs, clicksAs, answers } = data
  const undo = (answerId: number | string) => () =>
    takeBack.mutate(answerId, {
      onSuccess: () => toast({ text: texts.answerUndone }),
      onError: error => toast({ text: error.message, bad: true }),
    })
  const noted = (outcome: 'set' | 'same' | 'older', answerId: number | string | undefined) => {
    setAsked(false)
    const text = { set: texts.noted, same: texts.same, older: texts.older }[outcome]
    toast(answerId === undefined ? { text } : { text, undo: undo(answerId) })
  }
  return (
    <section className="stack">
      <div className="section-head">
        <h2>{texts.person}</h2>
        {mayChange && (
          <Button look="quiet" icon={<Icon name="edit" />} onClick={() => setAsked(true)}>
            {texts.change}
          </Button>
        )}
      </div>
      <dl className="facts">
        <Measured name={texts.ofOpens} answer={opens} as={opensAs} />
        <Measured name={texts.ofClicks} answer={clicks} as={clicksAs} />
      </dl>
      <Removal subscriberId={subscriberId} measuring={data} mayChange={mayChange} />
      {answers.length > 0 && <AnswersGiven answers={answers} />}
      {asked && (
        <AnswerDialog subscriberId={subscriberId} onClose={() => setAsked(false)} onDone={noted} />
      )}
    </section>
  )
}

/** Removal of a person's hits after a decline, with undo. */
function Removal(props: {
  subscriberId: number
  measuring: PersonMeasuringAnswer
  mayChange: boolean
}) {
  const { subscriberId, measuring, mayChange } = props
  const texts = useTexts('measuring')
  const { time } = useFormats()
  const toast = useToast()
  const change = useRemoval(subscriberId)
  const { opens, clicks, removal } = measuring
  const failed = { onError: (error: Error) => toast({ text: error.message, bad: true }) }
  const keep = () =>
    change.mutate(false, { ...failed, onSuccess: () => toast({ text: texts.hitsKept }) })
  if (removal !== null)
    return (
      <p className="note">
        <span>{texts.removal(time(removal))}</span>
        {mayChange && (
          <Button busy={change.isPending} onClick={keep}>
            {texts.keepHits}
          </Button>
        )}
      </p>
    )
  if (!mayChange || (opens !== 'declined' && clicks !== 'declined')) return null
  const remove = () =>
    change.mutate(true, {
      ...failed,
      onSuccess: () => toast({ text: texts.removalAsked, undo: keep }),
    })
  return (
    <div className="row">
      <Button look="quiet" busy={change.isPending} onClick={remove}>
        {texts.removeHits}
      </Button>
    </div>
  )
}

function Measured(props: {
  name: string
  answer: PersonMeasuringAnswer['opens']
  as: PersonMeasuringAnswer['opensAs']
}) {
  const texts = useTexts('measuring')
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>
        {texts.answers[props.answer]}
        <span className="sub faint small">{texts.measuredAs[props.as]}</span>
      </dd>
    </div>
  )
}

function AnswersGiven({ answers }: Pick<PersonMeasuringAnswer, 'answers'>) {
  const texts = useTexts('measuring')
  const { time } = useFormats()
  const said = ({ opens, clicks }: PersonMeasuringAnswer['answers'][number]) =>
    opens !== null && opens === clicks
      ? texts.aboutBoth(texts.answers[opens])
      : [
          opens && texts.opensOf(texts.answers[opens]),
          clicks && texts.clicksOf(texts.answers[clicks]),
        ]
          .filter(Boolean)
          .join(', ')
  return (
    <details className="archive">
      <summary>{texts.history}</summary>
      <ul className="answers-given">
        {answers.map(one => (
          <li key={String(one.id)}>
            <b>{said(one)}</b>
            <span className="sub small">{texts.saidAt(time(one.said), texts.ways[one.way])}</span>
            <span className="sub faint small wrap">
              {one.words === '' ? texts.noWords : <q>{one.words}</q>}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
