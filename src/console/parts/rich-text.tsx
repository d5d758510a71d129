/**
 * Rich text within the limits of mail programs: bold, italic, underlined, links, lists. Tags are
 * chips with the value for the person of the preview. Its undo is that of the whole email.
 */
import './rich-text.css'
import { type Editor, mergeAttributes, Node } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import type { IconName } from './icons.tsx'
import { pageNonce } from './nonce.ts'
import { LINK_START, wholeLink } from './pasting/links.ts'
import type { PastedPart } from './pasting/pasted.ts'
import { pasteHtml } from './rich-text-paste.ts'
import { fromEditor, shortTag, toEditor } from './rich-text-tags.ts'

interface RichTextLabels {
  bold: string
  italic: string
  underline: string
  link: string
  bullets: string
  numbers: string
  address: string
  setLink: string
  removeLink: string
}

export interface RichTextProps {
  label: string
  value: string
  /** One line of text only: a heading. */
  plain?: boolean
  labels: RichTextLabels
  onChange(html: string): void
  /** Headings, tables and what follows them: not for this text. */
  onPasted(parts: readonly PastedPart[]): void
  onPicturesLeftOut(count: number): void
  /** The value of a tag for the person of the preview. */
  tagValue(tag: string): string
  /** The menu of tags: `insert` puts one in, in place of a chosen chip. */
  tagMenu(insert: (tag: string) => void, chosen: string | undefined): ReactNode
}

export function RichText(props: RichTextProps) {
  const { label, value, plain = false, labels } = props
  const latest = useRef(props)
  latest.current = props
  const given = useRef(value)
  const chips = useRef(new Set<() => void>())
  const opened = useRef<Editor>(null)
  const [linking, setLinking] = useState(false)
  const editor = useEditor(
    {
      injectNonce: pageNonce,
      extensions: [
        Document.extend(plain ? { content: 'paragraph' } : {}),
        Paragraph,
        Text,
        HardBreak,
        Bold,
        Italic,
        Underline,
        ...(plain ? [] : [BulletList, OrderedList, ListItem]),
        Link.configure({
          openOnClick: false,
          autolink: false,
          linkOnPaste: true,
          isAllowedUri: address => LINK_START.test(address ?? ''),
          HTMLAttributes: { target: null, rel: null },
        }),
        tagNode(chips.current, tag => latest.current.tagValue(tag)),
      ],
      content: toEditor(value),
      editorProps: {
        attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': String(!plain) },
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
  useEffect(() => {
    // It came from outside: undone, restored, or another editor's.
    if (given.current === value) return
    given.current = value
    const { from } = editor.state.selection
    editor.commands.setContent(toEditor(value), { emitUpdate: false })
    editor.commands.setTextSelection(Math.min(from, editor.state.doc.content.size))
  }, [editor, value])
  const { tagValue } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person, other values
  useEffect(() => {
    for (const redraw of chips.current) redraw()
  }, [tagValue])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the text inside
    <div
      className="rich-text"
      onKeyDown={event => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
        event.preventDefault()
        setLinking(true)
      }}
    >
      <Tools
        editor={editor}
        plain={plain}
        labels={labels}
        tagMenu={props.tagMenu}
        linking={linking}
        onLinking={setLinking}
      />
      <EditorContent editor={editor} />
    </div>
  )
}

function Tools(props: {
  editor: Editor
  plain: boolean
  labels: RichTextLabels
  tagMenu: RichTextProps['tagMenu']
  linking: boolean
  onLinking(on: boolean): void
}) {
  const { editor, plain, labels, linking, onLinking } = props
  const state = useEditorState({
    editor,
    selector: ({ editor: shown }) => ({
      bold: shown.isActive('bold'),
      italic: shown.isActive('italic'),
      underline: shown.isActive('underline'),
      link: shown.isActive('link'),
      bulletList: shown.isActive('bulletList'),
      orderedList: shown.isActive('orderedList'),
      tag: shown.isActive('tag') ? String(shown.getAttributes('tag').code) : undefined,
    }),
  })
  const tool = (name: string, icon: IconName, pressed: boolean, act: () => unknown) => (
    <IconButton name={name} icon={icon} pressed={pressed} onClick={() => void act()} />
  )
  const chain = () => editor.chain().focus()
  return (
    <>
      <div className="rich-tools">
        {tool(labels.bold, 'bold', state.bold, () => chain().toggleBold().run())}
        {tool(labels.italic, 'italic', state.italic, () => chain().toggleItalic().run())}
        {tool(labels.underline, 'underline', state.underline, () =>
          chain().toggleUnderline().run(),
        )}
        {tool(labels.link, 'link', state.link, () => onLinking(!linking))}
        {!plain &&
          tool(labels.bullets, 'bullets', state.bulletList, () => chain().toggleBulletList().run())}
        {!plain &&
          tool(labels.numbers, 'numbers', state.orderedList, () =>
            chain().toggleOrderedList().run(),
          )}
        <span className="push">
          {props.tagMenu(
            code => void chain().insertContent({ type: 'tag', attrs: { code } }).run(),
            state.tag,
          )}
        </span>
      </div>
      {linking && <LinkRow editor={editor} labels={labels} onDone={() => onLinking(false)} />}
    </>
  )
}

function LinkRow(props: { editor: Editor; labels: RichTextLabels; onDone(): void }) {
  const { editor, labels, onDone } = props
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? ''))
  const set = () => {
    const whole = wholeLink(address)
    const href = whole === '' || LINK_START.test(whole) ? whole : `https://${whole}`
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === '') chain.unsetLink().run()
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else chain.setLink({ href }).run()
    onDone()
  }
  return (
    <div className="rich-link">
      <input
        className="plain-input"
        aria-label={labels.address}
        placeholder="https://"
        maxLength={2_000}
        value={address}
        // biome-ignore lint/a11y/noAutofocus: its button was just pressed
        autoFocus
        onChange={event => setAddress(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            onDone()
            editor.commands.focus()
          }
          if (event.key !== 'Enter') return
          event.preventDefault()
          set()
        }}
      />
      <button type="button" className="btn" onClick={set}>
        {labels.setLink}
      </button>
      {editor.isActive('link') && (
        <button
          type="button"
          className="btn quiet"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onDone()
          }}
        >
          {labels.removeLink}
        </button>
      )}
    </div>
  )
}

/** A tag in the text: one thing, with the value that the person of the preview has. */
const tagNode = (chips: Set<() => void>, tagValue: (tag: string) => string) =>
  Node.create({
    name: 'tag',
    group: 'inline',
    inline: true,
    atom: true,
    selectable: true,
    addAttributes: () => ({
      code: {
        default: '',
        parseHTML: element => element.getAttribute('data-tag') ?? '',
        renderHTML: ({ code }) => ({ 'data-tag': code }),
      },
    }),
    parseHTML: () => [{ tag: 'span[data-tag]' }],
    renderHTML: ({ HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes)],
    renderText: ({ node }) => String(node.attrs.code),
    addNodeView: () => {
      return ({ node }) => {
        const dom = document.createElement('span')
        dom.className = 'chip-tag'
        const name = document.createElement('b')
        const shown = document.createElement('bdi')
        dom.append(name, shown)
        const draw = () => {
          const code = String(node.attrs.code)
          name.textContent = shortTag(code)
          shown.textContent = tagValue(code)
          dom.title = code
        }
        draw()
        chips.add(draw)
        return { dom, destroy: () => void chips.delete(draw) }
      }
    },
  })
