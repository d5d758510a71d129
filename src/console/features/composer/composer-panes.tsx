/** The three panes; on a narrow window one at a time. */
import { useCallback, useMemo, useState } from 'react'
import { useAllFields } from '../../api/fields.ts'
import { useRight } from '../../api/session.ts'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { usePageToast } from '../../parts/toasts.tsx'
import { shownPerson } from '../../shared/blocks/shown-person.ts'
import { DraggableBlocks } from '../../shared/composing/adding.tsx'
import { BlocksPane } from '../../shared/composing/blocks-pane.tsx'
import { Canvas, type CanvasLook, FIRST_LOOK } from '../../shared/composing/canvas.tsx'
import type { ChangeDraft } from '../../shared/composing/change-document.ts'
import { ChosenBlock } from '../../shared/composing/chosen-block.tsx'
import { usePersonChoice } from '../../shared/composing/person-choice.tsx'
import { useUndoKeys } from '../../shared/composing/undo-keys.ts'
import { findBlock, hasFeed } from '../../shared/drafts/block-edits.ts'
import type { DraftSession, DraftState } from '../../shared/drafts/draft-session.ts'
import type { EmailDraft } from '../../shared/drafts/email-draft.ts'
import { changedIn, draftIn, languagesOf } from '../../shared/drafts/language-view.ts'
import { usePreview } from '../../shared/drafts/use-preview.ts'
import { FeedOfEmail, type ShownFeed } from '../../shared/feeds/tried-feed.ts'
import { useBlockChoice } from '../../shared/writing/block-choice.ts'
import { useTexts } from '../../texts/language.tsx'
import { BaseTexts } from './base-texts.tsx'
import { ChecksPane, useChecks } from './checks-pane.tsx'
import { ComposerHead } from './composer-head.tsx'
import { EmailPane } from './email-pane.tsx'
import { LanguageBar } from './language-bar.tsx'
import { Meanwhile } from './meanwhile.tsx'
import { SourcePane } from './source-pane.tsx'
import { VersionsPane } from './versions-pane.tsx'

type LeftPane = 'build' | 'versions'
type RightPane = 'block' | 'email' | 'checks'
type NarrowPane = 'left' | 'canvas' | 'right'

