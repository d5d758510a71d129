/** The terms of a warm-up: begun with them, or changed while it runs. */
import { useState } from 'react'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { typedNumber } from '../../shared/relays/typed-number.ts'
import { useTexts } from '../../texts/language.tsx'
import { useAdjustWarmUp, useBeginWarmUp, type WarmUpTerms } from './page-calls.ts'
import { useRelayTexts } from './words.ts'

const FIELDS = ['first', 'growth', 'goal'] as const

export function WarmUpDialog(props: {
  name: string
  terms: WarmUpTerms
  begins: boolean
  onClose(): void
}) {
  const { name, terms, begins, onClose } = props
  const texts = useRelayTexts()
  const relayTexts = useTexts('relays')
  const toast = useToast()
  const begin = useBeginWarmUp()
  const adjust = useAdjustWarmUp()
  const [written, setWritten] = useState({
    first: String(terms.first),
    growth: String(terms.growth),
    goal: String(terms.goal),
  })
  const change = begins ? begin : adjust
  const read = (field: (typeof FIELDS)[number]) => typedNumber(written[field])
  const wrong = FIELDS.some(field => Number.isNaN(read(field)))
  const onSuccess = () => {
    toast({ text: texts.saved })
    onClose()
  }
  return (
    <FormDialog
      title={begins ? texts.begin : texts.changeTitle}
      act={begins ? texts.begin : relayTexts.save}
      error={change.error}
      busy={change.isPending || wrong}
      onSubmit={() => {
        const next = { first: read('first'), growth: read('growth'), goal: read('goal') }
        change.mutate({ route: name, ...next }, { onSuccess })
      }}
      onClose={onClose}
    >
      <p className="soft">{begins ? texts.beginTells : texts.changeTells}</p>
      {FIELDS.map(field => (
        <TextField
          key={field}
          label={texts[field]}
          {...(field === 'growth' && { hint: texts.growthHint })}
          value={written[field]}
          problem={Number.isNaN(read(field)) ? texts.notNumber : undefined}
          onChange={value => setWritten({ ...written, [field]: value })}
          maxLength={12}
        />
      ))}
    </FormDialog>
  )
}
