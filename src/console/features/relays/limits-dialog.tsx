/** The limits of a relay. */
import { useState } from 'react'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { type KnownRelay, useChangeRelay } from '../../shared/relays/relay-calls.ts'
import { typedNumber } from '../../shared/relays/typed-number.ts'
import { useTexts } from '../../texts/language.tsx'

type Limits = NonNullable<KnownRelay['limits']>
type Written = Record<keyof Limits, string>

const written = (limits: Limits): Written => ({
  ratePerSecond: limits.ratePerSecond === null ? '' : String(limits.ratePerSecond),
  dailyQuota: limits.dailyQuota === null ? '' : String(limits.dailyQuota),
  connections: String(limits.connections),
  emailsPerConnection: String(limits.emailsPerConnection),
  priority: String(limits.priority),
})

const orNone = (text: string): number | null => (text.trim() === '' ? null : typedNumber(text))

export function LimitsDialog(props: { name: string; limits: Limits; onClose(): void }) {
  const texts = useTexts('relays')
  const toast = useToast()
  const change = useChangeRelay()
  const [now, setNow] = useState(() => written(props.limits))
  const { name, onClose } = props
  const next: Limits = {
    ratePerSecond: orNone(now.ratePerSecond),
    dailyQuota: orNone(now.dailyQuota),
    connections: typedNumber(now.connections),
    emailsPerConnection: typedNumber(now.emailsPerConnection),
    priority: typedNumber(now.priority),
  }
  const isWrong = (field: keyof Limits) => Number.isNaN(next[field])
  const wrong = Object.values(next).some(value => Number.isNaN(value))
  const field = (which: keyof Limits, label: string, hint?: string) => (
    <TextField
      label={label}
      {...(hint !== undefined && { hint })}
      value={now[which]}
      problem={isWrong(which) ? texts.notNumber : undefined}
      onChange={value => setNow({ ...now, [which]: value })}
      maxLength={12}
      optional={hint === texts.rateHint}
    />
  )
  const onSuccess = () => {
    toast({ text: texts.saved })
    onClose()
  }
  return (
    <FormDialog
      title={texts.limitsOf(name)}
      act={texts.save}
      error={change.error}
      busy={change.isPending || wrong}
      onSubmit={() => change.mutate({ route: name, ...next }, { onSuccess })}
      onClose={onClose}
    >
      {field('ratePerSecond', texts.rate, texts.rateHint)}
      {field('dailyQuota', texts.quota, texts.rateHint)}
      {field('connections', texts.connections)}
      {field('emailsPerConnection', texts.perConnection)}
      {field('priority', texts.priority, texts.priorityHint)}
    </FormDialog>
  )
}
