/** Left: versions, what differs from each, and how one becomes the newest again. */
import { useState } from 'react'
import type { DifferenceAnswer } from '../../../actions/newsletters/working-copies.ts'
import type { EmailBlock } from '../../api/email-blocks.ts'
import { Button } from '../../parts/button.tsx'
import { LineDifference } from '../../parts/line-difference.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useBlockWords } from '../../shared/drafts/block-words.ts'
import { useDifference, useVersions, versionContent } from '../../shared/drafts/calls.ts'
import type { DraftSession, DraftState } from '../../shared/drafts/draft-session.ts'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function VersionsPane(props: {
  id: number
  session: DraftSession
  state: DraftState
  mayChange: boolean
  version: number
}) {
  const { id, session, state, mayChange, version } = props
  const texts = useTexts('composer')
  const formats = useFormats()
  const toast = useToast()
  const versions = useVersions(id)
  const [open, setOpen] = useState<number>()
  const [failure, setFailure] = useState<unknown>()
  const restore = async (restored: number) => {
    try {
      const content = await versionContent(id, restored)
      session.change(() => content)
      setFailure(undefined)
      toast({ text: texts.restored(restored), undo: session.undo })
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <div className="pane">
      <p className="soft small">{texts.versionsHint}</p>
      {failure !== undefined && <Failure error={failure} />}
      {versions.error && <Failure error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.isPending && <LoadingRows onRetry={() => void versions.refetch()} />}
      <ol className="versions">
        {versions.data?.map(one => (
          <li key={one.version}>
            <button
              type="button"
              className="version-head"
              aria-expanded={open === one.version}
              onClick={() => setOpen(open === one.version ? undefined : one.version)}
            >
              <b>{texts.versionNumber(one.version)}</b>
              {one.version === version && <span className="tag">{texts.newest}</span>}
              <span className="sub">
                {formats.time(one.created)} <bdi>{one.by.name}</bdi>
              </span>
            </button>
            {open === one.version && (
              <VersionDifference
                {...{ id }}
                version={one.version}
                saved={state.saving === 'saved' ? state.savedAt : ''}
              >
                {mayChange && (
                  <Button onClick={() => void restore(one.version)}>
                    {texts.restore(one.version)}
                  </Button>
                )}
              </VersionDifference>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

function VersionDifference(props: {
  id: number
  version: number
  saved: string
  children: React.ReactNode
}) {
  const texts = useTexts('composer')
  const found = useDifference(props.id, props.version, props.saved)
  if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingRows onRetry={() => void found.refetch()} />
  const { values, blocks, lines } = found.data
  const none = values.length + blocks.length + lines.length === 0
  return (
    <div className="version-body">
      {none && <p className="soft small">{texts.noDifference}</p>}
      {!none && <p className="faint tiny">{texts.differenceHint}</p>}
      <dl className="difference">
        {values.map(({ name, before, after }) => (
          <div key={name}>
            <dt>{texts.head[name as keyof typeof texts.head] ?? name}</dt>
            <Change before={before} after={after} />
          </div>
        ))}
        {blocks.map(change => (
          <BlockDifference key={change.id} change={change} />
        ))}
      </dl>
      {lines.length > 0 && <LineDifference label={texts.differenceHint} lines={lines} />}
      {!none && props.children}
    </div>
  )
}

function Change({ before, after }: { before: string; after: string }) {
  return (
    <dd className="wrap">
      {before !== '' && <del>{before.slice(0, 300)}</del>}{' '}
      {after !== '' && <ins>{after.slice(0, 300)}</ins>}
    </dd>
  )
}

function BlockDifference({ change }: { change: DifferenceAnswer['blocks'][number] }) {
  const texts = useTexts('composer')
  const wordsOf = useBlockWords()
  const [before, after] = [change.before, change.after].map(block =>
    block ? wordsOf(block as EmailBlock) : '',
  ) as [string, string]
  const kind = texts.blocks[change.type as keyof typeof texts.blocks] ?? change.type
  const look = before === after && change.change === 'changed'
  return (
    <div>
      <dt>
        {kind}: {look ? texts.lookChanged : texts.changes[change.change]}
      </dt>
      {change.change === 'moved' || look ? (
        <dd className="wrap">{after}</dd>
      ) : (
        <Change before={before} after={after} />
      )}
    </div>
  )
}
