/** Removing a list: the dialog names its uses. */
import type { ListAnswer } from '../../../actions/lists/lists.ts'
import { listRemoval, useListUses } from '../../api/lists.ts'
import { RemovalDialog } from '../../parts/removal-dialog.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function RemoveListDialog(props: { list: ListAnswer; onRemoved?(): void; onClose(): void }) {
  const { list, ...closing } = props
  const texts = useTexts('common')
  const formats = useFormats()
  const uses = useListUses(list.id)
  const subscribers = formats.number(list.subscribers)
  return (
    <RemovalDialog
      {...closing}
      of={listRemoval(list.id)}
      title={texts.removeAsks(list.name)}
      act={texts.removeList}
      isReady={uses.data !== undefined}
      said={texts.removed(list.name)}
    >
      {uses.error && <Failure error={uses.error} onRetry={() => void uses.refetch()} />}
      {uses.isPending && <LoadingRows onRetry={() => void uses.refetch()} />}
      {uses.data && <p>{texts.removeTouches({ ...uses.data, subscribers })}</p>}
      {uses.data && uses.data.sendings > 0 && (
        <p className="note warn">{texts.removeSendings(uses.data.sendings)}</p>
      )}
      <p className="soft">{texts.removeKeeps}</p>
    </RemovalDialog>
  )
}
