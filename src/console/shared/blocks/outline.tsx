/** The blocks of an email in their order: chosen, added, moved by dragging or keys, removed. */
import './blocks.css'
import { type KeyboardEvent, memo, useRef, useState } from 'react'
import type { EmailBlock, EmailDocument } from '../../api/email-blocks.ts'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { ActionMenu, type MenuAction } from '../../parts/menus.tsx'
import { useStableCallback } from '../../parts/stable-callback.ts'
import { type Catalogue, useTexts } from '../../texts/language.tsx'
import {
  allBlocks,
  blocksBeside,
  moveBlock,
  moveIntoColumns,
  placeOfBlock,
} from '../drafts/block-edits.ts'
import { useBlockWords } from '../drafts/block-words.ts'
import { BLOCK_ICONS } from '../dragging/block-icons.ts'
import { useColumnDrop, useDraggedBlock, useRowDrop } from '../dragging/dragging.tsx'

/** A column that takes the next block. */
export interface ChosenColumn {
  columns: string
  column: number
}

/** Each always the same function. */
export interface OutlineActions {
  choose(id: string): void
  chooseColumn(column: ChosenColumn): void
  duplicate(id: string): void
  remove(id: string): void
  save(block: EmailBlock): void
}

interface OutlineProps extends OutlineActions {
  document: EmailDocument
  change(change: (document: EmailDocument) => EmailDocument): void
  chosen: string | undefined
  chosenColumn: ChosenColumn | undefined
  mayChange: boolean
  savedName(savedId: number): string
}

/** Each always the same function. */
interface RowActs extends OutlineActions {
  move(id: string, step: -1 | 1, into?: boolean): void
  /** Which steps there are now. */
  movesOf(id: string): BlockMoves
}

export function Outline(props: OutlineProps) {
  const { document, change, ...rest } = props
  const texts = useTexts('composer')
  const list = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const wordsOf = useBlockWords()
  const move = useStableCallback((id: string, step: -1 | 1, into = false) => {
    const moved = into ? moveIntoColumns(document, id, step) : moveBlock(document, id, step)
    if (moved === document) return
    change(() => moved)
    const place = placeOfBlock(moved, id)!
    setSaid(texts.movedTo(place.index + 1, blocksBeside(moved, place).length))
    // The row may have come under another parent: then it is a new one.
    requestAnimationFrame(() => rowOf(list.current, id)?.focus())
  })
  const movesOf = useStableCallback((id: string) => movesIn(document, id))
  const onKey = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).dataset.row
    if (id === undefined) return
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (step !== undefined) {
      event.preventDefault()
      if (event.altKey && props.mayChange) return move(id, step, event.shiftKey)
      const ids = allBlocks(document).map(block => block.id)
      const next = ids[ids.indexOf(id) + step]
      if (next !== undefined) rowOf(list.current, next)?.focus()
    }
    if (event.key === 'Delete' && props.mayChange) {
      event.preventDefault()
      const ids = allBlocks(document).map(block => block.id)
      const next = ids[ids.indexOf(id) + 1] ?? ids[ids.indexOf(id) - 1]
      props.remove(id)
      if (next !== undefined) requestAnimationFrame(() => rowOf(list.current, next)?.focus())
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows within
    <div className="outline" ref={list} onKeyDown={onKey}>
      <Rows
        blocks={document.blocks}
        label={texts.inThisEmail}
        {...{ move, movesOf, wordsOf }}
        {...rest}
      />
      <span className="sr" role="status">
        {said}
      </span>
    </div>
  )
}

const rowOf = (list: HTMLElement | null, id: string) =>
  list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)

type RowsProps = Omit<OutlineProps, 'document' | 'change'> &
  RowActs & {
    wordsOf(block: EmailBlock): string
    blocks: readonly EmailBlock[]
    label: string
  }

function Rows({ blocks, label, ...rest }: RowsProps) {
  return (
    <ul className="outline-rows" aria-label={label}>
      {blocks.map(block => (
        <Item key={block.id} block={block} {...rest} />
      ))}
    </ul>
  )
}

