/** Entries of the audit log; of one object, its history. */
import './audit.css'
import type { AuditAnswer, AuditedKind, AuditedVerb } from '../../../actions/audit/audit.ts'
import { useArchivedLists, useLists } from '../../api/lists.ts'
import { useRight } from '../../api/session.ts'
import { type ChosenAudit, useAudit } from '../../api/team.ts'
import { PagedTable } from '../../parts/paged-table.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { wordsOfField } from './field-words.ts'
import { valueText } from './value-words.ts'

/** The history of one object, for roles with the right to the audit log. */
export function ObjectHistory({ kind, id }: { kind: string; id: number }) {
  const texts = useTexts('team')
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
  const texts = useTexts('team')
  const { time } = useFormats()
  const entries = useAudit(selection)
  const wordsOf = useAuditWords()
  const listName = useListName()
  return (
    <PagedTable
      query={entries}
      look="audit"
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
            <b>{wordsOf(entry.action)}</b> <bdi>{nameOf(entry, listName) ?? entry.object.id}</bdi>
            <Changes entry={entry} listName={listName} />
            <span className="only-s sub">
              {time(entry.at)} · {entry.peer}
            </span>
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

type ListName = (id: number) => string | undefined

/** Of a list that is there, the archived ones too. */
function useListName(): ListName {
  const { data: lists = [] } = useLists()
  const { data: archived = [] } = useArchivedLists()
  const names = new Map([...archived, ...lists].map(({ id, name }) => [id, name]))
  return id => names.get(id)
}

/** The name of an object, in place of its number. */
const nameOf = ({ object, action }: AuditAnswer, listName: ListName): string | undefined =>
  object.kind === 'list' || action === 'export.list' ? listName(Number(object.id)) : undefined

/** `list.edit`, in words. */
function useAuditWords(): (action: string) => string {
  const { kinds, verbs } = useTexts('auditWords')
  return action => {
    const at = action.indexOf('.')
    const [kind, verb] = [action.slice(0, at) as AuditedKind, action.slice(at + 1) as AuditedVerb]
    return `${kinds[kind]} · ${verbs[verb]}`
  }
}

/** Whether the entry has a change to show. */
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (value as unknown[]).length === 0

function Changes({
  entry: { before, after },
  listName,
}: {
  entry: AuditAnswer
  listName: ListName
}) {
  const texts = useTexts('team')
  const fields = useTexts('auditFields')
  const values = useTexts('auditValues')
  const { time } = useFormats()
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    name => {
      const [was, is] = [before?.[name], after?.[name]]
      // Empty values of a new object say nothing.
      return JSON.stringify(was) !== JSON.stringify(is) && !(isEmpty(was) && isEmpty(is))
    },
  )
  const inWords = (name: string, side: typeof before, other: typeof before) =>
    valueText({ fields, values, time, listName }, name, side?.[name], other?.[name])
  if (names.length === 0) return null
  return (
    <dl className="changes">
      {names.map(name => (
        <div key={name}>
          <dt>{wordsOfField(fields, name)}</dt>
          <dd className="wrap">
            {before && name in before && (
              <del>
                <span className="sr">{texts.before}: </span>
                <bdi>{inWords(name, before, after)}</bdi>
              </del>
            )}{' '}
            {after && name in after && (
              <ins>
                <span className="sr">{texts.after}: </span>
                <bdi>{inWords(name, after, before)}</bdi>
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
