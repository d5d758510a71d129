/** The steps of a test of a server, each with whether it passed, and the certificate. */
import type { CallAnswer } from '../../api/client.ts'
import { Icon } from '../../parts/icons.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useServerTexts } from './words.ts'
import './servers.css'

type RelayTest = CallAnswer<'POST /installation/routes/:route/test'>
type MailboxTest = CallAnswer<'POST /installation/mailboxes/:mailboxId/check'>
type Step = RelayTest['steps'][number] | MailboxTest['steps'][number]
type Certificate = NonNullable<RelayTest['certificate']>

export function ServerSteps(props: {
  steps: readonly Step[]
  certificate: Certificate | null
  /** Why the last step failed. */
  trouble: string | undefined
}) {
  const texts = useServerTexts()
  const { steps, certificate, trouble } = props
  return (
    <div className="server-test">
      <ol aria-label={texts.steps}>
        {steps.map(({ step, passed }) => (
          <li key={step} className={passed ? 'passed' : 'failed'}>
            <Icon name={passed ? 'check' : 'wrong'} />
            <span>
              {texts.stepNames[step]}
              <span className="sr">: {passed ? texts.passed : texts.failed}</span>
              {!passed && trouble !== undefined && <small>{trouble}</small>}
            </span>
          </li>
        ))}
      </ol>
      {certificate ? (
        <CertificateFacts of={certificate} />
      ) : (
        steps.length > 1 && <p className="soft small">{texts.notEncrypted}</p>
      )}
    </div>
  )
}

function CertificateFacts({ of }: { of: Certificate }) {
  const texts = useServerTexts()
  const { date } = useFigures()
  const rows = [
    [texts.certificateFor, of.names.join(', ')],
    [texts.issuer, of.issuer],
    [texts.validUntil, date(of.validUntil)],
    [texts.encryption, of.protocol],
  ] as const
  return (
    <dl className="certificate" aria-label={texts.certificate}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
      {!of.trusted && (
        <div>
          <dt>{texts.trust}</dt>
          <dd className="problem">{texts.notTrusted}</dd>
        </div>
      )}
    </dl>
  )
}
