/** Mailboxes that bounces and complaints are fetched from. */
import { ServerListPage } from '../../shared/servers/server-list.tsx'
import { useMailboxes } from './calls.ts'
import { AddMailboxDialog } from './mailbox-dialog.tsx'
import { MailboxRow } from './mailbox-row.tsx'
import { useMailboxTexts } from './words.ts'
import './mailboxes.css'

export function MailboxesPage() {
  const texts = useMailboxTexts()
  return (
    <ServerListPage
      current="mailboxes"
      title={texts.title}
      add={texts.add}
      none={[texts.none, texts.noneHint]}
      about={texts.hint}
      rows={useMailboxes()}
      head={
        <>
          <th>{texts.mailbox}</th>
          <th>{texts.state}</th>
          <th className="hide-s">{texts.lastRead}</th>
          <th className="num hide-s">{texts.fetched}</th>
          <th>
            <span className="sr">{texts.actions}</span>
          </th>
        </>
      }
      rowOf={one => <MailboxRow key={`${one.accountId ?? 0} ${one.id}`} of={one} />}
      addDialog={close => <AddMailboxDialog onClose={close} />}
    />
  )
}
