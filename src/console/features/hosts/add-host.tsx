/** Adds a host: a name that the owner of a domain lets lead here. */
import { useAddHost } from '../../api/hosts.ts'
import { OneFieldDialog } from '../../parts/one-field-dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useHostTexts } from './words.ts'

export function AddHostDialog({ onClose }: { onClose(): void }) {
  const texts = useHostTexts()
  const toast = useToast()
  const add = useAddHost()
  return (
    <OneFieldDialog
      title={texts.add}
      label={texts.host}
      hint={texts.hostHint}
      most={254}
      error={add.error}
      busy={add.isPending}
      onClose={onClose}
      onAdd={host =>
        add.mutate(host, {
          onSuccess: () => {
            toast({ text: texts.added(host) })
            onClose()
          },
        })
      }
    />
  )
}
