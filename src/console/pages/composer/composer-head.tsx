/** Above the panes: the name, whether it is saved, undo and redo, the version, the way on. */
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRight } from '../../api/session.ts'
import { usePublish } from '../../api/working-copies.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { composerTexts } from '../../texts/composer/texts.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTextsOf } from '../../texts/language.tsx'
import type { DraftSession, DraftState } from '../drafts/draft-session.ts'
import type { Checks } from './checks-pane.tsx'
import { SendTestDialog } from './send-test.tsx'

export function ComposerHead(props: {
  id: number
  session: DraftSession
  state: DraftState
  mayChange: boolean
  version: number
  checks: Checks
  onVersion(version: number): void
  onChecks(): void
}) {
  const { id, session, state, mayChange, version } = props
  const texts = useTextsOf(composerTexts)
  const toast = useToast()
  const navigate = useNavigate()
  const maySend = useRight('send')
  const publish = usePublish(id)
  const [failure, setFailure] = useState<unknown>()
  const [testing, setTesting] = useState(false)
  const { past, now, future } = state.history
  const name = now.name || now.subject || texts.untitled
  /** What is written becomes a version; undefined: it could not. */
  const saveVersion = async (): Promise<number | undefined> => {
    try {
      if (!(await session.flush())) throw session.state().error ?? new Error(texts.notSaved)
      const made = await publish.mutateAsync(session.tag())
      await session.reload()
      props.onVersion(made.version)
      return made.version
    } catch (error) {
      setFailure(error)
      return undefined
    }
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
            <Button onClick={() => setTesting(true)}>{texts.sendTest}</Button>
            <Button
              busy={publish.isPending}
              onClick={async () => {
                const made = await saveVersion()
                if (made !== undefined) toast({ text: texts.versionSaved(made) })
              }}
            >
              {texts.saveVersion}
            </Button>
          </>
        )}
        {maySend && (
          <Button
            look="primary"
            busy={publish.isPending}
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
      {failure !== undefined && (
        <Dialog title={texts.notAVersion} onClose={() => setFailure(undefined)}>
          <div className="stack">
            <Failure error={failure} />
            <p className="soft">{texts.nothingLost}</p>
          </div>
        </Dialog>
      )}
      {testing && (
        <SendTestDialog
          id={id}
          listId={now.listId}
          wrong={props.checks.data?.wrong ?? false}
          onChecks={() => {
            setTesting(false)
            props.onChecks()
          }}
          saveVersion={saveVersion}
          onClose={() => setTesting(false)}
        />
      )}
    </header>
  )
}

function Saved({ state, version }: { state: DraftState; version: number }) {
  const texts = useTextsOf(composerTexts)
  const figures = useFigures()
  const { saving, savedAt } = state
  const at = savedAt === '' ? '' : figures.moment(savedAt)
  const says = {
    saved: texts.savedAt(at, version),
    waiting: texts.saving,
    saving: texts.saving,
    offline: texts.offline,
    refused: state.error instanceof Error ? state.error.message : texts.notSaved,
  }[saving]
  return (
    <p className={`composer-saved ${saving}`} role="status">
      {saving === 'saved' && <Icon name="check" />}
      {(saving === 'offline' || saving === 'refused') && <Icon name="warning" />}
      <span className="trunc">{says}</span>
    </p>
  )
}
