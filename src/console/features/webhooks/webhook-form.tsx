/** Adds a webhook, or changes where its events are posted to, and which. */
import { useState } from 'react'
import { TeamFailure } from '../../parts/action-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { CheckList } from '../../parts/check-list.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import {
  useAddWebhook,
  useEditWebhook,
  type Webhook,
  type WebhookKind,
  type WebhookSecret,
} from './calls.ts'
import { useWebhookTexts } from './words.ts'

const LONGEST_NAME = 100
const LONGEST_URL = 2000

export function WebhookForm(props: {
  /** Absent: a new one is added. */
  of?: Webhook
  onClose(): void
  onSecret?(made: WebhookSecret): void
}) {
  const texts = useWebhookTexts()
  const common = useTexts('common')
  const { kinds } = useTexts('auditValues').of
  const all = Object.keys(kinds) as WebhookKind[]
  const toast = useToast()
  const { of, onClose, onSecret } = props
  const add = useAddWebhook()
  const edit = useEditWebhook(of?.name ?? '')
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly WebhookKind[]>(of?.events ?? all)
  const busy = add.isPending || edit.isPending || events.length === 0
  const save = () => {
    if (!of)
      return add.mutate(
        { name: name.trim(), url: url.trim(), events: [...events] },
        { onSuccess: made => onSecret?.(made) },
      )
    const to = url.trim() === '' ? {} : { url: url.trim() }
    const onSuccess = () => {
      toast({ text: texts.saved(of.name) })
      onClose()
    }
    return edit.mutate({ ...to, events: [...events] }, { onSuccess })
  }
  return (
    <Dialog title={of ? texts.editOf(of.name) : texts.add} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!busy) save()
        }}
      >
        <TeamFailure error={add.error ?? edit.error} />
        {of && <p className="soft small">{texts.editTells}</p>}
        {!of && (
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            value={name}
            onChange={setName}
            maxLength={LONGEST_NAME}
            focused
          />
        )}
        <TextField
          label={texts.url}
          hint={texts.urlHint}
          value={url}
          onChange={setUrl}
          maxLength={LONGEST_URL}
          {...(of && { optional: true, placeholder: texts.urlSame })}
        />
        <CheckList
          label={texts.events}
          choices={all.map(value => ({ value, label: kinds[value] }))}
          chosen={events}
          onChange={setEvents}
        />
        {events.length === 0 && <p className="problem small">{texts.someEvents}</p>}
        {events.length < all.length && (
          <div className="row">
            <Button onClick={() => setEvents(all)}>{texts.all}</Button>
          </div>
        )}
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={busy}>
            {of ? texts.save : texts.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
