/** Middle: the email as the person gets it, as wide, dark or bare as their program shows it. */
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SubscriberAnswer } from '../../../actions/subscribers/subscribers.ts'
import { EmailFrame } from '../../parts/email-frame.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { useStableCallback } from '../../parts/stable-callback.ts'
import { Failure } from '../../parts/states.tsx'
import type { WrittenPlace } from '../../parts/written-place.ts'
import { useTexts } from '../../texts/language.tsx'
import type { ShownPerson } from '../blocks/shown-person.ts'
import { findBlock } from '../drafts/block-edits.ts'
import type { EmailDraft } from '../drafts/email-draft.ts'
import type { ShownPreview } from '../drafts/use-preview.ts'
import { useEmailDrop } from '../dragging/dragging.tsx'
import { type BlockChoice, isWritten } from '../writing/block-choice.ts'
import { EmailWriter } from '../writing/email-writer.tsx'
import { type ChangeDraft, changeDocument } from './change-document.ts'
import { PersonMenu } from './person-choice.tsx'

export interface CanvasLook {
  phone: boolean
  dark: boolean
  withoutPictures: boolean
  text: boolean
}

export const FIRST_LOOK: CanvasLook = {
  phone: false,
  dark: false,
  withoutPictures: false,
  text: false,
}

const DESKTOP = 640
const PHONE = 375
const SIDES = 36

export const Canvas = memo(function EmailCanvas(props: {
  draft: EmailDraft
  preview: ShownPreview
  person: ShownPerson
  look: CanvasLook
  choice: BlockChoice
  mayChange: boolean
  change: ChangeDraft
  /** A template has neither sender nor subject. */
  isTemplate?: boolean
  onLook(look: CanvasLook): void
  onPerson(person: SubscriberAnswer | undefined): void
}) {
  const { draft, preview, person, look, choice, change, onLook } = props
  const texts = useTexts('composer')
  const [ref, room] = useRoom()
  const drop = useEmailDrop()
  const [ownDark, setOwnDark] = useState(false)
  const [foreign, setForeign] = useState(false)
  const { shown, error } = preview
  const width = Math.max(Math.min(look.phone ? PHONE : DESKTOP, room - SIDES), 280)
  const { html: shownHtml = '', bytes = null, mostBytes = 0 } = shown ?? {}
  const html = shownHtml ?? ''
  const document = draft.source.kind === 'blocks' ? draft.source.document : undefined
  const { chosen } = choice
  const block = document && chosen !== undefined ? findBlock(document, chosen) : undefined
  const written = props.mayChange && choice.caret && isWritten(block) ? block : undefined
  const asText = look.text || (shown !== undefined && shown.html === null)
  const hasForeign = useMemo(
    () => !foreign && FOREIGN_PICTURE.test(html) && hasForeignPicture(html),
    [foreign, html],
  )
  const stopWriting = useStableCallback(() => choice.choose(chosen))
  const writing = useMemo(
    () =>
      written && document && { document, block: written, choice, change: changeDocument(change) },
    [document, written, choice, change],
  )
  const writer = useCallback(
    (place: WrittenPlace, onHeight: (height: number) => void) =>
      writing && <EmailWriter key={writing.block.id} {...{ writing, place, person, onHeight }} />,
    [writing, person],
  )
  return (
    <>
      <CanvasBar
        {...{ look, onLook, person, bytes, mostBytes }}
        listId={draft.listId}
        onText={stopWriting}
        onPerson={props.onPerson}
      />
      <div className="canvas-scroll" ref={ref} data-behind={preview.behind || undefined}>
        {error !== undefined && (
          <div className="canvas-note">
            <Failure error={error} />
          </div>
        )}
        {shown && !props.isTemplate && (
          <dl className="inbox-lines" style={{ width }}>
            <div>
              <dt>{texts.from}</dt>
              <dd className="trunc">
                <bdi>{shown.from}</bdi>
              </dd>
            </div>
            <div>
              <dt>{texts.head.subject}</dt>
              <dd className="trunc strong">
                <bdi>{shown.subject}</bdi>
              </dd>
            </div>
            <div>
              <dt>{texts.head.preheader}</dt>
              <dd className="trunc">
                <bdi>{shown.preheader}</bdi>
              </dd>
            </div>
          </dl>
        )}
        {look.dark && shown && !asText && (
          <p className="canvas-hint tiny">{ownDark ? texts.darkAuthored : texts.darkInverted}</p>
        )}
        {hasForeign && !asText && !look.withoutPictures && (
          <p className="canvas-hint tiny">
            {texts.foreignPictures}{' '}
            <button type="button" className="btn" onClick={() => setForeign(true)}>
              {texts.showForeign}
            </button>
          </p>
        )}
        {shown && asText && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it; no link is in it
          <pre className="text-part" tabIndex={0} style={{ width }}>
            {shown.text}
          </pre>
        )}
        {shown && !asText && (
          <div className="email-room" style={{ width }} ref={drop.ref}>
            <EmailFrame
              html={html}
              title={texts.emailFor(person.title)}
              width={width}
              dark={look.dark}
              withoutPictures={look.withoutPictures}
              foreignPictures={foreign}
              chosen={choice.chosen}
              onChoose={(id, at) => {
                const canWrite = props.mayChange && document && isWritten(findBlock(document, id))
                if (canWrite) choice.write(id, at)
                else choice.choose(id)
              }}
              written={written?.id}
              writer={writer}
              onDarkRules={setOwnDark}
              boxes={drop.boxes}
            />
            {drop.line && <div className="email-drop" style={drop.line} />}
          </div>
        )}
      </div>
    </>
  )
})

