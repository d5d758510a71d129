/** A recipient: the outcome of the email; opened, its tries. */
import { Link } from '@tanstack/react-router'
import type { RecipientAnswer } from '../../../actions/sendings/recipients.ts'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { useTroubleWords } from '../../parts/said.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

const LOOKS: Record<RecipientAnswer['state'], { outcome: string; look: string; icon: IconName }> = {
  planned: { outcome: 'waiting', look: 'soft', icon: 'clock' },
  claimed: { outcome: 'waiting', look: 'soft', icon: 'clock' },
  'handed-over': { outcome: 'waiting', look: 'soft', icon: 'send' },
  accepted: { outcome: 'delivered', look: 't-delivered', icon: 'check' },
  deferred: { outcome: 'deferred', look: 't-deferred', icon: 'clock' },
  bounced: { outcome: 'bounced', look: 't-bounced', icon: 'wrong' },
  failed: { outcome: 'bounced', look: 't-bounced', icon: 'wrong' },
  uncertain: { outcome: 'uncertain', look: 't-complained', icon: 'ask' },
  withdrawn: { outcome: 'withdrawn', look: 'soft', icon: 'optOut' },
}

export function RecipientRow(props: { recipient: RecipientAnswer; open: boolean; onOpen(): void }) {
  const texts = useTexts('report')
  const { number, moment } = useFigures()
  const { recipient, open, onOpen } = props
  const troubleWords = useTroubleWords()
  const { email, name, state, reply, reason, causes, opens, clicks, changed } = recipient
  const { outcome, look, icon } = LOOKS[state]
  const domainAt = email.lastIndexOf('@') + 1
  return (
    <>
      <tr>
        <td>
          <button type="button" className="rowopen" aria-expanded={open} onClick={onOpen}>
            <Icon name="open" />
            <bdi className="wrap">
              {email.slice(0, domainAt)}
              <wbr />
              {email.slice(domainAt)}
            </bdi>
          </button>
          {name !== '' && (
            <span className="sub">
              <bdi className="wrap">{name}</bdi>
            </span>
          )}
        </td>
        <td>
          <span className={`state ${look}`}>
            <Icon name={icon} />
            {texts.outcomes[outcome]}
          </span>
        </td>
        <td className="hide-s reply">
          <bdi>{reply ?? troubleWords({ trouble: reason, causes })}</bdi>
        </td>
        <td className="num hide-s">{number(opens)}</td>
        <td className="num hide-s">{number(clicks)}</td>
        <td className="num hide-s nowrap">{changed === null ? '–' : moment(changed)}</td>
      </tr>
      {open && (
        <tr className="opened">
          <td colSpan={6}>
            <Tries of={recipient} />
          </td>
        </tr>
      )}
    </>
  )
}

function Tries({ of }: { of: RecipientAnswer }) {
  const texts = useTexts('report')
  const { number, moment } = useFigures()
  const reason = useTroubleWords()({ trouble: of.reason, causes: of.causes })
  const at = (text: string | null) => (text === null ? '–' : moment(text))
  const facts: [string, string][] = [
    [texts.tries, number(of.attempts)],
    [texts.route, of.route ?? '–'],
    [texts.lastChange, at(of.changed)],
    ...(of.nextTry === null ? [] : [[texts.nextTry, at(of.nextTry)] as [string, string]]),
    [texts.firstOpen, of.opens === null ? texts.notKnown : at(of.firstOpen)],
    [texts.firstClick, of.clicks === null ? texts.notKnown : at(of.firstClick)],
  ]
  return (
    <div className="tries">
      {(of.reply ?? reason) && (
        <p className="reply">
          <bdi>{of.reply ?? reason}</bdi>
        </p>
      )}
      {of.reply !== null && of.reason !== null && of.reason !== of.reply && (
        <p className="soft small">{reason}</p>
      )}
      {of.onceUncertain && <p className="note warn">{texts.onceUncertain}</p>}
      <dl className="factsrow">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Link to="/subscribers/$id" params={{ id: String(of.subscriberId) }}>
        {texts.showPerson}
      </Link>
    </div>
  )
}
