/** One seed test: of each address the folder, the delay, and the verdicts of the receiver. */
import '../../shared/sendings/sendings.css'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useTroubleWords } from '../../parts/said.ts'
import { Failure } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { type SeedEmail, type SeedTest, useLook } from './calls.ts'
import { useSeedTexts } from './words.ts'

export function OneTest({ test, mayLook }: { test: SeedTest; mayLook: boolean }) {
  const texts = useSeedTexts()
  const { moment } = useFigures()
  const look = useLook(test, mayLook)
  const isOpen = test.emails.some(({ state }) => state === 'looked-for')
  return (
    <section className="sec" aria-labelledby={`seed-${test.id}`}>
      <div className="sech">
        <h2 id={`seed-${test.id}`}>
          <bdi>{test.name}</bdi>
        </h2>
        <p>{moment(test.made)}</p>
        {isOpen && mayLook && (
          <span className="push">
            <Button
              icon={<Icon name="refresh" />}
              busy={look.isFetching}
              onClick={() => void look.refetch()}
            >
              {look.isFetching ? texts.looking : texts.look}
            </Button>
          </span>
        )}
      </div>
      {look.error && <Failure error={look.error} />}
      <table>
        <thead>
          <tr>
            <th>{texts.address}</th>
            <th>{texts.where}</th>
            <th className="num hide-s">{texts.after}</th>
            <th className="hide-s">{texts.judged}</th>
          </tr>
        </thead>
        <tbody>
          {test.emails.map(email => (
            <EmailRow key={email.address} of={email} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const LOOKS = {
  inbox: ['sent', 'check'],
  junk: ['failed', 'alert'],
  other: ['confirm', 'folder'],
} as const

function EmailRow({ of }: { of: SeedEmail }) {
  const texts = useSeedTexts()
  const { span } = useFigures()
  const troubleWords = useTroubleWords()
  const { placement, state, delaySeconds } = of
  const after = delaySeconds === null ? '–' : span(delaySeconds)
  return (
    <tr>
      <td className="wrap">
        <bdi>{of.address}</bdi>
        {of.trouble !== null && <span className="sub wrap">{troubleWords(of)}</span>}
        {state === 'not-sent' && of.reply !== null && <span className="sub wrap">{of.reply}</span>}
      </td>
      <td className="wrap">
        {placement === null ? (
          <Badge
            look={state === 'missing' || state === 'not-sent' ? 'failed' : 'plain'}
            icon={state === 'missing' || state === 'not-sent' ? 'wrong' : 'clock'}
          >
            {texts.states[state]}
          </Badge>
        ) : (
          <Badge look={LOOKS[placement][0]} icon={LOOKS[placement][1]}>
            {texts.placements[placement]}
          </Badge>
        )}
        {placement !== null && placement !== 'inbox' && (
          <span className="sub wrap">{texts.inFolder(of.folder ?? '')}</span>
        )}
        {placement !== null && (
          <span className="only-s">
            <span className="sub">{after}</span>
            <Verdicts of={of} />
          </span>
        )}
      </td>
      <td className="num hide-s">{after}</td>
      <td className="hide-s">{placement !== null && <Verdicts of={of} />}</td>
    </tr>
  )
}

function Verdicts({ of }: { of: SeedEmail }) {
  const texts = useSeedTexts()
  if (of.authserv === null) return <span className="soft">{texts.nothingSaid}</span>
  return (
    <>
      {(['spf', 'dkim', 'dmarc'] as const).map(method => (
        <span key={method}>
          <Icon name={of[method] === 'pass' ? 'check' : 'wrong'} /> {method.toUpperCase()}{' '}
          {of[method] ?? texts.silent}{' '}
        </span>
      ))}
      {of.authserv !== '' && (
        <span className="sub wrap">
          <bdi>{texts.by(of.authserv)}</bdi>
        </span>
      )}
    </>
  )
}
