/**
 * An editor of rich text within the limits of mail programs: bold, italic, underlined, links,
 * lists. Tags are chips with the value for the person of the preview. Its undo is that of the whole
 * email.
 */
import './rich-text.css'
import type { Editor } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { useEditor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import { pageNonce } from '../nonce.ts'
import { LINK_START } from '../pasting/links.ts'
import type { PastedPart } from '../pasting/pasted.ts'
import { AlignedParagraph, KEPT_BLOCKS, KEPT_MARKS } from './kept-formats.ts'
import { pasteHtml } from './paste.ts'
import { type ReadTag, tagNode } from './tag-node.ts'
import { fromEditor, toEditor } from './tags.ts'

export interface WrittenText {
  label: string
  value: string
  /** One line of text only: a heading. */
  plain?: boolean
  onChange(html: string): void
  /** Headings, tables and what follows them: not for this text. */
  onPasted(parts: readonly PastedPart[]): void
  onPicturesLeftOut(count: number): void
  /** Ctrl K: a link is to be set. */
  onLink(): void
  /** Before the editor reads the key; true: it is done. */
  onKey?(event: KeyboardEvent, editor: Editor): boolean
  readTag(tag: string): ReadTag
}

export function useRichText(props: WrittenText): Editor {
  const { label, value, plain = false, readTag } = props
  const latest = useRef(props)
  latest.current = props
  const given = useRef(value)
  const chips = useRef(new Set<() => void>())
  const opened = useRef<Editor>(null)
  const editor = useEditor(
    {
      injectNonce: pageNonce,
      extensions: [
        Document.extend(plain ? { content: 'paragraph' } : {}),
        AlignedParagraph,
        Text,
        HardBreak,
        Bold,
        Italic,
        Underline,
        ...KEPT_MARKS,
        ...(plain ? [] : [BulletList, OrderedList, ListItem, ...KEPT_BLOCKS]),
        Link.configure({
          openOnClick: false,
          autolink: false,
          linkOnPaste: true,
          isAllowedUri: address => LINK_START.test(address ?? ''),
          HTMLAttributes: { target: null, rel: null },
        }),
        tagNode(chips.current, tag => latest.current.readTag(tag)),
      ],
      content: toEditor(value),
      editorProps: {
        attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': String(!plain) },
        // Copies of the editor: their attributes say the same, and the policy blocks styles.
        transformPastedHTML: html => html.replaceAll(/ style="[^"]*"/g, ''),
        handleKeyDown(_view, event) {
          const { key, ctrlKey, metaKey } = event
          if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') {
            latest.current.onLink()
            return true
          }
          return latest.current.onKey?.(event, opened.current!) ?? false
        },
        handleDOMEvents: {
          // Before the editor parses it, which breaks the policy for each inline style.
          paste(_view, event) {
            const { clipboardData } = event
            if (!clipboardData || !pasteHtml(clipboardData, latest.current, opened.current))
              return false
            event.preventDefault()
            return true
          },
        },
      },
      onCreate({ editor: created }) {
        opened.current = created
      },
      onUpdate({ editor: changed }) {
        const html = fromEditor(changed.getHTML())
        given.current = html
        latest.current.onChange(html)
      },
    },
    [plain],
  )
  // A key may come before it says that it was created.
  opened.current = editor
  useEffect(() => {
    // It came from outside: undone, restored, or another editor's.
    if (given.current === value) return
    given.current = value
    const { from } = editor.state.selection
    editor.commands.setContent(toEditor(value), { emitUpdate: false })
    editor.commands.setTextSelection(Math.min(from, editor.state.doc.content.size))
  }, [editor, value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person, other values
  useEffect(() => {
    for (const redraw of chips.current) redraw()
  }, [readTag])
  return editor
}
