/** Who changed what: all of it, or the history of one object. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AuditAnswer } from '../../../console-api/v1/routes/audit.ts'
import { type ChosenAudit, useAudit } from '../../api/team.ts'
import { PageHead } from '../../parts/frame.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { ChoiceField } from '../../parts/toolbar.tsx'
import { useFormats, useTextsOf } from '../../texts/language.tsx'
import { teamTexts } from './texts.ts'

/** The kinds of objects, as the log names them. */
const KINDS = [
  ...['account', 'api-key', 'bulk-job', 'dkim', 'filter', 'list', 'member', 'newsletter'],
  ...['project', 'sample', 'sending', 'shop-key', 'sms', 'subscriber', 'template'],
  ...['trigger', 'webhook'],
]

export function AuditPage() {
  const texts = useTextsOf(teamTexts)
  const { time } = useFormats()
  const navigate = useNavigate()
  const selection: ChosenAudit = useSearch({ strict: false })
  const entries = useAudit(selection)
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
              ...KINDS.map(value => ({ value, label: value })),
            ]}
            onChange={choose}
          />
          {selection.id !== undefined && <span className="tag">{selection.id}</span>}
        </div>
        <PagedTable
          query={entries}
          empty={{ title: texts.auditNone, sentence: texts.auditHint }}
          more={texts.more}
          head={
            <>
              <th>{texts.what}</th>
              <th>{texts.who}</th>
              <th className="hide-s">{texts.when}</th>
              <th className="hide-s">{texts.from}</th>
            </>
          }
          row={entry => (
            <tr key={entry.id}>
              <td className="wrap">
                <b>{entry.action}</b> <bdi>{entry.object.id}</bdi>
                <Changes entry={entry} />
              </td>
              <td className="wrap">
                <bdi>{entry.actor.name || (texts.actors[entry.actor.kind] ?? '')}</bdi>
                {entry.actor.name !== '' && (
                  <span className="sub">{texts.actors[entry.actor.kind] ?? ''}</span>
                )}
              </td>
              <td className="nowrap hide-s">{time(entry.at)}</td>
              <td className="nowrap hide-s">
                <code>{entry.peer}</code>
              </td>
            </tr>
          )}
        />
      </div>
    </>
  )
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

function Changes({ entry: { before, after } }: { entry: AuditAnswer }) {
  const texts = useTextsOf(teamTexts)
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return null
  return (
    <dl className="changes">
      {names.map(name => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="wrap">
            {before && name in before && (
              <del>
                <span className="sr">{texts.before}: </span>
                <bdi>{shown(before[name])}</bdi>
              </del>
            )}{' '}
            {after && name in after && (
              <ins>
                <span className="sr">{texts.after}: </span>
                <bdi>{shown(after[name])}</bdi>
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
