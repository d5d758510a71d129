/** One email: what became of it, try by try, and what it said. */
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { FoundEmailAnswer } from '../../../actions/emails/found-email.ts'
import { useRight, useSeesPeople } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useAgain, useEmail } from './calls.ts'
import { CancelEmail } from './cancel-email.tsx'
import { EmailContent } from './email-content.tsx'
import { EmailState } from './email-state.tsx'
import { EmailTries } from './email-tries.tsx'
import './emails.css'

export function EmailPage() {
  const texts = useTexts('emails')
  const id = Number(useParams({ from: '/emails/$id' }).id)
  const { data, error, refetch } = useEmail(id)
  const seesPeople = useSeesPeople()
  const maySend = useRight('send')
  const title = (seesPeople && data?.email.subject) || texts.emailNumber(id)
  return (
    <>
      <PageHead
        title={title}
        above={<Link to="/emails">{texts.title}</Link>}
        aside={data && <EmailState state={data.email.state} />}
        actions={
          data &&
          maySend && (
            <>
              <CancelEmail key={`cancel ${id}`} email={data.email} />
              <Again key={id} id={id} email={data.email.email} />
            </>
          )
        }
      />
      <div className="page stack wide">
        {error ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <div className="one-email">
            <section>
              <EmailTries email={data.email} tries={data.items} />
              <Facts email={data.email} />
            </section>
            <EmailContent key={id} id={id} allowed={seesPeople} />
          </div>
        ) : (
          <LoadingRows onRetry={() => void refetch()} />
        )}
      </div>
    </>
  )
}

function Facts({ email }: { email: FoundEmailAnswer }) {
  const texts = useTexts('emails')
  const { number } = useFigures()
  const hits = (count: number | null) => (count === null ? texts.notMeasured : number(count))
  const facts: [string, string][] = [
    [texts.recipient, email.email === '' ? '–' : email.email],
    ...(email.name === '' ? [] : [[texts.name, email.name] as [string, string]]),
    ...(email.identifier === '' ? [] : [[texts.identifier, email.identifier] as [string, string]]),
    [texts.opens, hits(email.opens)],
    [texts.clicks, hits(email.clicks)],
  ]
  return (
    <dl className="email-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="wrap">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Again({ id, email }: { id: number; email: string }) {
  const texts = useTexts('emails')
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button icon={<Icon name="undo" />} onClick={() => setAsked(true)}>
        {texts.again}
      </Button>
      {asked && <AgainDialog id={id} email={email} onClose={() => setAsked(false)} />}
    </>
  )
}

function AgainDialog(props: { id: number; email: string; onClose(): void }) {
  const texts = useTexts('emails')
  const common = useTexts('common')
  const toast = useToast()
  const navigate = useNavigate()
  const again = useAgain(props.id)
  const send = () =>
    again.mutate(undefined, {
      onSuccess({ id }) {
        toast({ text: texts.againDone })
        props.onClose()
        void navigate({ to: '/emails/$id', params: { id: String(id) } })
      },
    })
  return (
    <Dialog title={texts.again} onClose={props.onClose}>
      <div className="stack">
        {again.error && <Failure error={again.error} />}
        <p className="strong wrap">
          <bdi>{props.email}</bdi>
        </p>
        <p>{texts.againQuestion}</p>
        <div className="dialog-acts">
          <Button onClick={props.onClose}>{common.close}</Button>
          <Button look="primary" busy={again.isPending} onClick={send}>
            {texts.again}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
