/** Gives a relay another server, or another password. */
import { useState } from 'react'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { AddressFields } from '../../shared/relays/address-fields.tsx'
import { NO_RELAY, relayUrl } from '../../shared/relays/relay-address.ts'
import { useChangeRelay } from '../../shared/relays/relay-calls.ts'
import { useTexts } from '../../texts/language.tsx'

export function MoveRelayDialog({ name, onClose }: { name: string; onClose(): void }) {
  const texts = useTexts('relays')
  const toast = useToast()
  const change = useChangeRelay()
  const [fields, setFields] = useState(NO_RELAY)
  const onSuccess = () => {
    toast({ text: texts.moved(name) })
    onClose()
  }
  return (
    <FormDialog
      title={texts.moveOf(name)}
      act={texts.save}
      error={change.error}
      busy={change.isPending}
      onSubmit={() => change.mutate({ route: name, url: relayUrl(fields) }, { onSuccess })}
      onClose={onClose}
    >
      <AddressFields of={fields} onChange={setFields} />
      <p className="soft small">{texts.sealed}</p>
    </FormDialog>
  )
}
