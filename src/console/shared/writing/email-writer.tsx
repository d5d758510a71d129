/**
 * The text of a block, written where it stands in the email: an editor in the page of the console,
 * over the frame, in the letters of the email. Nothing runs within the frame.
 */
import './writing.css'
import { EditorContent } from '@tiptap/react'
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { EmailBlockType } from '../../api/email-blocks.ts'
import { RichTools } from '../../parts/rich-text/rich-tools.tsx'
import { useRichText } from '../../parts/rich-text/use-rich-text.ts'
import { useToast } from '../../parts/toasts.tsx'
import type { WrittenPlace } from '../../parts/written-place.ts'
import { useTexts } from '../../texts/language.tsx'
import { insertPasted } from '../blocks/pasted-blocks.ts'
import type { ShownPerson } from '../blocks/shown-person.ts'
import { TagMenu } from '../blocks/tag-menu.tsx'
import { replaceBlock } from '../drafts/block-edits.ts'
import { useNewBlocks } from '../drafts/new-blocks.ts'
import { useEmailColours } from './email-colours.ts'
import { SlashList, useSlashMenu } from './slash-menu.tsx'
import { useToolsPlace } from './tools-place.ts'
import { onWritingKey, pickBlock, type WritingContext } from './writing-keys.ts'

export const EmailWriter = memo(function WrittenText(props: {
  writing: Omit<WritingContext, 'onFull' | 'change'> & {
    change(next: Parameters<WritingContext['change']>[0], part?: string): void
  }
  place: WrittenPlace
  person: ShownPerson
  onHeight(height: number): void
}) {
  const { writing, place, person, onHeight } = props
  const { block, choice, change } = writing
  const texts = useTexts('composer')
  const toast = useToast()
  const [linking, setLinking] = useState(false)
  const tools = useRef<HTMLDivElement>(null)
  const letters = { ...place.letters, '--email-accent': useEmailColours().accent }
  const plain = block.type === 'heading'
  const onFull = () => toast({ text: texts.tooMany, bad: true })
  const editor = useRichText({
    label: texts.content,
    value: block.html,
    plain,
    onChange: html =>
      change(document => replaceBlock(document, { ...block, html }), `${block.id} html`),
    onPasted: parts => change(document => insertPasted(document, block, parts)),
    onPicturesLeftOut: count => toast({ text: texts.picturesLeftOut(count) }),
    onLink: () => setLinking(true),
    onKey: (event, of) => slash?.onKey(event) || onWritingKey(event, of, { ...writing, onFull }),
    readTag: person.readTag,
  })
  const fresh = useNewBlocks(writing.document)
  const pick = (type: EmailBlockType) =>
    pickBlock(editor, { ...writing, onFull }, fresh.kind({ type }))
  const slash = useSlashMenu(plain ? undefined : editor, pick)
  const tagMenu = useCallback(
    (insert: (tag: string) => void, chosen: string | undefined) => (
      <TagMenu person={person} chosen={chosen} onInsert={insert} />
    ),
    [person],
  )
  useLayoutEffect(() => {
    const sizes = new ResizeObserver(() => onHeight(Math.ceil(editor.view.dom.offsetHeight)))
    sizes.observe(editor.view.dom)
    return () => sizes.disconnect()
  }, [editor, onHeight])
  useToolsPlace(editor, tools)
  const { caret } = choice
  useEffect(() => {
    if (caret === undefined) return
    const { view, state, commands } = editor
    const end = state.doc.content.size
    if (caret === 'all') commands.selectAll()
    else if (typeof caret === 'string') commands.setTextSelection(caret === 'start' ? 1 : end)
    else {
      const found = view.posAtCoords({ left: caret.x, top: caret.y })
      commands.setTextSelection(found?.pos ?? end)
    }
    view.dom.focus({ preventScroll: true })
    commands.scrollIntoView()
  }, [editor, caret])
  return (
    <>
      <div className="email-text" data-kind={block.type} style={letters}>
        {editor.isEmpty && <span className="email-text-hint">{texts.writeHere}</span>}
        <EditorContent editor={editor} />
      </div>
      {slash && <SlashList {...{ editor }} menu={slash} onPick={pick} />}
      <div className="writing-tools" ref={tools}>
        <RichTools
          {...{ editor, plain, tagMenu, linking }}
          labels={texts.rich}
          onLinking={setLinking}
        />
      </div>
    </>
  )
})
