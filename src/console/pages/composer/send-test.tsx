/** A test email of what is written, to a test group. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sendTestEmail, testGroups } from '../../api/newsletter-previews.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { composerTexts } from '../../texts/composer/texts.ts'
import { useTextsOf } from '../../texts/language.tsx'

export function SendTestDialog(props: {
  id: number
  listId: number | null
  wrong: boolean
  onChecks(): void
  saveVersion(): Promise<number | undefined>
  onClose(): void
}) {
  const { id, listId, wrong, saveVersion, onClose } = props
  const texts = useTextsOf(composerTexts)
  const groups = useQuery({ queryKey: ['test-groups'], queryFn: testGroups })
  const [group, setGroup] = useState('')
  const wanted = group || groups.data?.[0]?.name || ''
  const send = useMutation({
    mutationFn: async () => {
      // Another dialog says why.
      if ((await saveVersion()) === undefined) return undefined
      return sendTestEmail({ newsletterId: id, group: wanted, ...(listId !== null && { listId }) })
    },
    onSuccess: sent => sent ?? onClose(),
  })
  return (
    <Dialog title={texts.sendTest} onClose={onClose}>
      <div className="stack">
        <p className="soft">{texts.testHint}</p>
        {wrong && (
          <p className="note bad">
            <span>{texts.checkStops}</span>
            <Button onClick={props.onChecks}>{texts.checks}</Button>
          </p>
        )}
        {groups.error && <Failure error={groups.error} onRetry={() => void groups.refetch()} />}
        {groups.data?.length === 0 && (
          <>
            <p className="note">{texts.noGroups}</p>
            <code className="code">pennypost test-group add NAME ADDRESS…</code>
          </>
        )}
        {groups.data && groups.data.length > 0 && !send.data && (
          <SelectField
            label={texts.testGroup}
            value={wanted}
            choices={groups.data.map(one => ({
              value: one.name,
              label: `${one.name} (${one.emails.length})`,
            }))}
            onChange={setGroup}
          />
        )}
        {send.error && <Failure error={send.error} />}
        {send.data && (
          <p className="note" role="status">
            <span>
              <b>{texts.testSent(send.data.messages)}</b>
              {send.data.sandbox && (
                <small>
                  {texts.inSandbox} <a href="/sandbox">/sandbox</a>
                </small>
              )}
            </span>
          </p>
        )}
        <div className="dialog-acts">
          {!send.data && (
            <Button
              look="primary"
              busy={wanted === '' || send.isPending}
              onClick={() => send.mutate()}
            >
              {texts.sendTest}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
