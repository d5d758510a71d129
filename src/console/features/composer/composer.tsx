/** The composer of a newsletter: outline, live preview, and panes for editing. */
import '../../shared/composing/composer.css'
import './checks.css'
import { useParams } from '@tanstack/react-router'
import type { WorkingCopyAnswer } from '../../../actions/newsletters/working-copies.ts'
import type { TaggedAnswer } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useWorkingCopy } from '../../shared/drafts/calls.ts'
import { useDraftSession } from '../../shared/drafts/use-draft-session.ts'
import { ComposerPanes } from './composer-panes.tsx'

export function ComposerPage() {
  const { id } = useParams({ from: '/newsletters/$id' })
  const { data, error, refetch } = useWorkingCopy(Number(id))
  const accountId = useSession().data?.account.id
  if (!data || accountId === undefined)
    return (
      <div className="page">
        {error ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows onRetry={() => void refetch()} />
        )}
      </div>
    )
  return <OpenNewsletter key={id} id={Number(id)} accountId={accountId} opened={data} />
}

function OpenNewsletter(props: {
  id: number
  accountId: number
  opened: TaggedAnswer<WorkingCopyAnswer>
}) {
  const { id, accountId, opened } = props
  const [session, state] = useDraftSession(id, accountId, opened)
  return <ComposerPanes id={id} version={opened.value.version} session={session} state={state} />
}
