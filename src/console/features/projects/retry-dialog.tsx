/** A retry of failed emails of a file or a project, after their number was confirmed. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { CheckList } from '../../parts/check-list.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { type RetriedThing, useRetry } from './calls.ts'
import { useProjectTexts } from './words.ts'

/** Of one call, as the service has it. */
const MOST = 10_000

type RetriedState = 'failed' | 'uncertain'

export function RetryDialog(props: {
  thing: RetriedThing
  counts: Record<RetriedState, number>
  onClose(): void
}) {
  const texts = useProjectTexts()
  const common = useTexts('common')
  const { number } = useFigures()
  const toast = useToast()
  const retry = useRetry(props.thing)
  // The number that was shown is confirmed: it stays while the dialog is open.
  const [counts] = useState(props.counts)
  const [chosen, setChosen] = useState<readonly RetriedState[]>(counts.failed > 0 ? ['failed'] : [])
  const emails = Math.min(
    MOST,
    chosen.reduce((sum, state) => sum + counts[state], 0),
  )
  const words = { failed: texts.retryFailed, uncertain: texts.retryUncertain }
  const offered = (['failed', 'uncertain'] as const).filter(state => counts[state] > 0)
  // Of a double click the second one may come before the mutation is known to be pending.
  const [isSent, setSent] = useState(false)
  const send = () => {
    setSent(true)
    retry.mutate(
      { states: [...chosen], emails },
      {
        onSuccess({ queued }) {
          const isLeft = chosen.reduce((sum, state) => sum + counts[state], 0) > emails
          const said = queued === 0 ? texts.retryNone : texts.retryDone(number(queued))
          toast({ text: isLeft ? `${said} ${texts.retryMore}` : said })
          props.onClose()
        },
        onError: () => setSent(false),
      },
    )
  }
  return (
    <Dialog title={texts.retry} onClose={props.onClose}>
      <div className="stack">
        {retry.error && <Failure error={retry.error} />}
        <p className="soft">{texts.retryHint}</p>
        <CheckList<RetriedState>
          label={texts.emails}
          choices={offered.map(value => ({ value, label: words[value](number(counts[value])) }))}
          chosen={chosen}
          onChange={setChosen}
        />
        <div className="dialog-acts">
          <Button onClick={props.onClose}>{common.close}</Button>
          <Button look="primary" busy={isSent || emails === 0} onClick={send}>
            {emails === 0 ? texts.retryNothing : texts.retrySend(number(emails))}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
