/** Pasting of HTML into the text editor: cleaned, and split where the text of a block ends. */
import type { Editor } from '@tiptap/core'
import { cleanPasted, type PastedPart } from '../pasting/pasted.ts'
import { toEditor } from './tags.ts'

interface PasteTarget {
  /** One line of text only. */
  plain?: boolean | undefined
  onPasted(parts: readonly PastedPart[]): void
  onPicturesLeftOut(count: number): void
}

/** True: it was pasted. What the editor itself copied, and plain text, are left to the editor. */
export function pasteHtml(
  clipboard: DataTransfer,
  { plain, onPasted, onPicturesLeftOut }: PasteTarget,
  editor: Editor | null,
): boolean {
  const html = clipboard.getData('text/html')
  if (!editor || html === '' || html.includes('data-pm-slice')) return false
  const pasted = cleanPasted(html)
  if (!pasted) {
    editor.commands.insertContent(clipboard.getData('text/plain').slice(0, MOST_PLAIN))
    return true
  }
  const { parts, pictures } = pasted
  if (pictures > 0) onPicturesLeftOut(pictures)
  if (plain) {
    const line = parts.map(part => part.html.replace(BLOCK_TAGS, ' '))
    editor.commands.insertContent(toEditor(line.join(' ').trim()))
    return true
  }
  const [first, ...others] = parts
  if (first?.kind === 'text') editor.commands.insertContent(toEditor(first.html))
  const below = first?.kind === 'text' ? others : parts
  if (below.length > 0) onPasted(below)
  return true
}

const MOST_PLAIN = 200_000
const BLOCK_TAGS = /<\/?(?:p|ul|ol|li|br|table|tr|th|td)\b[^<>]*>/g
