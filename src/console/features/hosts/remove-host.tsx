/** Takes a host away: links that have it go on, or end. */
import { useAddHost, useChooseHost, useRemoveHost } from '../../api/hosts.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useHostTexts } from './words.ts'

export function RemoveHostDialog(props: {
  host: string
  wasDefault: boolean
  isRetired: boolean
  onClose(): void
}) {
  const { host, wasDefault, isRetired, onClose } = props
  const texts = useHostTexts()
  const common = useTexts('common')
  const toast = useToast()
  const remove = useRemoveHost()
  const add = useAddHost()
  const choose = useChooseHost()
  const undo = async () => {
    await add.mutateAsync(host)
    if (wasDefault) await choose.mutateAsync({ host, unchecked: true })
    toast({ text: texts.undone })
  }
  const take = (links: 'keep' | 'end') => {
    const onSuccess = () => {
      if (links === 'end') toast({ text: texts.ended(host) })
      else toast({ text: texts.removed(host), undo: () => void undo() })
      onClose()
    }
    remove.mutate({ host, links }, { onSuccess })
  }
  return (
    <Dialog title={texts.removeAsks(host)} onClose={onClose}>
      <div className="stack">
        {remove.error && <Failure error={remove.error} />}
        <p>{isRetired ? texts.removeTellsRetired : texts.removeTells}</p>
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="danger" busy={remove.isPending} onClick={() => take('end')}>
            {isRetired ? texts.endLinksRetired : texts.endLinks}
          </Button>
          {!isRetired && (
            <Button look="primary" busy={remove.isPending} onClick={() => take('keep')}>
              {texts.keepLinks}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
