/** Somebody else was faster: their changes are taken over, what was typed here stays. */
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
