/** A template of blocks, built as newsletters are. Each save is a version. */
import '../../shared/composing/composer.css'
import { Link, useBlocker, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { TemplateAnswer } from '../../../actions/templates/templates.ts'
import { ApiFailure } from '../../api/client.ts'
import { useAllFields } from '../../api/fields.ts'
import { useRight } from '../../api/session.ts'
import { useAddTemplate, useChangeTemplate } from '../../api/templates.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { Failure } from '../../parts/states.tsx'
import { usePageToast, useToast } from '../../parts/toasts.tsx'
import { shownPerson } from '../../shared/blocks/shown-person.ts'
import { DraggableBlocks } from '../../shared/composing/adding.tsx'
import { BlocksPane } from '../../shared/composing/blocks-pane.tsx'
import { Canvas, FIRST_LOOK } from '../../shared/composing/canvas.tsx'
import type { ChangeDraft } from '../../shared/composing/change-document.ts'
import { ChosenBlock } from '../../shared/composing/chosen-block.tsx'
import { usePersonChoice } from '../../shared/composing/person-choice.tsx'
import { useUndoKeys } from '../../shared/composing/undo-keys.ts'
import { findBlock } from '../../shared/drafts/block-edits.ts'
import type { EmailDraft } from '../../shared/drafts/email-draft.ts'
import { beginHistory, changed, redone, undone } from '../../shared/drafts/history.ts'
import { usePreview } from '../../shared/drafts/use-preview.ts'
import { useBlockChoice } from '../../shared/writing/block-choice.ts'
import { useTexts } from '../../texts/language.tsx'
import { TemplateVersions } from './template-versions.tsx'

const draftOf = (template: TemplateAnswer | undefined): EmailDraft => ({
  name: '',
  subject: '',
  preheader: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
  text: '',
  inlined: true,
  listId: null,
  source: template?.source ?? { kind: 'blocks', document: { blocks: [] } },
})

/** The draft of a template, with undo history, and its saved state. */
function useTemplateDraft(template: TemplateAnswer | undefined) {
  const [history, setHistory] = useState(() => beginHistory(draftOf(template)))
  const [words, setWords] = useState({
    name: template?.name ?? '',
    description: template?.description ?? '',
  })
  const [saved, setSaved] = useState({ draft: history.now, words })
  const change: ChangeDraft = useCallback(
    (next, part) => setHistory(before => changed(before, next(before.now), Date.now(), part)),
    [],
  )
  const steps = useMemo(
    () => ({ undo: () => setHistory(undone), redo: () => setHistory(redone) }),
    [],
  )
  const isBuilt = template !== undefined && saved.draft === history.now
  const isSaved =
    saved.draft === history.now &&
    saved.words.name === words.name &&
    saved.words.description === words.description
  /** The saved state of the service; it can be undone. */
  const adopt = (answer: TemplateAnswer) => {
    const draft = draftOf(answer)
    setHistory(before => changed(before, draft, Date.now()))
    setSaved({ draft, words })
  }
  const keep = () => setSaved({ draft: history.now, words })
  return { history, words, setWords, change, steps, isBuilt, isSaved, keep, adopt }
}

type NarrowPane = 'left' | 'canvas' | 'right'

export function TemplateComposer({ template }: { template: TemplateAnswer | undefined }) {
  const texts = useTexts('templates')
  const composer = useTexts('composer')
  const common = useTexts('common')
  const toast = useToast()
  const pageToast = usePageToast()
  const navigate = useNavigate()
  const mayChange = useRight('content')
  const { history, words, setWords, change, steps, ...kept } = useTemplateDraft(template)
  const { isSaved } = kept
  const draft = history.now
  const document = draft.source.kind === 'blocks' ? draft.source.document : { blocks: [] }
  const [right, setRight] = useState<'block' | 'template'>('template')
  const [narrow, setNarrow] = useState<NarrowPane>('canvas')
  const [look, setLook] = useState(FIRST_LOOK)
  const [found, choosePerson] = usePersonChoice(null)
  const fields = useAllFields().data ?? []
  const person = useMemo(
    () => shownPerson(found, fields, { ...composer, name: common.name }),
    [found, fields, common, composer],
  )
  const preview = usePreview(undefined, draft, person.email)
  const [add, edit] = [useAddTemplate(), useChangeTemplate()]
  const save = template ? edit : add
  const leaving = useRef(false)
  useUndoKeys(steps)
  const choice = useBlockChoice(
    useCallback(id => {
      if (id !== undefined) setRight('block')
    }, []),
  )
  const { chosen, choose } = choice
  const toBlock = useCallback(
    (next: string) => {
      choose(next)
      setNarrow('right')
    },
    [choose],
  )
  const toRight = useCallback(() => setNarrow('right'), [])
  const block = chosen === undefined ? undefined : findBlock(document, chosen)
  const submit = () => {
    if (save.isPending || words.name.trim() === '') return
    const source = { kind: 'blocks' as const, document }
    const saved = {
      onSuccess(answer: TemplateAnswer) {
        kept.keep()
        toast({ text: texts.savedTemplate })
        if (template) return
        leaving.current = true
        void navigate({ to: '/templates/$id', params: { id: String(answer.id) } })
      },
      onError(error: unknown) {
        const at = error instanceof ApiFailure ? error.at?.block : undefined
        if (at !== undefined) choose(at)
      },
    }
    const changes = kept.isBuilt ? words : { ...words, source }
    if (template) edit.mutate({ id: template.id, ...changes }, saved)
    else add.mutate({ ...words, source }, saved)
  }
  const shownRight = right === 'block' && !block ? 'template' : right
  const gone = (template?.gone ?? []).filter(id => findBlock(document, id))
  return (
    <DraggableBlocks {...{ draft, change, choice }}>
      <div className={`composer blocks show-${narrow}`}>
        <header className="composer-head">
          <title>{`${words.name || texts.newTitle} · Pennypost`}</title>
          <Link
            className="btn quiet icon"
            to="/templates"
            aria-label={texts.title}
            title={texts.title}
          >
            <Icon name="back" />
          </Link>
          <div className="composer-name">
            <h1 className="trunc">
              <bdi>{words.name || texts.newTitle}</bdi>
            </h1>
            <p className={`composer-saved ${isSaved ? 'saved' : 'waiting'}`} role="status">
              {isSaved && template && <Icon name="check" />}
              <span className="trunc">
                {isSaved && template ? composer.versionNumber(template.version) : texts.unsaved}
              </span>
            </p>
          </div>
          <div className="composer-undo">
            <IconButton
              name={composer.undo}
              keys="Ctrl Z"
              icon="undo"
              off={history.past.length === 0}
              onClick={steps.undo}
            />
            <IconButton
              name={composer.redo}
              keys="Ctrl Shift Z"
              icon="redo"
              off={history.future.length === 0}
              onClick={steps.redo}
            />
          </div>
          <div className="composer-acts">
            {mayChange && (
              <Button
                look="primary"
                busy={save.isPending || words.name.trim() === ''}
                onClick={submit}
              >
                {texts.save}
              </Button>
            )}
          </div>
        </header>
        <section className="composer-left" aria-label={composer.leftPane}>
          <BlocksPane
            toast={pageToast}
            {...{ document, choice, mayChange, change }}
            onChoose={toBlock}
            onAdded={toRight}
          />
        </section>
        <section className="composer-canvas" aria-label={composer.canvas}>
          {gone.length > 0 && (
            <p className="note canvas-note">
              <Icon name="warning" /> {texts.gone(gone.length)}{' '}
              <button type="button" className="btn" onClick={() => choose(gone[0])}>
                {composer.showBlock}
              </button>
            </p>
          )}
          <Canvas
            {...{ draft, preview, person, look, choice, change, mayChange }}
            isTemplate
            onLook={setLook}
            onPerson={choosePerson}
          />
        </section>
        <section className="composer-right" aria-label={composer.rightPane}>
          <PageTabs
            label={composer.rightPane}
            value={shownRight}
            choices={[
              ...(block ? [{ value: 'block' as const, label: composer.blocks[block.type] }] : []),
              { value: 'template', label: texts.template },
            ]}
            onChange={value => setRight(value as typeof right)}
          />
          {shownRight === 'block' && block && (
            <fieldset className="plain-set" disabled={!mayChange}>
              <ChosenBlock key={block.id} {...{ block, person, change, choice }} />
            </fieldset>
          )}
          {shownRight === 'template' && (
            <fieldset className="plain-set" disabled={!mayChange}>
              <div className="pane-fields">
                {save.error && <Failure error={save.error} />}
                <TextField
                  label={texts.name}
                  value={words.name}
                  onChange={name => setWords({ ...words, name })}
                  maxLength={200}
                />
                <TextField
                  label={texts.description}
                  value={words.description}
                  onChange={description => setWords({ ...words, description })}
                  maxLength={500}
                  optional
                />
                {template && <TemplateVersions template={template} onRestored={kept.adopt} />}
              </div>
            </fieldset>
          )}
        </section>
        <nav className="composer-switch" aria-label={composer.panes}>
          {(['left', 'canvas', 'right'] as const).map(value => (
            <button
              type="button"
              key={value}
              aria-pressed={narrow === value}
              onClick={() => {
                if (value !== 'canvas') choose(chosen)
                setNarrow(value)
              }}
            >
              {composer.narrow[value]}
            </button>
          ))}
        </nav>
        <LeaveGuard isSaved={() => isSaved || leaving.current} />
      </div>
    </DraggableBlocks>
  )
}

/** Asks for confirmation before unsaved changes are left. */
function LeaveGuard({ isSaved }: { isSaved(): boolean }) {
  const texts = useTexts('templates')
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => !isSaved(),
    enableBeforeUnload: () => !isSaved(),
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Dialog title={texts.leaveTitle} onClose={reset}>
      <div className="stack">
        <p className="soft">{texts.leaveHint}</p>
        <div className="dialog-acts">
          <Button look="danger" onClick={proceed}>
            {texts.leave}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
