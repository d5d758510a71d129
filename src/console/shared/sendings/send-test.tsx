/** A test email of a newsletter, to addresses or a test group. */
import { useMutation } from '@tanstack/react-query'
import { useSendTest } from '../../api/test-emails.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { TestRecipients, useTestRecipients } from '../test-emails/recipients.tsx'
import { isOnlyHere } from './send-problem.tsx'

export function SendTestDialog(props: {
  id: number
  listId: number | null
  /** It has mistakes, which this leads to. */
  onChecks?: (() => void) | undefined
  /** Saves what is written; undefined: it could not, and says so. */
  saveVersion?(): Promise<number | undefined>
  onClose(): void
}) {
  const { id, listId, onChecks, saveVersion, onClose } = props
  const texts = useTexts('composer')
  const sendings = useTexts('sendings')
  const recipients = useTestRecipients()
  const test = useSendTest()
  const send = useMutation({
    mutationFn: async ({ local }: { local: boolean }) => {
      // Another dialog says why.
      if (saveVersion && (await saveVersion()) === undefined) return undefined
      const order = { newsletterId: id, ...recipients.to, ...(listId !== null && { listId }) }
      return test.mutateAsync({ ...order, local, key: crypto.randomUUID() })
    },
    onSuccess: sent => sent ?? onClose(),
  })
  const onlyHere = isOnlyHere(send.error)
  return (
    <Dialog title={texts.sendTest} onClose={onClose}>
      <div className="stack">
        <p className="soft">{texts.testHint}</p>
        {onChecks && (
          <p className="note bad">
            <span>{texts.checkStops}</span>
            <Button onClick={onChecks}>{texts.checks}</Button>
          </p>
        )}
        {!send.data && <TestRecipients of={recipients} />}
        {send.error && !onlyHere && <Failure error={send.error} />}
        {onlyHere && <p className="note warn">{sendings.onlyHere}</p>}
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
              busy={!recipients.ready || send.isPending}
              onClick={() => send.mutate({ local: onlyHere })}
            >
              {onlyHere ? sendings.onlyHereVerb : texts.sendTest}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
