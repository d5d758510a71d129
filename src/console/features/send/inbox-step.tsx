/** The inbox: the headers of the email, and how mail programs show them. */
import { useState } from 'react'
import type { NewsletterAnswer } from '../../../actions/newsletters/newsletters.ts'
import { TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useEditHead } from './calls.ts'
import { SendStep } from './send-step.tsx'

type Head = Pick<NewsletterAnswer, 'subject' | 'preheader' | 'fromName'>

export function InboxStep(props: {
  newsletter: NewsletterAnswer
  /** Of the list, where the newsletter has none. */
  sender: { name: string; email: string }
  /** For a sample person. */
  shown: Pick<NewsletterAnswer, 'subject' | 'preheader'> | undefined
  mayEdit: boolean
  onTest?: () => void
}) {
  const texts = useTexts('send')
  const { newsletter, sender, shown, mayEdit, onTest } = props
  const { id, subject, preheader, fromName, fromEmail } = newsletter
  const [head, setHead] = useState<Head>({ subject, preheader, fromName })
  const edit = useEditHead(id)
  const keep = () => {
    const changed = Object.fromEntries(
      Object.entries(head).filter(([key, value]) => value !== newsletter[key as keyof Head]),
    )
    if (Object.keys(changed).length > 0 && head.subject.trim() !== '') edit.mutate(changed)
  }
  const from = head.fromName || sender.name
  const address = fromEmail || sender.email
  return (
    <SendStep
      id="step-inbox"
      title={texts.inbox}
      state={head.subject.trim() === '' ? 'wrong' : 'done'}
    >
      <div className="inboxg">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: leaving a field keeps it */}
        <div className="stack" onBlur={mayEdit ? keep : undefined}>
          <TextField
            label={texts.from}
            hint={address}
            placeholder={sender.name}
            value={head.fromName}
            onChange={value => setHead({ ...head, fromName: value })}
            maxLength={200}
            optional
          />
          <TextField
            label={texts.subject}
            value={head.subject}
            onChange={value => setHead({ ...head, subject: value })}
            maxLength={500}
          />
          {onTest && (
            <button type="button" className="linklike" onClick={onTest}>
              {texts.testSubject}
            </button>
          )}
          <TextField
            label={texts.preheader}
            hint={texts.preheaderHint}
            value={head.preheader}
            onChange={value => setHead({ ...head, preheader: value })}
            maxLength={500}
            optional
          />
          {edit.error && <Failure error={edit.error} />}
        </div>
        <Inbox
          from={from || address}
          // While it is being written, as it is written.
          subject={head.subject === subject ? (shown?.subject ?? subject) : head.subject}
          preheader={
            head.preheader === preheader ? (shown?.preheader ?? preheader) : head.preheader
          }
        />
      </div>
    </SendStep>
  )
}

function Inbox(props: { from: string; subject: string; preheader: string }) {
  const texts = useTexts('send')
  const { moment } = useFigures()
  const now = moment(new Date().toISOString())
  const [before, after] = texts.inboxOthers
  return (
    <figure className="inboxm" aria-label={texts.inboxFigure}>
      <div className="imh">
        {texts.inboxTitle}
        <span className="tiny faint">{texts.inboxPhone}</span>
      </div>
      <Mail {...before} time="09:52" />
      <Mail from={props.from} subject={props.subject} text={props.preheader} time={now} own />
      <Mail {...after} time="08:31" />
    </figure>
  )
}

function Mail(props: { from: string; subject: string; text: string; time: string; own?: boolean }) {
  const { from, subject, text, time, own } = props
  return (
    <div className={own ? 'mr me' : 'mr'} aria-hidden={own ? undefined : true}>
      <span className="av" aria-hidden="true">
        {[...from][0]?.toUpperCase() ?? ''}
      </span>
      <span className="mrt">
        <span className="mrh">
          <b className="trunc">
            <bdi>{from}</bdi>
          </b>
          <span className="tiny">{time}</span>
        </span>
        <span className="trunc ms">
          <bdi>{subject}</bdi>
        </span>
        <span className="trunc mp">
          <bdi>{text}</bdi>
        </span>
      </span>
    </div>
  )
}
