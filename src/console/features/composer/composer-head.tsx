/** Above the panes: the name, whether it is saved, undo and redo, the version, the way on. */

import { Link, useNavigate } from '@tanstack/react-router'
import { memo, useState } from 'react'
import type { ContentFindingAnswer } from '../../../actions/newsletters/newsletter-proofs.ts'
import { checkContent } from '../../api/newsletter-previews.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useSaid } from '../../parts/said.ts'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { SaveTemplateDialog } from '../../shared/designs/save-template-dialog.tsx'
import { isChangedMeanwhile, usePublish } from '../../shared/drafts/calls.ts'
import type { DraftSession, DraftState } from '../../shared/drafts/draft-session.ts'
import { SendTestDialog } from '../../shared/sendings/send-test.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { type Checks, FindingList, stopsSending } from './checks-pane.tsx'

export const ComposerHead = memo(function PageHead(props: {
  id: number
  session: DraftSession
  state: DraftState
  mayChange: boolean
  version: number
  checks: Checks
  onVersion(version: number): void
  onChecks(): void
  onChoose(block: string): void
}) {
  const { id, session, state, mayChange, version } = props
  const texts = useTexts('composer')
  const { saveAs } = useTexts('templates')
  const toast = useToast()
  const navigate = useNavigate()
  const maySend = useRight('send')
  const [testing, setTesting] = useState(false)
  const [copying, setCopying] = useState(false)
  const { past, now, future } = state.history
  const name = now.name || now.subject || texts.untitled
  const { saveVersion, busy, refused, forget } = useSaveVersion(id, session, props.onVersion)
  const saved = (made: number | undefined) => {
    if (made !== undefined) toast({ text: texts.versionSaved(made) })
  }
  return (
    <header className="composer-head">
      <title>{`${name} · Pennypost`}</title>
      <Link className="btn quiet icon" to="/newsletters" aria-label={texts.back} title={texts.back}>
        <Icon name="back" />
      </Link>
      <div className="composer-name">
        <h1 className="trunc">
          <bdi>{name}</bdi>
        </h1>
        <Saved state={state} version={version} />
      </div>
      <div className="composer-undo">
        <IconButton
          name={texts.undo}
          keys="Ctrl Z"
          icon="undo"
          off={past.length === 0}
          onClick={session.undo}
        />
        <IconButton
          name={texts.redo}
          keys="Ctrl Shift Z"
          icon="redo"
          off={future.length === 0}
          onClick={session.redo}
        />
      </div>
      <div className="composer-acts">
        {mayChange && (
          <>
            <Button
              onClick={async () => {
                if (await session.flush()) setCopying(true)
              }}
            >
              {saveAs}
            </Button>
            <Button onClick={() => setTesting(true)}>{texts.sendTest}</Button>
            <Button busy={busy} onClick={async () => saved(await saveVersion())}>
              {texts.saveVersion}
            </Button>
          </>
        )}
        {maySend && (
          <Button
            look="primary"
            busy={busy}
            onClick={async () => {
              if ((await saveVersion()) === undefined) return
              void navigate({ to: '/newsletters/$id/send', params: { id: String(id) } })
            }}
          >
            {texts.audience}
            <Icon name="forward" />
          </Button>
        )}
      </div>
      {refused && (
        <NotAVersion
          refused={refused}
          onClose={forget}
          onChoose={block => {
            forget()
            props.onChoose(block)
          }}
          onAnyway={async () => saved(await saveVersion(true))}
        />
      )}
      {copying && (
        <SaveTemplateDialog newsletterId={id} name={name} onClose={() => setCopying(false)} />
      )}
      {testing && (
        <SendTestDialog
          id={id}
          listId={now.listId}
          onChecks={
            props.checks.data?.wrong
              ? () => {
                  setTesting(false)
                  props.onChecks()
                }
              : undefined
          }
          saveVersion={saveVersion}
          onClose={() => setTesting(false)}
        />
      )}
    </header>
  )
})

interface RefusedVersion {
  error?: unknown
  /** The errors that prevent sending. */
  findings?: ContentFindingAnswer[]
  /** Another editor has saved a version since the working copy was begun. */
  meanwhile?: boolean
}

/** Saves the draft as a version, unless it could not be sent; undefined: not saved. */
function useSaveVersion(id: number, session: DraftSession, onVersion: (version: number) => void) {
  const texts = useTexts('composer')
  const publish = usePublish(id)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<RefusedVersion>()
  const save = async (anyway: boolean): Promise<number | undefined> => {
    if (!(await session.flush())) throw session.state().error ?? new Error(texts.notSaved)
    const { findings } = await checkContent(id, false)
    if (findings.some(stopsSending)) {
      setRefused({ findings: findings.filter(stopsSending) })
      return undefined
    }
    const made = await publish.mutateAsync({ ifMatch: session.tag(), anyway })
    await session.reload(made.version)
    onVersion(made.version)
    return made.version
  }
  const saveVersion = async (anyway = false): Promise<number | undefined> => {
    setBusy(true)
    setRefused(undefined)
    try {
      return await save(anyway)
    } catch (error) {
      const meanwhile = isChangedMeanwhile(error)
      if (meanwhile) await session.reload().catch(() => undefined)
      setRefused({ error, meanwhile })
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { saveVersion, busy, refused, forget: () => setRefused(undefined) }
}

function NotAVersion(props: {
  refused: RefusedVersion
  onClose(): void
  onChoose(block: string): void
  onAnyway(): void
}) {
  const { refused, onClose } = props
  const texts = useTexts('composer')
  return (
    <Dialog title={refused.meanwhile ? texts.newerVersion : texts.notAVersion} onClose={onClose}>
      <div className="stack">
        {refused.error !== undefined && <Failure error={refused.error} />}
        {refused.findings && <FindingList findings={refused.findings} onChoose={props.onChoose} />}
        <p className="soft">{refused.meanwhile ? texts.newerVersionHint : texts.nothingLost}</p>
        {refused.meanwhile && (
          <div className="dialog-acts">
            <Button onClick={props.onAnyway}>{texts.saveAnyway}</Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Saved({ state, version }: { state: DraftState; version: number }) {
  const texts = useTexts('composer')
  const said = useSaid()
  const figures = useFigures()
  const { saving, savedAt } = state
  const at = savedAt === '' ? '' : figures.moment(savedAt)
  const says = {
    saved: texts.savedAt(at, version),
    waiting: texts.saving,
    saving: texts.saving,
    offline: texts.offline,
    refused: state.error instanceof Error ? said(state.error) : texts.notSaved,
  }[saving]
  return (
    <p className={`composer-saved ${saving}`} role="status">
      {saving === 'saved' && <Icon name="check" />}
      {(saving === 'offline' || saving === 'refused') && <Icon name="warning" />}
      <span className="trunc">{says}</span>
    </p>
  )
}
