/** Removing a newsletter, which can't be undone. */
import type { BoardRowAnswer } from '../../../actions/newsletters/newsletter-board.ts'
import { newsletterRemoval } from '../../api/newsletters.ts'
import { RemovalDialog } from '../../parts/removal-dialog.tsx'
import { useNewsletterTexts } from './words.ts'

export function RemoveNewsletterDialog(props: { newsletter: BoardRowAnswer; onClose(): void }) {
  const { newsletter, onClose } = props
  const texts = useNewsletterTexts()
  const name = newsletter.name || newsletter.subject
  return (
    <RemovalDialog
      of={newsletterRemoval(newsletter.id)}
      title={texts.removeAsks(name)}
      act={texts.remove}
      said={texts.removed(name)}
      onClose={onClose}
    >
      <p className="soft">{texts.removeKeeps}</p>
    </RemovalDialog>
  )
}
