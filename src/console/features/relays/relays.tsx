/** The relays of the installation, in the order in which they are used. */
import { AddRelayDialog } from '../../shared/relays/add-relay.tsx'
import { useRelays } from '../../shared/relays/relay-calls.ts'
import { ServerListPage } from '../../shared/servers/server-list.tsx'
import { useTexts } from '../../texts/language.tsx'
import { RelayRow } from './relay-row.tsx'
import './relays.css'

export function RelaysPage() {
  const texts = useTexts('relays')
  return (
    <ServerListPage
      current="relays"
      title={texts.title}
      add={texts.add}
      none={[texts.none, texts.noneHint]}
      about={texts.ofAll}
      rows={useRelays()}
      head={
        <>
          <th>{texts.relay}</th>
          <th>{texts.state}</th>
          <th className="num hide-s">{texts.perSecond}</th>
          <th className="num hide-s">{texts.today}</th>
          <th className="hide-s">{texts.slowedColumn}</th>
          <th>
            <span className="sr">{texts.actions}</span>
          </th>
        </>
      }
      rowOf={relay => <RelayRow key={relay.name} of={relay} />}
      foot={<p className="soft small">{texts.order}</p>}
      addDialog={close => <AddRelayDialog onClose={close} />}
    />
  )
}
