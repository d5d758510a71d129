/** Adds or changes a rule. */
import { useState } from 'react'
import { SelectField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { type RelayRule, type RuleInput, useKeepRule } from './calls.ts'
import { type Criteria, CriteriaFields } from './criteria-fields.tsx'
import { useRuleTexts } from './words.ts'

const asText = (value: number | null | undefined): string => (value == null ? '' : String(value))

const criteriaOf = (rule: RelayRule | undefined): Criteria => ({
  kind: (rule?.kind as Criteria['kind'] | null | undefined) ?? '',
  accountId: asText(rule?.accountId),
  listId: asText(rule?.listId),
  senderDomain: rule?.senderDomain ?? '',
})

export function RuleDialog(props: {
  /** Undefined: a new one. */
  rule: RelayRule | undefined
  relays: readonly string[]
  onClose(): void
}) {
  const { rule, relays, onClose } = props
  const texts = useRuleTexts()
  const toast = useToast()
  const keep = useKeepRule(rule?.id)
  const [route, setRoute] = useState(rule?.route ?? relays[0] ?? '')
  const [criteria, setCriteria] = useState(() => criteriaOf(rule))
  const { kind, accountId, listId, senderDomain } = criteria
  const isEmpty = kind === '' && accountId === '' && senderDomain.trim() === ''
  const body: RuleInput = {
    route,
    kind: kind === '' ? null : kind,
    accountId: accountId === '' ? null : Number(accountId),
    listId: listId === '' ? null : Number(listId),
    senderDomain: senderDomain.trim() === '' ? null : senderDomain.trim(),
  }
  const onSuccess = () => {
    toast({ text: texts.saved })
    onClose()
  }
  return (
    <FormDialog
      title={rule ? texts.change : texts.add}
      act={texts.save}
      error={keep.error}
      busy={keep.isPending || isEmpty}
      onSubmit={() => keep.mutate(body, { onSuccess })}
      onClose={onClose}
    >
      <SelectField
        label={texts.relay}
        value={route}
        choices={relays.map(value => ({ value, label: value }))}
        onChange={setRoute}
      />
      <CriteriaFields of={criteria} onChange={setCriteria} />
      <p className="soft small">{isEmpty ? texts.wantsOne : texts.reserves(route)}</p>
    </FormDialog>
  )
}
