/** Removing a list: the dialog names its uses. */
import type { ListAnswer } from '../../../actions/lists/lists.ts'
import { useListUses, useRemoveList } from '../../api/lists.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function RemoveListDialog(props: { list: ListAnswer; onClose(said?: string): void }) {
  const { list, onClose } = props
  const texts = useTexts('common')
  const formats = useFormats()
  const uses = useListUses(list.id)
  const remove = useRemoveList(list.id)
  const subscribers = formats.number(list.subscribers)
  return (
    <Dialog title={texts.removeAsks(list.name)} onClose={onClose}>
      <div className="stack">
        {uses.error && <Failure error={uses.error} onRetry={() => void uses.refetch()} />}
        {uses.isPending && <LoadingRows onRetry={() => void uses.refetch()} />}
        {uses.data && <p>{texts.removeTouches({ ...uses.data, subscribers })}</p>}
        {uses.data && uses.data.sendings > 0 && (
          <p className="note warn">{texts.removeSendings(uses.data.sendings)}</p>
        )}
        <p className="soft">{texts.removeKeeps}</p>
        {remove.error && <Failure error={remove.error} />}
        <div className="dialog-acts">
          <Button onClick={() => onClose()}>{texts.keep}</Button>
          <Button
            look="danger solid"
            busy={remove.isPending || !uses.data}
            onClick={() =>
              remove.mutate(undefined, { onSuccess: () => onClose(texts.removed(list.name)) })
            }
          >
            {texts.removeList}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
