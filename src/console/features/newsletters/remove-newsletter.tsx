/** Removing a newsletter, which can't be undone. */
import type { BoardRowAnswer } from '../../../actions/newsletters/newsletter-board.ts'
import { useRemoveNewsletter } from '../../api/newsletters.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'

export function RemoveNewsletterDialog(props: {
  newsletter: BoardRowAnswer
  onClose(said?: string): void
}) {
  const { newsletter, onClose } = props
  const common = useTexts('common')
  const texts = useTexts('newsletters')
  const remove = useRemoveNewsletter()
  const name = newsletter.name || newsletter.subject
  return (
    <Dialog title={texts.removeAsks(name)} onClose={() => onClose()}>
      <div className="stack">
        <p className="soft">{texts.removeKeeps}</p>
        {remove.error && <Failure error={remove.error} />}
        <div className="dialog-acts">
          <Button onClick={() => onClose()}>{common.keep}</Button>
          <Button
            look="danger solid"
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(newsletter.id, { onSuccess: () => onClose(texts.removed(name)) })
            }
          >
            {texts.remove}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
