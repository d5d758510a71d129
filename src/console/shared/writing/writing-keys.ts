/** Keys in a text that is written in the email: from block to block, as in one text. */
import { type Editor, getHTMLFromFragment } from '@tiptap/core'
import type { EmailBlock, EmailDocument } from '../../api/email-blocks.ts'
import { fromEditor } from '../../parts/rich-text/tags.ts'
import { allBlocks, MOST_BLOCKS, removeBlock } from '../drafts/block-edits.ts'
import { type BlockChoice, isWritten, type WrittenBlock } from './block-choice.ts'
import { blockAfter, breakText, continueBelow, writtenBeside } from './written-blocks.ts'

export interface WritingContext {
  document: EmailDocument
  block: WrittenBlock
  choice: BlockChoice
  change(next: (document: EmailDocument) => EmailDocument): void
  /** The email has as many blocks as it may. */
  onFull(): void
}

/** True: the key is done. */
export function onWritingKey(
  event: KeyboardEvent,
  editor: Editor,
  writing: WritingContext,
): boolean {
  if (event.isComposing || event.altKey) return false
  const { key, shiftKey } = event
  readCaret(editor)
  const withCtrl = event.ctrlKey || event.metaKey
  if (key === 'Escape') return leave(writing)
  if (key === 'Enter' && !shiftKey && (withCtrl || endsBlock(editor, writing.block)))
    return startBelow(editor, writing)
  if (key === 'Backspace' && !withCtrl && isBlank(editor, 0, endOf(editor)))
    return removeEmpty(writing)
  if (key === 'ArrowUp' && !shiftKey && !withCtrl && isOnEdge(editor, 'up'))
    return goBeside(writing, -1)
  if (key === 'ArrowDown' && !shiftKey && !withCtrl && isOnEdge(editor, 'down'))
    return goBeside(writing, 1)
  return false
}

/** Browsers tell of a caret that keys have moved later than of the next key. */
function readCaret({ view, state, commands }: Editor): void {
  const shown = view.dom.ownerDocument.getSelection()
  if (!shown?.isCollapsed || !shown.focusNode || !view.dom.contains(shown.focusNode)) return
  const at = view.posAtDOM(shown.focusNode, shown.focusOffset)
  if (state.selection.empty && at !== state.selection.from) commands.setTextSelection(at)
}

const endOf = ({ state }: Editor): number => state.doc.content.size

const isBlank = ({ state }: Editor, from: number, to: number): boolean =>
  state.doc.textBetween(from, to, undefined, '\ufffc').trim() === ''

/** The HTML of a part of the text; empty: it says nothing. */
function htmlBetween(editor: Editor, from: number, to: number): string {
  if (isBlank(editor, from, to)) return ''
  const { content } = editor.state.doc.cut(from, to)
  return fromEditor(getHTMLFromFragment(content, editor.schema))
}

/** A heading is one line. Within a text a new paragraph begins, and at its end a new block. */
function endsBlock({ state }: Editor, block: WrittenBlock): boolean {
  const { empty, $from } = state.selection
  if (block.type === 'heading') return true
  return empty && $from.depth === 1 && $from.pos + 1 === state.doc.content.size
}

function leave({ choice, block }: WritingContext): boolean {
  choice.choose(block.id)
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(block.id)}"]`)?.focus()
  return true
}

/** The paragraph of the caret becomes a block, of a kind that was picked by the slash. */
export function pickBlock(
  editor: Editor,
  { document: email, block, ...writing }: WritingContext,
  added: EmailBlock,
): void {
  if (allBlocks(email).length + 1 >= MOST_BLOCKS) {
    writing.onFull()
    return
  }
  const { $from } = editor.state.selection
  const above = htmlBetween(editor, 0, $from.before(1))
  const below = htmlBetween(editor, $from.after(1), endOf(editor))
  writing.change(before => breakText(before, block, above, added, below))
  if (isWritten(added)) writing.choice.write(added.id, 'all')
  else writing.choice.choose(added.id)
}

function startBelow(
  editor: Editor,
  { document: email, block, ...writing }: WritingContext,
): boolean {
  if (allBlocks(email).length >= MOST_BLOCKS) {
    writing.onFull()
    return block.type === 'heading'
  }
  const { from, to } = editor.state.selection
  const next = blockAfter(block, htmlBetween(editor, to, endOf(editor)) || '<p></p>')
  const above = htmlBetween(editor, 0, from)
  writing.change(before => continueBelow(before, block, above, next))
  writing.choice.write(next.id, 'start')
  return true
}

function removeEmpty({ document: email, block, choice, change }: WritingContext): boolean {
  const before = writtenBeside(email, block.id, -1)
  if (!before) return false
  change(document => removeBlock(document, block.id))
  choice.write(before.id, 'end')
  return true
}

function isOnEdge({ state, view }: Editor, side: 'up' | 'down'): boolean {
  const { empty, $from } = state.selection
  if (!empty) return false
  const index = $from.index(0)
  const isOutermost = index === (side === 'up' ? 0 : state.doc.childCount - 1)
  return isOutermost && isEdgeItem(state.selection.$from, side) && view.endOfTextblock(side)
}

/** In a list: its first item, or its last. */
function isEdgeItem($from: Editor['state']['selection']['$from'], side: 'up' | 'down'): boolean {
  for (let depth = 1; depth < $from.depth; depth++) {
    const edge = side === 'up' ? 0 : $from.node(depth).childCount - 1
    if ($from.index(depth) !== edge) return false
  }
  return true
}

function goBeside({ document: email, block, choice }: WritingContext, step: -1 | 1): boolean {
  const beside = writtenBeside(email, block.id, step)
  if (!beside) return false
  choice.write(beside.id, step < 0 ? 'end' : 'start')
  return true
}
