/** Confirmation of a removal: removes the object, shows a toast, and leaves its page. */
import { type Removable, useRemoval } from '../api/removal.ts'
import { type AskedDanger, DangerDialog } from './danger-dialog.tsx'
import { useToast } from './toasts.tsx'

export function RemovalDialog<Answer>(
  props: AskedDanger & {
    of: Removable<Answer>
    /** False: the facts that the dialog tells are still loading. */
    isReady?: boolean
    said: string | ((answer: Answer) => string)
    /** Goes to another page, if this one shows the object; otherwise the dialog closes. */
    onRemoved?(): void
  },
) {
  const { of, isReady = true, said, onRemoved, ...asked } = props
  const toast = useToast()
  const removal = useRemoval(of)
  const onSuccess = (answer: Answer) => {
    toast({ text: typeof said === 'string' ? said : said(answer) })
    if (onRemoved) onRemoved()
    else asked.onClose()
  }
  return (
    <DangerDialog
      {...asked}
      error={removal.error}
      busy={removal.isPending || removal.isSuccess || !isReady}
      onConfirm={() => removal.mutate(undefined, { onSuccess })}
    />
  )
}
