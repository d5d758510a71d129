/** The relays of the installation, in the order in which they are used. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { AddRelayDialog } from '../../shared/relays/add-relay.tsx'
import { useRelays } from '../../shared/relays/relay-calls.ts'
import { ServerTabs } from '../../shared/servers/server-tabs.tsx'
import { useTexts } from '../../texts/language.tsx'
import { RelayRow } from './relay-row.tsx'
import './relays.css'

export function RelaysPage() {
  const texts = useTexts('relays')
  const relays = useRelays()
  const [adding, setAdding] = useState(false)
  if (!relays.data)
    return <UnreadPage title={texts.title} error={relays.error} onRetry={relays.refetch} />
  const add = (
    <Button look="primary" icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  const some = relays.data.length > 0
  return (
    <>
      <PageHead title={texts.title} actions={some && add} />
      <ServerTabs current="relays" />
      <div className="page stack wide relays">
        {!some && (
          <EmptyState title={texts.none} sentence={texts.noneHint}>
            {add}
          </EmptyState>
        )}
        {some && (
          <>
            <p className="soft">{texts.ofAll}</p>
            <table>
              <thead>
                <tr>
                  <th>{texts.relay}</th>
                  <th>{texts.state}</th>
                  <th className="num hide-s">{texts.perSecond}</th>
                  <th className="num hide-s">{texts.today}</th>
                  <th className="hide-s">{texts.slowedColumn}</th>
                  <th>
                    <span className="sr">{texts.actions}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {relays.data.map(relay => (
                  <RelayRow key={relay.name} of={relay} />
                ))}
              </tbody>
            </table>
            <p className="soft small">{texts.order}</p>
          </>
        )}
      </div>
      {adding && <AddRelayDialog onClose={() => setAdding(false)} />}
    </>
  )
}
