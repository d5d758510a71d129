/** Rich text in a box with its tools above. */
import { EditorContent } from '@tiptap/react'
import { useState } from 'react'
import { type RichTextLabels, RichTools, type TagMenuOf } from './rich-tools.tsx'
import { useRichText, type WrittenText } from './use-rich-text.ts'

export function RichText(
  props: Omit<WrittenText, 'onLink' | 'onKey'> & { labels: RichTextLabels; tagMenu: TagMenuOf },
) {
  const { plain = false, labels, tagMenu, ...text } = props
  const [linking, setLinking] = useState(false)
  const editor = useRichText({ ...text, plain, onLink: () => setLinking(true) })
  return (
    <div className="rich-text">
      <RichTools {...{ editor, plain, labels, tagMenu, linking }} onLinking={setLinking} />
      <EditorContent editor={editor} />
    </div>
  )
}
