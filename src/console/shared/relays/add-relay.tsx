/** Adds a relay. */
import { useState } from 'react'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AddressFields } from './address-fields.tsx'
import { NO_RELAY, relayUrl } from './relay-address.ts'
import { useAddRelay } from './relay-calls.ts'

export function AddRelayDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts('relays')
  const add = useAddRelay()
  const [name, setName] = useState('')
  const [fields, setFields] = useState(NO_RELAY)
  return (
    <FormDialog
      title={texts.add}
      act={texts.add}
      error={add.error}
      busy={add.isPending}
      onSubmit={() => add.mutate({ name, url: relayUrl(fields) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        onChange={setName}
        maxLength={100}
        focused
      />
      <AddressFields of={fields} onChange={setFields} />
      <p className="soft small">{texts.sealed}</p>
    </FormDialog>
  )
}
