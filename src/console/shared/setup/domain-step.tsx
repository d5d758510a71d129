/** Sender domains: their DNS records, which turn green as they are published. */
import './setup.css'
import { useState } from 'react'
import type { DnsFindingAnswer } from '../../../actions/domains/domains.ts'
import type { SetupAnswer } from '../../../actions/home/setup.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useAddKeys, useDns } from './calls.ts'
import { useDnsWords } from './dns-words.ts'
import { Step } from './step.tsx'
import type { DnsOfAll } from './steps-done.ts'

type SenderDomain = SetupAnswer['domains'][number]

export function DomainStep(props: {
  domains: readonly SenderDomain[]
  dns: DnsOfAll
  done: boolean
}) {
  const texts = useTexts('setup')
  const { domains, dns, done } = props
  return (
    <Step number={2} title={texts.domain} done={done}>
      {domains.length === 0 && <p>{texts.domainNone}</p>}
      {dns !== 'not asked' && (
        <p className="soft" role="status">
          {texts.dnsOfAll[dns]}
        </p>
      )}
      {domains.map(domain => (
        <OneDomain key={domain.domain} of={domain} />
      ))}
    </Step>
  )
}

/** Whether emails of the domain are signed; makes its keys, and shows the records to publish. */
export function OneDomain(props: { of: Pick<SenderDomain, 'domain' | 'signed'> }) {
  const { domain, signed } = props.of
  const texts = useTexts('setup')
  const owns = useRight('own')
  const mayCheck = useRight('content')
  const add = useAddKeys()
  const [open, setOpen] = useState(false)
  const dns = useDns(domain, open)
  return (
    <div className="stack">
      <div className="acts">
        <b className="wrap">
          <bdi>{domain}</bdi>
        </b>
        <span className={signed ? 'tag good' : 'tag'}>
          {signed ? texts.signed : texts.notSigned}
        </span>
        {owns && !signed && (
          <Button busy={add.isPending} onClick={() => add.mutate(domain)}>
            {texts.makeKeys}
            <span className="sr"> {domain}</span>
          </Button>
        )}
        {mayCheck && (
          <Button onClick={() => setOpen(!open)}>
            {open ? texts.hideRecords : texts.showRecords(domain)}
          </Button>
        )}
      </div>
      {add.error && <Failure error={add.error} />}
      {open && dns.error && <Failure error={dns.error} onRetry={() => void dns.refetch()} />}
      {open && dns.isPending && <p role="status">{texts.dnsAsking}</p>}
      {open && dns.data && (
        <>
          <p className="soft">{texts.domainHint}</p>
          <ul className="findings">
            {dns.data.map(finding => (
              <Finding key={finding.check} finding={finding} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const LOOKS = { ok: 'tag good', warn: 'tag warn', bad: 'tag bad', none: 'tag', unknown: 'tag' }

export function Finding({ finding }: { finding: DnsFindingAnswer }) {
  const texts = useTexts('setup')
  const { said, nameOf } = useDnsWords()
  const { state, says, mend, records } = finding
  return (
    <li className="stack">
      <div className="acts">
        <span className={LOOKS[state]}>{texts.states[state]}</span>
        <b className="wrap">{nameOf(finding)}</b>
      </div>
      <p className="soft wrap">{says.map(said).join(' ')}</p>
      {mend && <p className="wrap">{said(mend)}</p>}
      {state !== 'ok' && records.length > 0 && (
        <dl className="records">
          {records.map(({ name, type, value }) => (
            <div key={`${name} ${value}`}>
              <dt>
                {type} <CopyText value={name} copy={texts.copy} copied={texts.copied} />
              </dt>
              <dd>
                <CopyText value={value} copy={texts.copy} copied={texts.copied} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
