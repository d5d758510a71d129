/** Who changed what: all of it, or the history of one object. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PageHead } from '../../parts/frame.tsx'
import { ChoiceField } from '../../parts/toolbar.tsx'
import { AuditTable } from '../../shared/audit/audit-table.tsx'
import { useTexts } from '../../texts/language.tsx'

export function AuditPage() {
  const texts = useTexts('team')
  const navigate = useNavigate()
  const { kinds } = useTexts('auditWords')
  const selection = useSearch({ from: '/audit' })
  const choose = (kind: string) =>
    void navigate({ to: '/audit', search: kind === '' ? {} : { kind }, replace: true })
  return (
    <>
      <PageHead title={texts.audit} />
      <div className="page">
        <div className="toolbar">
          <ChoiceField
            label={texts.kind}
            value={selection.kind ?? ''}
            choices={[
              { value: '', label: texts.all },
              ...Object.entries(kinds).map(([value, label]) => ({ value, label })),
            ]}
            onChange={choose}
          />
          {selection.id !== undefined && <span className="tag">{selection.id}</span>}
        </div>
        <AuditTable selection={selection} />
      </div>
    </>
  )
}
