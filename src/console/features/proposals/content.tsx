/** Findings of the check of a proposal’s newsletter, as before a sending: the worst first. */
import { useRight } from '../../api/session.ts'
import { Failure } from '../../parts/states.tsx'
import { useCheck } from '../../shared/findings/check.ts'
import { FindingList } from '../../shared/findings/finding-list.tsx'
import { useProposalTexts } from './words.ts'

const WORST_FIRST = ['wrong', 'look'] as const

export function ContentFindings(props: {
  newsletterId: number
  listId: number | undefined
  version: string
}) {
  const texts = useProposalTexts()
  // Of who may write: the check is theirs.
  return useRight('content') ? (
    <section>
      <div className="sech">
        <h2>{texts.checks}</h2>
      </div>
      <Checked {...props} />
    </section>
  ) : null
}

function Checked(props: Parameters<typeof ContentFindings>[0]) {
  const texts = useProposalTexts()
  const { data, error, refetch } = useCheck(props.newsletterId, props.listId, props.version)
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <p className="soft small">{texts.checking}</p>
  const findings = WORST_FIRST.flatMap(worst =>
    data.findings.filter(({ severity }) => severity === worst),
  )
  if (findings.length === 0) return <p className="soft small">{texts.nothingFound}</p>
  return <FindingList findings={findings} />
}
