/** Resubscribing a person to a list that they have left: only with a consent given since. */
import { useState } from 'react'
import type { JoinedAnswer } from '../../../actions/subscribers/subscriptions.ts'
import { useMembership } from '../../api/people.ts'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'

export interface LeftPerson {
  person: JoinedAnswer
  list: { id: number; name: string }
}

export function PutBackDialog({ left, onClose }: { left: LeftPerson; onClose(): void }) {
  const { person, list } = left
  const texts = useTexts('people')
  const { time } = useFormats()
  const toast = useToast()
  const change = useMembership(person.id)
  const [source, setSource] = useState('')
  const [given, setGiven] = useState(localMinute)
  const { why } = person
  const by = why?.source ? texts.leftBy(texts.leaveSources[why.source] ?? why.source) : ''
  const older = change.data?.subscribed === false
  return (
    <FormDialog
      title={texts.putBackAsks(person.email, list.name)}
      act={texts.putBack}
      error={change.error}
      busy={change.isPending}
      onSubmit={() => {
        const consent = { source, given: new Date(given).toISOString() }
        change.mutate(
          { listId: list.id, joins: true, consent },
          {
            onSuccess(answer) {
              if (!answer?.subscribed) return
              toast({ text: texts.joined(list.name) })
              onClose()
            },
          },
        )
      }}
      onClose={onClose}
    >
      <p>
        {why && texts.left(time(why.since))} {by}
      </p>
      <p>{texts.putBackHint}</p>
      <TextField
        label={texts.agreedWhere}
        placeholder={texts.agreedWhereExample}
        value={source}
        onChange={setSource}
        maxLength={500}
        focused
      />
      <TextField
        label={texts.agreedWhen}
        type="datetime-local"
        value={given}
        onChange={setGiven}
        problem={older ? texts.agreedBefore : undefined}
      />
    </FormDialog>
  )
}

/** Now, as a field of a local time takes it. */
function localMinute(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
