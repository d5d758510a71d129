/** Adds a relay. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AddressFields } from './address-fields.tsx'
import { NO_RELAY, relayUrl } from './relay-address.ts'
import { useAddRelay } from './relay-calls.ts'

export function AddRelayDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts('relays')
  const common = useTexts('common')
  const add = useAddRelay()
  const [name, setName] = useState('')
  const [fields, setFields] = useState(NO_RELAY)
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!add.isPending) add.mutate({ name, url: relayUrl(fields) }, { onSuccess: onClose })
        }}
      >
        {add.error && <Failure error={add.error} />}
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
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={add.isPending}>
            {texts.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
