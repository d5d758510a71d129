/** The note after a conflict (412): a press loads the newer values, and keeps the local edits. */
import { useTexts } from '../texts/language.tsx'
import { Button } from './button.tsx'

export function StaleNote({ onTakeOver }: { onTakeOver(): void }) {
  const texts = useTexts('common')
  return (
    <div className="note warn" role="alert">
      <span>{texts.changedMeanwhile}</span>
      <Button onClick={onTakeOver}>{texts.takeOver}</Button>
    </div>
  )
}
