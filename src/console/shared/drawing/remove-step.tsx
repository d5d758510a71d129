/** Asks before a step is taken out of the drawing. */
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useDrawnTexts } from '../trigger-words/words.ts'

export function RemoveStep(props: {
  step: { key: string; here: number; branches: boolean }
  onRemove(): void
  onClose(): void
}) {
  const { step, onRemove, onClose } = props
  const texts = useDrawnTexts()
  const common = useTexts('common')
  const { number } = useFigures()
  return (
    <Dialog title={texts.removeAsks(step.key)} onClose={onClose}>
      <div className="stack">
        <p className="soft">{step.branches ? texts.removeBranch : texts.removeLeads}</p>
        {step.here > 0 && <p className="note warn">{texts.removeHere(number(step.here))}</p>}
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.keep}</Button>
          <Button look="danger solid" onClick={onRemove}>
            {texts.removeStep}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
