/** A test email of the draft, to addresses or a test group. */
import { useMutation } from '@tanstack/react-query'
import { useSendTest } from '../../api/test-emails.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { isOnlyHere } from '../../shared/sendings/only-here.ts'
import { TestRecipients, useTestRecipients } from '../../shared/test-emails/recipients.tsx'
import { useTexts } from '../../texts/language.tsx'

export function SendTestDialog(props: {
  id: number
  listId: number | null
  wrong: boolean
  onChecks(): void
  saveVersion(): Promise<number | undefined>
  onClose(): void
}) {
  const { id, listId, wrong, saveVersion, onClose } = props
  const texts = useTexts('composer')
  const sendings = useTexts('sendings')
  const recipients = useTestRecipients()
  const test = useSendTest()
  const send = useMutation({
    mutationFn: async ({ local }: { local: boolean }) => {
      // Another dialog says why.
      if ((await saveVersion()) === undefined) return undefined
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
        {wrong && (
          <p className="note bad">
            <span>{texts.checkStops}</span>
            <Button onClick={props.onChecks}>{texts.checks}</Button>
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
