/** Adds a webhook, or changes where its events are posted to, and which. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { CheckList } from '../../parts/check-list.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import {
  useAddWebhook,
  useEditWebhook,
  type Webhook,
  type WebhookKind,
  type WebhookSecret,
} from './calls.ts'
import { FORMAT_NAMES, useWebhookTexts } from './words.ts'

const OWN = 'pennypost'
const FORMATS = Object.keys(FORMAT_NAMES) as Webhook['format'][]
const LONGEST_NAME = 100
const LONGEST_URL = 2000

export function WebhookForm(props: {
  /** Absent: a new one is added. */
  of?: Webhook
  onClose(): void
  onSecret?(made: WebhookSecret): void
}) {
  const texts = useWebhookTexts()
  const { kinds } = useTexts('auditValues').of
  const all = Object.keys(kinds) as WebhookKind[]
  const toast = useToast()
  const { of, onClose, onSecret } = props
  const add = useAddWebhook()
  const edit = useEditWebhook(of?.name ?? '')
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [format, setFormat] = useState<Webhook['format']>(of?.format ?? OWN)
  const [events, setEvents] = useState<readonly WebhookKind[]>(
    of && of.format === OWN ? of.events : all,
  )
  const busy = add.isPending || edit.isPending || (format === OWN && events.length === 0)
  // Another format has events of its own: all of them are told.
  const chosen = format === OWN ? { events: [...events] } : {}
  const save = () => {
    if (!of)
      return add.mutate(
        { name: name.trim(), url: url.trim(), format, ...chosen },
        { onSuccess: made => onSecret?.(made) },
      )
    const to = url.trim() === '' ? {} : { url: url.trim() }
    const onSuccess = () => {
      toast({ text: texts.saved(of.name) })
      onClose()
    }
    const as = format === of.format ? {} : { format }
    return edit.mutate({ ...to, ...as, ...chosen }, { onSuccess })
  }
  return (
    <FormDialog
      title={of ? texts.editOf(of.name) : texts.add}
      act={of ? texts.save : texts.add}
      error={add.error ?? edit.error}
      busy={busy}
      onSubmit={() => save()}
      onClose={onClose}
    >
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
      <SelectField
        label={texts.format}
        hint={texts.formatHint}
        value={format}
        choices={FORMATS.map(value => ({ value, label: FORMAT_NAMES[value] }))}
        onChange={value => setFormat(value)}
      />
      {format !== OWN && <p className="soft small">{texts.formatEvents}</p>}
      {format === OWN && (
        <CheckList
          label={texts.events}
          choices={all.map(value => ({ value, label: kinds[value] }))}
          chosen={events}
          onChange={setEvents}
        />
      )}
      {format === OWN && events.length === 0 && <p className="problem small">{texts.someEvents}</p>}
      {format === OWN && events.length < all.length && (
        <div className="row">
          <Button onClick={() => setEvents(all)}>{texts.all}</Button>
        </div>
      )}
    </FormDialog>
  )
}
