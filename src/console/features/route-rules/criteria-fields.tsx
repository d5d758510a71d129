/** Account, list, kind and sender of emails: of a rule, and of a trial. */

import { useLists } from '../../api/lists.ts'
import { useSession } from '../../api/session.ts'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { type TrialInput, useAccounts } from './calls.ts'
import { useRuleTexts } from './words.ts'

type Kind = NonNullable<TrialInput['kind']>

/** Texts of a form: an empty one is any. */
export interface Criteria {
  kind: Kind | ''
  accountId: string
  listId: string
  senderDomain: string
}

const KINDS: readonly Kind[] = ['newsletter', 'test', 'trigger', 'transaction', 'reply']

export function CriteriaFields(props: {
  of: Criteria
  /** Of one email: it has a kind and an account. */
  exact?: boolean
  onChange(next: Criteria): void
}) {
  const { of, exact, onChange } = props
  const texts = useRuleTexts()
  const own = useSession().data?.account.id
  const accounts = useAccounts().data ?? []
  const lists = useLists().data ?? []
  const set = (changed: Partial<Criteria>) => onChange({ ...of, ...changed })
  const any = (label: string) => (exact ? [] : [{ value: '', label }])
  // Lists of other accounts are not read here; a rule of one keeps its own.
  const known = of.accountId === String(own) ? lists : []
  const kept = of.listId !== '' && !known.some(({ id }) => String(id) === of.listId)
  return (
    <>
      <SelectField<Kind | ''>
        label={texts.kind}
        value={of.kind}
        choices={[
          ...any(texts.anyKind).map(({ label }) => ({ value: '' as const, label })),
          ...KINDS.map(value => ({ value, label: texts.kinds[value] })),
        ]}
        onChange={kind => set({ kind })}
      />
      <SelectField
        label={texts.account}
        value={of.accountId}
        choices={[
          ...any(texts.anyAccount),
          ...accounts.map(({ id, username }) => ({ value: String(id), label: username })),
        ]}
        onChange={accountId => set({ accountId, listId: '' })}
      />
      {(known.length > 0 || kept) && (
        <SelectField
          label={texts.list}
          value={of.listId}
          choices={[
            { value: '', label: exact ? texts.noList : texts.anyList },
            ...known.map(({ id, name }) => ({ value: String(id), label: name })),
            ...(kept ? [{ value: of.listId, label: of.listId }] : []),
          ]}
          onChange={listId => set({ listId })}
        />
      )}
      <TextField
        label={texts.domain}
        hint={exact ? texts.trialDomainHint : texts.domainHint}
        value={of.senderDomain}
        onChange={senderDomain => set({ senderDomain })}
        maxLength={255}
        autoComplete="off"
        optional
      />
    </>
  )
}
