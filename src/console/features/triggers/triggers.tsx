/** The triggers by urgency, with the number of people inside, and recipes for new ones. */
import { Link } from '@tanstack/react-router'
import { useLists } from '../../api/lists.ts'
import { useRight } from '../../api/session.ts'
import { type TriggerRow, useTriggers } from '../../api/triggers.ts'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useReasonWords } from '../../parts/said.ts'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { StepPath } from '../../shared/flow/step-path.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { Recipes } from './recipes.tsx'
import { TriggerState } from './trigger-state.tsx'
import { TriggerSteering } from './trigger-steering.tsx'
import './triggers.css'

export function TriggersPage() {
  const texts = useTexts('triggers')
  const { data, error, isPending, refetch } = useTriggers()
  const maySend = useRight('send')
  const add = maySend && (
    <Link className="btn primary" to="/triggers/$id" params={{ id: 'new' }}>
      <Icon name="plus" />
      {texts.add}
    </Link>
  )
  return (
    <>
      <PageHead title={texts.title} aside={texts.aside} actions={data?.length !== 0 && add} />
      <div className="page">
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {isPending && <LoadingRows onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <EmptyState title={texts.none} sentence={texts.noneHint}>
            {add}
          </EmptyState>
        )}
        {data && data.length > 0 && <TriggersTable rows={urgentFirst(data)} />}
        {data && <Recipes />}
      </div>
    </>
  )
}

const URGENCY = ['held', 'unconfirmed', 'running', 'paused']

const urgentFirst = (rows: readonly TriggerRow[]): TriggerRow[] =>
  [...rows].sort((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state) || b.id - a.id)

function TriggersTable({ rows }: { rows: readonly TriggerRow[] }) {
  const texts = useTexts('triggers')
  const { number } = useFigures()
  const lists = useLists()
  const reasonWords = useReasonWords()
  const named = new Map(lists.data?.map(({ id, name }) => [id, name]))
  return (
    <table className="triggers-table">
      <thead>
        <tr>
          <th>{texts.name}</th>
          <th className="hide-s">{texts.path}</th>
          <th>{texts.state}</th>
          <th className="num">{texts.inside}</th>
          <th className="num hide-s">{texts.entered}</th>
          <th className="num hide-s">{texts.finished}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.id}>
            <td className="wrap">
              <Link className="strong" to="/triggers/$id" params={{ id: String(row.id) }}>
                <bdi>{row.name}</bdi>
              </Link>
              <span className="sub soft tiny">
                {texts.starts[row.start] ?? row.start},{' '}
                <bdi>{texts.onList(named.get(row.listId) ?? String(row.listId))}</bdi>
              </span>
              {row.state !== 'paused' && row.reason && (
                <span className="sub trigger-wrong small">{reasonWords(row)}</span>
              )}
            </td>
            <td className="hide-s">
              <StepPath steps={row.steps} />
            </td>
            <td>
              <TriggerState state={row.state} />
              <span className="sub faint tiny">{texts.version(row.version)}</span>
            </td>
            <td className="num strong">{number(row.active)}</td>
            <td className="num hide-s">{number(row.entered)}</td>
            <td className="num hide-s">{number(row.entered - row.active)}</td>
            <td className="num">
              <TriggerSteering trigger={row} small />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
