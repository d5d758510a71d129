/** Erasing a person: it cannot be undone. */
import { useNavigate } from '@tanstack/react-router'
import type { SubscriberDetailAnswer } from '../../../actions/subscribers/subscribers.ts'
import { personRemoval } from '../../api/people.ts'
import { RemovalDialog } from '../../parts/removal-dialog.tsx'
import { useTexts } from '../../texts/language.tsx'

export function EraseDialog(props: { person: SubscriberDetailAnswer; onClose(): void }) {
  const { id, email } = props.person
  const texts = useTexts('people')
  const navigate = useNavigate()
  return (
    <RemovalDialog
      of={personRemoval(id)}
      title={texts.eraseAsks(email)}
      act={texts.erase}
      said={({ keptOut }) => (keptOut ? texts.erasedKeptOut : texts.erased)(email)}
      onRemoved={() => void navigate({ to: '/subscribers' })}
      onClose={props.onClose}
    >
      <p>{texts.eraseTells}</p>
    </RemovalDialog>
  )
}
