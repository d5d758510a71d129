/** The domains that emails come from, each with its DNS records. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type CallAnswer, call } from '../../api/client.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { ArrivalTabs } from '../../shared/arrival/arrival-tabs.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AddDomainDialog } from './add-domain.tsx'
import { DomainLadder } from './ladder.tsx'
import { useDomainTexts } from './words.ts'
import './domains.css'

type SenderDomain = CallAnswer<'GET /sender-domains'>['items'][number]

export function DomainsPage() {
  const { title } = useTexts('deliverability')
  const texts = useDomainTexts()
  const owns = useRight('own')
  const [adding, setAdding] = useState(false)
  const domains = useQuery({
    queryKey: ['sender-domains'],
    queryFn: async () => (await call('GET /sender-domains')).items,
  })
  if (!domains.data)
    return <UnreadPage title={title} error={domains.error} onRetry={() => void domains.refetch()} />
  const add = owns && (
    <Button look="primary" icon={<Icon name="add" />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  return (
    <>
      <PageHead title={title} actions={domains.data.length > 0 && add} />
      <ArrivalTabs current="domains" />
      <div className="page wide">
        {domains.data.length === 0 ? (
          <EmptyState title={texts.none} sentence={texts.noneHint}>
            {add}
          </EmptyState>
        ) : (
          <ChosenDomain all={domains.data} />
        )}
      </div>
      {adding && <AddDomainDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function ChosenDomain({ all }: { all: readonly SenderDomain[] }) {
  const texts = useDomainTexts()
  const { domain } = useSearch({ from: '/domains' })
  const navigate = useNavigate()
  const chosen = all.find(one => one.domain === domain) ?? all[0]!
  return (
    <div className="domains">
      <nav aria-label={texts.domains}>
        {all.map(one => (
          <button
            type="button"
            key={one.domain}
            aria-current={one === chosen}
            onClick={() => void navigate({ to: '/domains', search: { domain: one.domain } })}
          >
            <b className="trunc">
              <bdi>{one.domain}</bdi>
            </b>
            <span className={one.signed ? 'tag good' : 'tag'}>
              {one.signed ? texts.signed : texts.notSigned}
            </span>
            <small>{texts.lists(one.lists)}</small>
          </button>
        ))}
      </nav>
      <DomainLadder key={chosen.domain} of={chosen} />
    </div>
  )
}
