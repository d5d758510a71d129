/** DNS records of a domain as a ladder: those that receivers find, and those to publish. */
import type { DnsFindingAnswer } from '../../../actions/domains/domains.ts'
import type { CallAnswer } from '../../api/client.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useAddKeys, useDns } from '../../shared/setup/calls.ts'
import { useDnsWords } from '../../shared/setup/dns-words.ts'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { useDomainTexts } from './words.ts'

type SenderDomain = CallAnswer<'GET /sender-domains'>['items'][number]

export function DomainLadder({ of }: { of: SenderDomain }) {
  const { domain, signed } = of
  const texts = useDomainTexts()
  const mayCheck = useRight('content')
  const owns = useRight('own')
  const dns = useDns(domain, mayCheck)
  const keys = useAddKeys()
  return (
    <section className="ladder-of" aria-labelledby="domain-name">
      <div className="ladder-head">
        <h2 id="domain-name" className="wrap">
          <bdi>{domain}</bdi>
        </h2>
        {dns.data && <InOrder findings={dns.data} at={dns.dataUpdatedAt} />}
        <span className="acts">
          {owns && !signed && (
            <Button busy={keys.isPending} onClick={() => keys.mutate(domain)}>
              {texts.makeKeys}
            </Button>
          )}
          {mayCheck && (
            <Button
              icon={<Icon name="refresh" />}
              busy={dns.isFetching}
              onClick={() => void dns.refetch()}
            >
              {texts.checkAgain}
            </Button>
          )}
        </span>
      </div>
      {!mayCheck && <p className="soft">{texts.notYours}</p>}
      {keys.error && <Failure error={keys.error} />}
      {dns.error && <Failure error={dns.error} onRetry={() => void dns.refetch()} />}
      {mayCheck && dns.isPending && <LoadingRows onRetry={() => void dns.refetch()} />}
      {dns.data && (
        <>
          <ol className="ladder">
            {dns.data.map(finding => (
              <Rung key={`${finding.check} ${finding.asked[0] ?? ''}`} finding={finding} />
            ))}
          </ol>
          <ForTheKeeper domain={domain} findings={dns.data} />
        </>
      )}
    </section>
  )
}

/** Optional records are not counted. */
function InOrder({ findings, at }: { findings: readonly DnsFindingAnswer[]; at: number }) {
  const texts = useDomainTexts()
  const { time } = useFormats()
  const needed = findings.filter(({ state }) => state !== 'none')
  const good = needed.filter(({ state }) => state === 'ok')
  const isBad = needed.some(({ state }) => state === 'bad')
  const left = isBad ? 'tag bad' : 'tag warn'
  return (
    <span className="row" role="status">
      <span className={good.length === needed.length ? 'tag good' : left}>
        {texts.inOrder(good.length, needed.length)}
      </span>
      <span className="faint small">{texts.asked(time(new Date(at).toISOString()))}</span>
    </span>
  )
}

const MARKS: Record<DnsFindingAnswer['state'], IconName> = {
  ok: 'check',
  warn: 'warning',
  bad: 'close',
  none: 'divider',
  unknown: 'clock',
}

function Rung({ finding }: { finding: DnsFindingAnswer }) {
  const setup = useTexts('setup')
  const texts = useDomainTexts()
  const { said, nameOf } = useDnsWords()
  const { state, says, mend, found, records } = finding
  return (
    <li className={`rung ${state}`}>
      <span className="rung-mark" aria-hidden="true">
        <Icon name={MARKS[state]} />
      </span>
      <div className="stack">
        <h3 className="wrap">
          {nameOf(finding)} <span className="sr">({setup.states[state]})</span>
        </h3>
        <p className="wrap">{says.map(said).join(' ')}</p>
        {mend && <p className="wrap rung-mend">{said(mend)}</p>}
        {state !== 'ok' && found.length > 0 && (
          <p className="rung-found">
            <span>{texts.found}</span>
            {found.map(text => (
              <code key={text} className="wrap">
                <bdi>{text.length > 300 ? `${text.slice(0, 300)} …` : text}</bdi>
              </code>
            ))}
          </p>
        )}
        {state !== 'ok' &&
          records.map(({ name, type, value }) => (
            <dl key={`${name} ${value}`} className="rung-record">
              <dt>
                <b>{type}</b>
                <CopyText value={name} copy={setup.copy} copied={setup.copied} />
              </dt>
              <dd>
                <CopyText value={value} copy={setup.copy} copied={setup.copied} />
              </dd>
            </dl>
          ))}
      </div>
    </li>
  )
}

/** The records as a zone file, for the administrator of the DNS. */
function ForTheKeeper(props: { domain: string; findings: readonly DnsFindingAnswer[] }) {
  const texts = useDomainTexts()
  const { domain, findings } = props
  const lines = findings
    .filter(({ state }) => state === 'bad' || state === 'warn')
    .flatMap(({ records }) => records.map(({ line }) => line))
  if (lines.length === 0) return null
  return (
    <div className="ladder-keeper">
      <Icon name="send" />
      <span>
        <b>{texts.keeper}</b> {texts.keeperHint(lines.length)}
      </span>
      <Button
        icon={<Icon name="download" />}
        onClick={() => saveFile(`${domain}.zone.txt`, `${[...new Set(lines)].join('\n')}\n`)}
      >
        {texts.zoneFile}
      </Button>
    </div>
  )
}
