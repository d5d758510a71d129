/** The menu of blocks that a slash opens in an empty paragraph; more letters filter it. */
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { EmailBlockType } from '../../api/email-blocks.ts'
import { Icon } from '../../parts/icons.tsx'
import { useTexts } from '../../texts/language.tsx'
import { OFFERED_BLOCKS } from '../blocks/palette.tsx'
import { BLOCK_ICONS } from '../dragging/block-icons.ts'

const TYPED = /^\/([\p{L}\p{N} ]{0,20})$/u
const GAP = 4

interface SlashMenu {
  types: EmailBlockType[]
  at: number
  /** True: the key is done. */
  onKey(event: KeyboardEvent): boolean
  point(at: number): void
}

/** Undefined while there is no slash, or nothing that is called so. */
export function useSlashMenu(
  editor: Editor | undefined,
  onPick: (type: EmailBlockType) => void,
): SlashMenu | undefined {
  const texts = useTexts('composer')
  const typed = useEditorState({
    editor: editor ?? null,
    selector: ({ editor: of }) => of && typedIn(of),
  })
  const [left, setLeft] = useState<string>()
  const [pointed, setPointed] = useState({ typed: '', at: 0 })
  if (typed === undefined || typed === null || typed === left) return undefined
  const sought = typed.trim().toLowerCase()
  const types = OFFERED_BLOCKS.filter(type => texts.blocks[type].toLowerCase().includes(sought))
  if (types.length === 0) return undefined
  const at = pointed.typed === typed ? Math.min(pointed.at, types.length - 1) : 0
  const point = (next: number) => setPointed({ typed, at: (next + types.length) % types.length })
  return {
    types,
    at,
    point,
    onKey({ key }) {
      if (key === 'ArrowDown') point(at + 1)
      else if (key === 'ArrowUp') point(at - 1)
      else if (key === 'Escape') setLeft(typed)
      else if (key === 'Enter' || key === 'Tab') onPick(types[at]!)
      else return false
      return true
    },
  }
}

/** The text after the slash; undefined: the paragraph has another text. */
function typedIn({ state }: Editor): string | undefined {
  const { empty, $from } = state.selection
  if (!empty || $from.depth !== 1 || $from.parentOffset !== $from.parent.content.size)
    return undefined
  const text = $from.parent.textBetween(0, $from.parent.content.size, undefined, '\ufffc')
  return TYPED.exec(text)?.[1]
}

export function SlashList(props: {
  editor: Editor
  menu: SlashMenu
  onPick(type: EmailBlockType): void
}) {
  const { editor, menu, onPick } = props
  const texts = useTexts('composer')
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { style, offsetHeight } = list.current!
    const text = editor.view.dom.getBoundingClientRect()
    const caret = editor.view.coordsAtPos(editor.state.selection.from)
    const room = list.current!.closest('.canvas-scroll')!.getBoundingClientRect()
    const isBelow = caret.bottom + GAP + offsetHeight <= room.bottom
    const top = isBelow ? caret.bottom + GAP : caret.top - GAP - offsetHeight
    style.transform = `translate(0, ${Math.round(top - text.top)}px)`
  })
  const shown = menu.types[menu.at]!
  return (
    <>
      <div className="menu slash-list" ref={list} role="listbox" aria-label={texts.addBlock}>
        {menu.types.map((type, at) => (
          <div
            key={type}
            role="option"
            tabIndex={-1}
            aria-selected={at === menu.at}
            ref={element => {
              if (at === menu.at) element?.scrollIntoView({ block: 'nearest' })
            }}
            // The text keeps the focus.
            onMouseDown={event => event.preventDefault()}
            onMouseMove={() => at !== menu.at && menu.point(at)}
            onClick={() => onPick(type)}
            onKeyDown={() => {}}
          >
            <Icon name={BLOCK_ICONS[type]} />
            {texts.blocks[type]}
          </div>
        ))}
      </div>
      <span className="sr" role="status">
        {texts.blocks[shown]}
      </span>
    </>
  )
}