/** Drawn anew only if its block changes: with 60 blocks, all cost more than a keystroke. */
const Item = memo(function BlockItem(
  props: Omit<RowsProps, 'blocks' | 'label'> & { block: EmailBlock },
) {
  const { block, ...rest } = props
  const { savedName, wordsOf } = rest
  const words = block.type === 'saved' ? savedName(block.savedId) : wordsOf(block)
  return (
    <li className="outline-item">
      <Row {...{ block, words }} {...rest} />
      {block.type === 'columns' &&
        block.columns.map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name but their place
          <Column key={index} columns={block.id} column={index} blocks={column.blocks} {...rest} />
        ))}
    </li>
  )
})

function Row(
  props: RowActs & {
    block: EmailBlock
    words: string
    chosen: string | undefined
    mayChange: boolean
  },
) {
  const { block, words, chosen, mayChange } = props
  const texts = useTexts('composer')
  const kind = texts.blocks[block.type]
  const dragged = useDraggedBlock(`block:${block.id}`, block, !mayChange)
  const { ref, edge } = useRowDrop(block.id)
  return (
    <div
      ref={element => {
        ref(element)
        dragged.ref(element)
      }}
      data-drop={edge}
      {...dragged.listeners}
      className={dragged.isDragging ? 'outline-row dragged' : 'outline-row'}
    >
      <button
        type="button"
        className="outline-name"
        data-row={block.id}
        aria-current={block.id === chosen || undefined}
        title={mayChange ? texts.moveKeys : undefined}
        onClick={() => props.choose(block.id)}
      >
        <Icon name={BLOCK_ICONS[block.type]} />
        <span className="sr">{words === '' ? '' : `${kind}: `}</span>
        <span className={words === '' ? 'trunc faint' : 'trunc'}>
          <bdi>{words || kind}</bdi>
        </span>
        {(block.filter?.length ?? 0) > 0 && (
          <>
            <Icon name="filter" />
            <span className="sr">{texts.onlyFiltered}</span>
          </>
        )}
      </button>
      {mayChange && (
        <ActionMenu
          name={texts.actionsOf(words || kind)}
          look="btn quiet icon small"
          button={<Icon name="more" />}
          actions={() => actionsOf(block, props, texts)}
        />
      )}
    </div>
  )
}

function Column(props: Omit<RowsProps, 'label'> & ChosenColumn) {
  const { columns, column, chosenColumn, mayChange } = props
  const texts = useTexts('composer')
  const { ref, isOver } = useColumnDrop(columns, column)
  const name = texts.columnNumber(column + 1)
  const isChosen = chosenColumn?.columns === columns && chosenColumn.column === column
  return (
    <div className={isOver ? 'outline-column over' : 'outline-column'} ref={ref}>
      <button
        type="button"
        className="outline-column-name"
        aria-pressed={isChosen}
        disabled={!mayChange}
        title={texts.intoColumn}
        onClick={() => props.chooseColumn({ columns, column })}
      >
        {name}
      </button>
      <Rows {...props} label={name} />
    </div>
  )
}

interface BlockMoves {
  up: boolean
  down: boolean
  /** Into columns. */
  intoAbove: boolean
  intoBelow: boolean
}

const movesIn = (document: EmailDocument, id: string): BlockMoves => ({
  up: moveBlock(document, id, -1) !== document,
  down: moveBlock(document, id, 1) !== document,
  intoAbove: moveIntoColumns(document, id, -1) !== document,
  intoBelow: moveIntoColumns(document, id, 1) !== document,
})

function actionsOf(
  block: EmailBlock,
  { move, movesOf, duplicate, save, remove }: RowActs,
  texts: Catalogue['composer'],
): MenuAction[] {
  const { id } = block
  const moves = movesOf(id)
  const entry = (label: string, icon: IconName, onClick: () => void): MenuAction => ({
    label,
    icon: <Icon name={icon} />,
    onClick,
  })
  return [
    ...(moves.up ? [entry(texts.moveUp, 'up', () => move(id, -1))] : []),
    ...(moves.down ? [entry(texts.moveDown, 'down', () => move(id, 1))] : []),
    ...(moves.intoAbove ? [entry(texts.intoAbove, 'columns', () => move(id, -1, true))] : []),
    ...(moves.intoBelow ? [entry(texts.intoBelow, 'columns', () => move(id, 1, true))] : []),
    entry(texts.duplicate, 'copy', () => duplicate(id)),
    ...(block.type === 'saved' ? [] : [entry(texts.saveBlock, 'save', () => save(block))]),
    { ...entry(texts.removeBlock, 'remove', () => remove(id)), danger: true },
  ]
}
