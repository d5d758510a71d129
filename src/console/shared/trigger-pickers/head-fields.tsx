/** Lines above the steps that are picked whether they are written or not. */
import './pickers.css'
import { TextField } from '../../parts/fields.tsx'
import type { WrittenValue } from '../trigger-text/change-source.ts'
import { AgainPicker, QuietPicker, StartPicker } from './head-pickers.tsx'

export function HeadFields(props: {
  part: 'start' | 'further'
  labels: Record<string, string>
  head: readonly WrittenValue[]
  mayChange: boolean
  onValue(word: string, value: string): void
}) {
  const { part, labels, head, mayChange, onValue } = props
  const given = (word: string) => {
    const value = head.find(one => one.word === word)?.value
    const label = labels[word] ?? word
    return {
      label,
      value,
      mayChange,
      // Of another shape: it is shown, and changed in the text.
      written: <TextField label={label} value={value ?? ''} optional onChange={() => {}} />,
      onPick: (next: string) => onValue(word, next),
    }
  }
  if (part === 'start')
    return <StartPicker {...given('start')} head={head} onPick={kind => onValue('start', kind)} />
  return (
    <>
      <AgainPicker {...given('again')} />
      <QuietPicker {...given('quiet hours')} />
    </>
  )
}
