/** The tools of rich text: marks, lists, a link, a tag. */
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { memo, type ReactNode, useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import type { IconName } from '../icons.tsx'
import { LINK_START, wholeLink } from '../pasting/links.ts'

export interface RichTextLabels {
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

/** The menu of tags: `insert` puts one in, in place of a chosen chip. */
export type TagMenuOf = (insert: (tag: string) => void, chosen: string | undefined) => ReactNode

export const RichTools = memo(function TextTools(props: {
  editor: Editor
  plain: boolean
  labels: RichTextLabels
  tagMenu: TagMenuOf
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
})

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
