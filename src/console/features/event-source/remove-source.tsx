/** Removes a source: its address answers nothing from then on. */
import { TeamFailure } from '../../parts/action-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useRemoveSource } from '../../shared/event-sources/calls.ts'
import { useEventTexts } from '../../shared/event-sources/words.ts'
import { useTexts } from '../../texts/language.tsx'

export function RemoveSourceDialog(props: { name: string; onClose(): void; onRemoved(): void }) {
  const texts = useEventTexts()
  const common = useTexts('common')
  const toast = useToast()
  const { name, onClose, onRemoved } = props
  const remove = useRemoveSource(name)
  const onSuccess = () => {
    toast({ text: texts.removed(name) })
    onRemoved()
  }
  return (
    <Dialog title={texts.removeAsks(name)} onClose={onClose}>
      <div className="stack">
        <TeamFailure error={remove.error} />
        <p>{texts.removeTells}</p>
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.keep}</Button>
          <Button
            look="danger solid"
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess })}
          >
            {texts.remove}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
