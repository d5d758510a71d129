/** Sends events again: those that were given up, or all since a moment; first it tells how many. */
import { useState } from 'react'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { YesNo } from '../../parts/small-fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useReplay, useReplayCount } from './calls.ts'
import { useWebhookTexts } from './words.ts'

export function ReplayDialog({ name, onClose }: { name: string; onClose(): void }) {
  const texts = useWebhookTexts()
  const toast = useToast()
  const { number } = useFigures()
  const [from, setFrom] = useState('')
  const [sent, setSent] = useState(false)
  // As the field gives it: local time, or nothing while it is being typed.
  const moment = from === '' ? Number.NaN : new Date(from).getTime()
  const since = Number.isNaN(moment) ? {} : { since: new Date(moment).toISOString() }
  const count = useReplayCount(name, { ...since, ...(sent && { sent: 'true' }) })
  const replay = useReplay(name)
  const events = count.isFetching ? undefined : count.data
  const onSuccess = ({ events }: { events: number }) => {
    toast({ text: texts.replayed(events, number(events)) })
    onClose()
  }
  return (
    <FormDialog
      title={texts.replayOf(name)}
      act={texts.replayNow}
      error={replay.error}
      busy={replay.isPending || !events}
      onSubmit={() => {
        if (!replay.isPending && events) replay.mutate({ ...since, sent }, { onSuccess })
      }}
      onClose={onClose}
    >
      <p>{texts.replayTells}</p>
      <TextField
        label={texts.since}
        hint={texts.sinceHint}
        type="datetime-local"
        value={from}
        onChange={setFrom}
        optional
      />
      <YesNo label={texts.alsoSent} value={sent} onChange={setSent} />
      {count.error && <Failure error={count.error} onRetry={() => void count.refetch()} />}
      <p role="status" className="strong">
        {events !== undefined &&
          (events === 0 ? texts.countNone : texts.count(events, number(events)))}
      </p>
    </FormDialog>
  )
}
