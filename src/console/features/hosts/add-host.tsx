/** Adds a host: a name that the owner of a domain lets lead here. */
import { useState } from 'react'
import { useAddHost } from '../../api/hosts.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useSaid } from '../../parts/said.ts'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'

export function AddHostDialog({ onClose }: { onClose(): void }) {
  const texts = useTexts('hosts')
  const common = useTexts('common')
  const said = useSaid()
  const toast = useToast()
  const add = useAddHost()
  const [host, setHost] = useState('')
  const submit = () => {
    if (add.isPending || host.trim() === '') return
    const onSuccess = () => {
      toast({ text: texts.added(host.trim()) })
      onClose()
    }
    add.mutate(host, { onSuccess })
  }
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={texts.host}
          hint={texts.hostHint}
          value={host}
          onChange={setHost}
          problem={add.error ? said(add.error) : undefined}
          maxLength={254}
          autoComplete="off"
          focused
        />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={add.isPending || host.trim() === ''}>
            {texts.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