export function ComposerPanes(props: {
  id: number
  version: number
  session: DraftSession
  state: DraftState
}) {
  const { id, session, state } = props
  const texts = useTexts('composer')
  const common = useTexts('common')
  const mayChange = useRight('content')
  const toast = usePageToast()
  const written = state.history.now
  const [wanted, setLanguage] = useState<string>()
  const languages = languagesOf(written)
  // Undoing may take a language away.
  const language = languages?.versions.find(one => one.language === wanted)?.language
  const draft = useMemo(() => draftIn(written, language), [written, language])
  const [left, setLeft] = useState<LeftPane>('build')
  const [right, setRight] = useState<RightPane>('email')
  const [narrow, setNarrow] = useState<NarrowPane>('canvas')
  const [look, setLook] = useState<CanvasLook>(FIRST_LOOK)
  const [version, setVersion] = useState(props.version)
  const [found, choosePerson] = usePersonChoice(draft.listId)
  const fields = useAllFields().data ?? []
  const person = useMemo(
    () => shownPerson(found, fields, { ...texts, name: common.name }),
    [found, fields, common, texts],
  )
  const [shownFeed, showFeed] = useState<ShownFeed>()
  const inEmail = draft.source.kind === 'blocks' && hasFeed(draft.source.document)
  const feed = useMemo(() => ({ shown: shownFeed, show: showFeed, inEmail }), [shownFeed, inEmail])
  const shownLanguage = languages && (language ?? languages.base)
  const preview = usePreview(id, written, person.email, shownLanguage, shownFeed)
  const checks = useChecks(id, state)
  const change = useCallback(
    (next: (before: EmailDraft) => EmailDraft, part?: string) =>
      session.change(before => changedIn(before, language, next), part),
    [session, language],
  )
  const all: ChangeDraft = useCallback((next, part) => session.change(next, part), [session])
  useUndoKeys(session)
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
  const toChecks = useCallback(() => {
    setRight('checks')
    setNarrow('right')
  }, [])
  const onLanguage = useCallback(
    (next: string | undefined) => {
      choose(undefined)
      setLanguage(next)
    },
    [choose],
  )
  const block =
    draft.source.kind === 'blocks' && chosen !== undefined
      ? findBlock(draft.source.document, chosen)
      : undefined
  const shownRight = right === 'block' && !block ? 'email' : right
  const open = checks.data?.findings.filter(({ severity }) => severity !== 'fine').length
  return (
    <FeedOfEmail value={feed}>
      <DraggableBlocks {...{ draft, change, choice }}>
        <div className={`composer ${draft.source.kind} show-${narrow}`}>
          <ComposerHead
            {...{ id, session, state, mayChange, version, checks }}
            onVersion={setVersion}
            onChoose={toBlock}
            onChecks={toChecks}
          />
          <section className="composer-left" aria-label={texts.leftPane}>
            <PageTabs
              label={texts.leftPane}
              value={left}
              choices={[
                {
                  value: 'build',
                  label: draft.source.kind === 'blocks' ? texts.build : texts.source,
                },
                { value: 'versions', label: texts.versions, count: version },
              ]}
              onChange={value => setLeft(value as LeftPane)}
            />
            {left === 'versions' && (
              <VersionsPane {...{ id, session, state, mayChange, version }} />
            )}
            {left === 'build' && draft.source.kind === 'blocks' && (
              <BlocksPane
                toast={toast}
                document={draft.source.document}
                {...{ change, choice, mayChange }}
                onChoose={toBlock}
                onAdded={toRight}
              />
            )}
            {left === 'build' && draft.source.kind !== 'blocks' && (
              <SourcePane source={draft.source} error={preview.error} {...{ change, mayChange }} />
            )}
          </section>
          <section className="composer-canvas" aria-label={texts.canvas}>
            {state.meanwhile && (
              <Meanwhile meanwhile={state.meanwhile} session={session} draft={written} />
            )}
            {written.source.kind !== 'blocks' && (
              <p className="language-bar soft">{texts.inOneLanguage}</p>
            )}
            {written.source.kind === 'blocks' && (
              <LanguageBar draft={written} {...{ language, mayChange, onLanguage }} change={all} />
            )}
            <Canvas
              {...{ draft, preview, person, look, choice, change, mayChange }}
              onLook={setLook}
              onPerson={choosePerson}
            />
          </section>
          <section className="composer-right" aria-label={texts.rightPane}>
            <PageTabs
              label={texts.rightPane}
              value={shownRight}
              choices={[
                ...(block ? [{ value: 'block' as const, label: texts.blocks[block.type] }] : []),
                { value: 'email', label: texts.email },
                { value: 'checks', label: texts.checks, count: open === 0 ? undefined : open },
              ]}
              onChange={value => setRight(value as RightPane)}
            />
            {shownRight === 'block' && block && (
              <fieldset className="plain-set" disabled={!mayChange}>
                <BaseTexts
                  draft={written}
                  {...{ language, mayChange }}
                  block={block.id}
                  change={all}
                />
                <ChosenBlock
                  key={`${language} ${block.id}`}
                  {...{ block, person, change, choice }}
                />
              </fieldset>
            )}
            {shownRight === 'email' && (
              <fieldset className="plain-set" disabled={!mayChange}>
                <BaseTexts
                  draft={written}
                  {...{ language, mayChange }}
                  block={undefined}
                  change={all}
                />
                <EmailPane {...{ draft, person, change }} />
              </fieldset>
            )}
            {shownRight === 'checks' && <ChecksPane checks={checks} onChoose={choose} />}
          </section>
          <nav className="composer-switch" aria-label={texts.panes}>
            {(['left', 'canvas', 'right'] as const).map(value => (
              <button
                type="button"
                key={value}
                aria-pressed={narrow === value}
                onClick={() => {
                  // The box for the text is in the pane.
                  if (value !== 'canvas') choose(chosen)
                  setNarrow(value)
                }}
              >
                {value === 'left' && draft.source.kind !== 'blocks'
                  ? texts.source
                  : texts.narrow[value]}
              </button>
            ))}
          </nav>
        </div>
      </DraggableBlocks>
    </FeedOfEmail>
  )
}
