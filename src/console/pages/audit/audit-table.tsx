/** Entries of the audit log; of one object, its history. */
import type { AuditAnswer } from '../../../console-api/v1/routes/audit.ts'
import { useRight } from '../../api/session.ts'
import { type ChosenAudit, useAudit } from '../../api/team.ts'
import { PagedTable } from '../../parts/paged-table.tsx'
import { useFormats, useTextsOf } from '../../texts/language.tsx'
import { teamTexts } from '../team/texts.ts'

/** What was done to one object, for who may read the log. */
export function ObjectHistory({ kind, id }: { kind: string; id: number }) {
  const texts = useTextsOf(teamTexts)
  const mayRead = useRight('own')
  if (!mayRead) return null
  return (
    <details className="archive">
      <summary>{texts.changesOf}</summary>
      <AuditTable selection={{ kind, id: String(id) }} />
    </details>
  )
}

export function AuditTable({ selection }: { selection: ChosenAudit }) {
  const texts = useTextsOf(teamTexts)
  const { time } = useFormats()
  const entries = useAudit(selection)
  return (
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
