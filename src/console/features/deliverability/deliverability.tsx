/** Whether emails arrive: findings, and what each provider said day by day. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type CallAnswer, call } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { useSentenceWords } from '../../parts/said.ts'
import { EmptyState } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { ArrivalTabs } from '../../shared/arrival/arrival-tabs.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { ProviderHeat, type ProviderPlace } from './provider-heat.tsx'
import { ProviderReplies } from './provider-replies.tsx'
import '../../shared/sendings/sendings.css'
import './deliverability.css'

type Finding = CallAnswer<'GET /deliverability'>['items'][number]

export function DeliverabilityPage() {
  const texts = useTexts('deliverability')
  const [place, setPlace] = useState<ProviderPlace>()
  const findings = useQuery({
    queryKey: ['deliverability'],
    queryFn: async () => (await call('GET /deliverability')).items,
  })
  const board = useQuery({
    queryKey: ['providers'],
    queryFn: async () => await call('GET /providers'),
  })
  const error = findings.error ?? board.error
  const again = () => {
    void findings.refetch()
    void board.refetch()
  }
  if (!findings.data || !board.data)
    return <UnreadPage title={texts.title} error={error} onRetry={again} />
  return (
    <>
      <PageHead title={texts.title} />
      <ArrivalTabs current="arrival" />
      <div className="page stack wide">
        {board.data.items.length === 0 && findings.data.length === 0 ? (
          <EmptyState title={texts.none} sentence={texts.noneHint} />
        ) : (
          <>
            <Findings
              found={findings.data}
              onLook={provider => setPlace({ provider, day: null })}
            />
            <ProviderHeat board={board.data} place={place} onPlace={setPlace} />
            {place && <ProviderReplies place={place} onPlace={setPlace} />}
          </>
        )}
      </div>
    </>
  )
}

function Findings(props: { found: readonly Finding[]; onLook(provider: string): void }) {
  const texts = useTexts('deliverability')
  return (
    <section className="sec" aria-labelledby="findings">
      <div className="sech">
        <h2 id="findings">{texts.findings}</h2>
        {props.found.length === 0 && <p>{texts.wellHint}</p>}
      </div>
      {props.found.length === 0 ? (
        <p className="note">
          <span>{texts.well}</span>
        </p>
      ) : (
        <ol className="arrival-findings">
          {props.found.map(one => (
            <FindingRow key={one.seen.code + one.at.id} finding={one} onLook={props.onLook} />
          ))}
        </ol>
      )}
    </section>
  )
}

const LOOKS: Record<Finding['harm'], string> = { bad: 'bad', warning: 'warn', advice: '' }

function FindingRow(props: { finding: Finding; onLook(provider: string): void }) {
  const texts = useTexts('deliverability')
  const said = useSentenceWords()
  const { date } = useFigures()
  const { seen, todo, harm, since, at, record } = props.finding
  return (
    <li className={`note ${LOOKS[harm]}`}>
      <span>
        <b>{said(seen)}</b> <small>{since === null ? texts.month : texts.since(date(since))}</small>
        <span className="sub">{said(todo)}</span>
        {record && <CopyText value={record.value} copy={texts.copy} copied={texts.copied} />}
      </span>
      {at.kind === 'list' ? (
        <Link className="btn small" to="/lists/$id" params={{ id: at.id }}>
          {texts.openList}
        </Link>
      ) : at.kind === 'domain' ? (
        <Link className="btn small" to="/domains" search={{ domain: at.id }}>
          {texts.openDomain}
        </Link>
      ) : (
        <Button look="quiet" onClick={() => props.onLook(at.id)}>
          {texts.look}
        </Button>
      )}
    </li>
  )
}
