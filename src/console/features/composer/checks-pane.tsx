/** Right: the findings of the checks, each with a remedy. Errors prevent sending. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ContentFindingAnswer } from '../../../actions/newsletters/newsletter-proofs.ts'
import { type CheckAnswer, checkContent } from '../../api/newsletter-previews.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import type { DraftState } from '../../shared/drafts/draft-session.ts'
import { useFindingWords } from '../../shared/findings/words.ts'
import { useTexts } from '../../texts/language.tsx'

const REST_MILLIS = 500
const ICONS = { fine: 'check', look: 'warning', wrong: 'wrong' } as const
const ORDER = { wrong: 0, look: 1, fine: 2 } as const

export interface Checks {
  data: CheckAnswer | undefined
  error: unknown
  busy: boolean
  /** Asks each link, too. */
  withLinks(): void
}

/** Checks again after each autosave. */
export function useChecks(id: number, { saving, savedAt }: DraftState): Checks {
  const [data, setData] = useState<CheckAnswer>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(true)
  const [links, setLinks] = useState<string>()
  useEffect(() => {
    if (saving !== 'saved') return undefined
    let wanted = true
    const run = async () => {
      setBusy(true)
      try {
        const found = await checkContent(id, links === savedAt)
        if (!wanted) return
        setData(found)
        setError(undefined)
      } catch (failure) {
        if (wanted) setError(failure)
      }
      if (wanted) setBusy(false)
    }
    const timer = setTimeout(() => void run(), REST_MILLIS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [id, saving, savedAt, links])
  const withLinks = useCallback(() => setLinks(savedAt), [savedAt])
  return useMemo(() => ({ data, error, busy, withLinks }), [data, error, busy, withLinks])
}

/** As the service refuses to send it; the sender has a refusal of its own, with a way around it. */
export const stopsSending = ({ severity, what }: ContentFindingAnswer): boolean =>
  severity === 'wrong' && what !== 'sender'

function Said({ of }: { of: ContentFindingAnswer }) {
  const { says, mend } = useFindingWords()(of)
  return (
    <>
      {says}
      {mend && <small>{mend}</small>}
    </>
  )
}

export function FindingList(props: {
  findings: readonly ContentFindingAnswer[]
  onChoose(block: string): void
}) {
  const texts = useTexts('composer')
  const findings = props.findings.toSorted((a, b) => ORDER[a.severity] - ORDER[b.severity])
  return (
    <ul className="check-list">
      {findings.map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: findings have no name but their place
        <li key={index} className={finding.severity}>
          <Icon name={ICONS[finding.severity]} />
          <span className="sr">{texts.severities[finding.severity]}: </span>
          <span className="wrap">
            <Said of={finding} />
            <ShowBlock block={finding.at?.block} onChoose={props.onChoose} />
          </span>
        </li>
      ))}
    </ul>
  )
}

export function ChecksPane(props: { checks: Checks; onChoose(block: string): void }) {
  const { data, error, busy, withLinks } = props.checks
  const { onChoose } = props
  const texts = useTexts('composer')
  return (
    <div className="pane-fields">
      {error !== undefined && <Failure error={error} />}
      {!data && error === undefined && <LoadingRows onRetry={withLinks} />}
      {data && (
        <p className={data.wrong ? 'note bad' : 'note'} role="status">
          <span>
            <b>{data.wrong ? texts.checkStops : texts.checkPasses}</b>
          </span>
        </p>
      )}
      {data && <FindingList findings={data.findings} onChoose={onChoose} />}
      <span className="row">
        <Button busy={busy} onClick={withLinks}>
          {texts.checkLinks}
        </Button>
      </span>
    </div>
  )
}

function ShowBlock(props: { block: string | undefined; onChoose(block: string): void }) {
  const texts = useTexts('composer')
  const { block, onChoose } = props
  if (block === undefined) return null
  return (
    <button type="button" className="btn" onClick={() => onChoose(block)}>
      {texts.showBlock}
    </button>
  )
}
