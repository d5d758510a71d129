/** Removes a source: its address answers nothing from then on. */
import { useNavigate } from '@tanstack/react-router'
import { RemovalDialog } from '../../parts/removal-dialog.tsx'
import { sourceRemoval } from '../../shared/event-sources/calls.ts'
import { useEventTexts } from '../../shared/event-sources/words.ts'

export function RemoveSourceDialog({ name, onClose }: { name: string; onClose(): void }) {
  const texts = useEventTexts()
  const navigate = useNavigate()
  return (
    <RemovalDialog
      of={sourceRemoval(name)}
      title={texts.removeAsks(name)}
      act={texts.remove}
      said={texts.removed(name)}
      onRemoved={() => void navigate({ to: '/events', search: { tab: 'sources' } })}
      onClose={onClose}
    >
      <p>{texts.removeTells}</p>
    </RemovalDialog>
  )
}