/** How the email is shown, and to whom. */
const CanvasBar = memo(function LookBar(props: {
  look: CanvasLook
  person: ShownPerson
  listId: number | null
  /** Null: not known yet. */
  bytes: number | null
  mostBytes: number
  onLook(look: CanvasLook): void
  onText(): void
  onPerson(person: SubscriberAnswer | undefined): void
}) {
  const { look, onLook, person, bytes, mostBytes } = props
  const texts = useTexts('composer')
  return (
    <div className="canvas-bar">
      <span className="segments icons">
        <IconButton
          name={texts.desktop}
          icon="system"
          look=""
          pressed={!look.phone && !look.text}
          onClick={() => onLook({ ...look, phone: false, text: false })}
        />
        <IconButton
          name={texts.phone}
          icon="phone"
          look=""
          pressed={look.phone && !look.text}
          onClick={() => onLook({ ...look, phone: true, text: false })}
        />
        <IconButton
          name={texts.asText}
          icon="alignLeft"
          look=""
          pressed={look.text}
          onClick={() => {
            props.onText()
            onLook({ ...look, text: true })
          }}
        />
      </span>
      <span className="segments icons">
        <IconButton
          name={texts.dark}
          icon="moon"
          look=""
          pressed={look.dark}
          onClick={() => onLook({ ...look, dark: !look.dark })}
        />
        <IconButton
          name={texts.withoutPictures}
          icon="noPictures"
          look=""
          pressed={look.withoutPictures}
          onClick={() => onLook({ ...look, withoutPictures: !look.withoutPictures })}
        />
      </span>
      <PersonMenu person={person} listId={props.listId} onPerson={props.onPerson} />
      <span className={`push tiny ${bytes !== null && bytes > mostBytes ? 'problem' : 'faint'}`}>
        {bytes !== null && texts.sizeOf(Math.ceil(bytes / 1_000), Math.floor(mostBytes / 1_000))}
      </span>
    </div>
  )
})

const FOREIGN_PICTURE = /(?:src|background)\s*=\s*["']?https?:|url\(\s*["']?https?:/i

/** Addresses of pictures that are not of this service. */
function hasForeignPicture(html: string): boolean {
  const found = html.matchAll(
    /(?:(?:src|background)\s*=\s*["']?|url\(\s*["']?)(https?:\/\/[^"'\s>)]+)/gi,
  )
  return [...found].some(([, address]) => !address!.startsWith(`${location.origin}/`))
}

function useRoom(): [React.RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(DESKTOP + SIDES)
  useEffect(() => {
    const sizes = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setRoom(Math.floor(entry.contentRect.width))
    })
    sizes.observe(ref.current!)
    return () => sizes.disconnect()
  }, [])
  return [ref, room]
}
