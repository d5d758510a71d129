/** Mailboxes that bounces and complaints are fetched from. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { ServerTabs } from '../../shared/servers/server-tabs.tsx'
import { useMailboxes } from './calls.ts'
import { AddMailboxDialog } from './mailbox-dialog.tsx'
import { MailboxRow } from './mailbox-row.tsx'
import { useMailboxTexts } from './words.ts'
import './mailboxes.css'

export function MailboxesPage() {
  const texts = useMailboxTexts()
  const mailboxes = useMailboxes()
  const [adding, setAdding] = useState(false)
  if (!mailboxes.data)
    return (
      <UnreadPage
        title={texts.title}
        error={mailboxes.error}
        onRetry={() => void mailboxes.refetch()}
      />
    )
  const add = (
    <Button look="primary" icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  const some = mailboxes.data.length > 0
  return (
    <>
      <PageHead title={texts.title} actions={some && add} />
      <ServerTabs current="mailboxes" />
      <div className="page stack wide mailboxes">
        {some ? (
          <>
            <p className="soft">{texts.hint}</p>
            <table>
              <thead>
                <tr>
                  <th>{texts.mailbox}</th>
                  <th>{texts.state}</th>
                  <th className="hide-s">{texts.lastRead}</th>
                  <th className="num hide-s">{texts.fetched}</th>
                  <th>
                    <span className="sr">{texts.actions}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {mailboxes.data.map(one => (
                  <MailboxRow key={`${one.accountId ?? 0} ${one.id}`} of={one} />
                ))}
              </tbody>
            </table>
          </>
        ) : (
          <EmptyState title={texts.none} sentence={texts.noneHint}>
            {add}
          </EmptyState>
        )}
      </div>
      {adding && <AddMailboxDialog onClose={() => setAdding(false)} />}
    </>
  )
}
