/** What became of an email, in the order in which it happened. */
import type { ReactNode } from 'react'
import type { FoundEmailAnswer } from '../../../actions/emails/found-email.ts'
import type { EmailTryAnswer } from '../../../actions/transactions/one-email.ts'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { useTroubleWords } from '../../parts/said.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { STATE_LOOKS } from './email-state.tsx'

export function EmailTries(props: { email: FoundEmailAnswer; tries: readonly EmailTryAnswer[] }) {
  const texts = useTexts('emails')
  const { moment } = useFigures()
  const troubleWords = useTroubleWords()
  const { email, tries } = props
  const { created, sendTime, nextTry, bounced, bounceReason, sent } = email
  const isLater = new Date(sendTime).getTime() - new Date(created).getTime() > 60_000
  const why = troubleWords({ trouble: email.reason, causes: email.causes })
  const said = tries.some(({ reason }) => reason !== null && reason === email.reason)
  return (
    <>
      <ol className="tries">
        <Happened at={created} icon="link" title={texts.askedFor}>
          <small>
            {texts.by(email.project, email.version)}
            {isLater && `, ${texts.sendTime(moment(sendTime))}`}
          </small>
        </Happened>
        {tries.map(one => (
          <Try key={one.number} of={one} />
        ))}
        {bounced !== null && sent !== null && (
          <Happened at={bounced} icon="wrong" title={texts.cameBack}>
            <p className="reply">
              <bdi>{bounceReason}</bdi>
            </p>
          </Happened>
        )}
      </ol>
      {why !== '' && !said && <p className="note">{why}</p>}
      {nextTry !== null && <p className="soft">{texts.nextTry(moment(nextTry))}</p>}
    </>
  )
}

function Try({ of }: { of: EmailTryAnswer }) {
  const texts = useTexts('emails')
  const troubleWords = useTroubleWords()
  const { number, at, outcome, reply, reason, causes, route } = of
  const { word, icon } = STATE_LOOKS[outcome]
  const said = reply ?? troubleWords({ trouble: reason, causes })
  return (
    <Happened at={at} icon={icon} title={`${texts.tryNumber(number)}: ${texts.states[word]}`}>
      {route !== null && <small>{texts.relay(route)}</small>}
      {said !== '' && (
        <p className="reply">
          <bdi>{said}</bdi>
        </p>
      )}
    </Happened>
  )
}

function Happened(props: {
  at: string | null
  icon: IconName
  title: string
  children: ReactNode
}) {
  const { moment, clock } = useFigures()
  const { at } = props
  return (
    <li>
      <Icon name={props.icon} />
      <div>
        <b>{props.title}</b>
        {at !== null && (
          <time dateTime={at} title={moment(at)}>
            {new Date(at).toDateString() === new Date().toDateString() ? clock(at) : moment(at)}
          </time>
        )}
        {props.children}
      </div>
    </li>
  )
}
