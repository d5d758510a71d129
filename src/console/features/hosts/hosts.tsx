/** The hosts of the account's public pages: what links in its emails begin with. */
import { useState } from 'react'
import { type HostsAnswer, useHosts } from '../../api/hosts.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { AddHostDialog } from './add-host.tsx'
import { HostRow } from './host-row.tsx'
import { ReturnPath } from './return-path.tsx'
import './hosts.css'
import { useHostTexts } from './words.ts'

export function HostsPage() {
  const texts = useHostTexts()
  const hosts = useHosts()
  const owns = useRight('own')
  const [adding, setAdding] = useState(false)
  if (!hosts.data)
    return <UnreadPage title={texts.title} error={hosts.error} onRetry={hosts.refetch} />
  const { items, installation } = hosts.data
  const add = owns && installation !== null && (
    <Button look="primary" icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  return (
    <>
      <PageHead title={texts.title} actions={items.length > 0 && add} />
      <div className="page stack wide hosts">
        {items.length === 0 ? (
          <EmptyState
            title={texts.none}
            sentence={installation === null ? texts.unset : texts.noneHint(installation)}
          >
            {add}
          </EmptyState>
        ) : (
          <HostsList hosts={hosts.data} />
        )}
        <ReturnPath />
        {!owns && <p className="soft">{texts.byOwner}</p>}
      </div>
      {adding && <AddHostDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function HostsList({ hosts: { items, installation } }: { hosts: HostsAnswer }) {
  const texts = useHostTexts()
  const chosen = items.find(({ isDefault }) => isDefault)
  const begin = chosen === undefined ? installation : chosen.address
  return (
    <>
      {begin === null ? (
        <p className="note warn">{texts.unset}</p>
      ) : (
        <p>
          <span className="soft">{texts.begin}</span>
          <b className="hosts-begin wrap">
            <bdi>{begin}</bdi>
          </b>
          {chosen === undefined && <span className="soft small">{texts.ofInstallation}</span>}
        </p>
      )}
      <ul className="hosts-list">
        {items.map(host => (
          <HostRow key={host.host} of={host} current={chosen?.host} />
        ))}
      </ul>
      <p className="soft small">{texts.certificate}</p>
    </>
  )
}
