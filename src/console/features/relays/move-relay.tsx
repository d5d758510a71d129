/** Gives a relay another server, or another password. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { AddressFields } from '../../shared/relays/address-fields.tsx'
import { NO_RELAY, relayUrl } from '../../shared/relays/relay-address.ts'
import { useChangeRelay } from '../../shared/relays/relay-calls.ts'
import { useTexts } from '../../texts/language.tsx'

export function MoveRelayDialog({ name, onClose }: { name: string; onClose(): void }) {
  const texts = useTexts('relays')
  const common = useTexts('common')
  const toast = useToast()
  const change = useChangeRelay()
  const [fields, setFields] = useState(NO_RELAY)
  const onSuccess = () => {
    toast({ text: texts.moved(name) })
    onClose()
  }
  return (
    <Dialog title={texts.moveOf(name)} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!change.isPending)
            change.mutate({ route: name, url: relayUrl(fields) }, { onSuccess })
        }}
      >
        {change.error && <Failure error={change.error} />}
        <AddressFields of={fields} onChange={setFields} />
        <p className="soft small">{texts.sealed}</p>
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={change.isPending}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
