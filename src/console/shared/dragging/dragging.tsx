/** Drag and drop of blocks: kinds of the palette and rows of the outline, also into the email. */
import {
  type CollisionDetection,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react'
import type { EmailBlockType, EmailDocument } from '../../api/email-blocks.ts'
import type { BlockBox } from '../../parts/block-box.ts'
import { Icon } from '../../parts/icons.tsx'
import { useTexts } from '../../texts/language.tsx'
import { dropInEmail, type EmailDrop } from '../drafts/block-drops.ts'
import { type BlockPlace, placeOfBlock } from '../drafts/block-edits.ts'
import { BLOCK_ICONS } from './block-icons.ts'

/** A block of the email, or one to be added. */
export interface DraggedBlock {
  type: EmailBlockType
  id?: string
  savedId?: number
}

/** Where it would go now. */
interface Drop {
  place: BlockPlace
  row?: { id: string; edge: 'before' | 'after' }
  line?: EmailDrop['line']
}

type Target = { row: string } | { columns: string; column: number } | { email: true }

interface Dragging {
  drop: Drop | undefined
  /** Reads where the blocks lie in the email; set while it is shown. */
  boxes: { current: (() => BlockBox[]) | null }
}

const DraggingContext = createContext<Dragging>({ drop: undefined, boxes: { current: null } })

/** The innermost target below the pointer. */
const innermost: CollisionDetection = args =>
  pointerWithin(args).sort((one, other) => depthOf(other.id) - depthOf(one.id))

const depthOf = (id: string | number): number =>
  ['email', 'column', 'row'].findIndex(kind => String(id).startsWith(kind))

/** A press without movement chooses. A constant: a new object draws all rows anew. */
const DRAG_START = { activationConstraint: { distance: 6 } }

export function BlockDragging(props: {
  document: EmailDocument
  onDrop(dragged: DraggedBlock, place: BlockPlace): void
  children: ReactNode
}) {
  const { document, onDrop } = props
  const texts = useTexts('composer')
  const sensors = useSensors(useSensor(PointerSensor, DRAG_START))
  const [dragged, setDragged] = useState<DraggedBlock>()
  const [drop, setDrop] = useState<Drop>()
  const pointer = useRef({ x: 0, y: 0 })
  const boxes = useRef<(() => BlockBox[]) | null>(null)
  const shared = useMemo(() => ({ drop, boxes }), [drop])
  const detect: CollisionDetection = args => {
    if (args.pointerCoordinates) pointer.current = args.pointerCoordinates
    return innermost(args)
  }
  const move = ({ active, over }: DragMoveEvent) => {
    const next =
      over &&
      dropAt(document, over.data.current as Target, {
        rect: over.rect,
        pointer: pointer.current,
        boxes: boxes.current,
        dragged: active.data.current as DraggedBlock,
      })
    setDrop(last => (JSON.stringify(last) === JSON.stringify(next) ? last : (next ?? undefined)))
  }
  const end = () => {
    setDragged(undefined)
    setDrop(undefined)
  }
  const nameOf = (data: unknown) => texts.blocks[(data as DraggedBlock).type]
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detect}
      accessibility={{
        screenReaderInstructions: { draggable: '' },
        announcements: {
          onDragStart: ({ active }) => texts.isDragged(nameOf(active.data.current)),
          onDragOver: () => undefined,
          onDragEnd: ({ active }) =>
            drop
              ? texts.isDropped(nameOf(active.data.current), drop.place.index + 1)
              : texts.isNotDropped(nameOf(active.data.current)),
          onDragCancel: ({ active }) => texts.isNotDropped(nameOf(active.data.current)),
        },
      }}
      onDragStart={({ active }) => setDragged(active.data.current as DraggedBlock)}
      onDragMove={move}
      onDragEnd={() => {
        if (dragged && drop) onDrop(dragged, drop.place)
        end()
      }}
      onDragCancel={end}
    >
      <DraggingContext value={shared}>{props.children}</DraggingContext>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <span className="drag-chip">
            <Icon name={BLOCK_ICONS[dragged.type]} /> {texts.blocks[dragged.type]}
          </span>
        )}
      </DragOverlay>
    </DndContext>
  )
}

function dropAt(
  document: EmailDocument,
  target: Target,
  at: {
    rect: { top: number; left: number; height: number }
    pointer: { x: number; y: number }
    boxes: Dragging['boxes']['current']
    dragged: DraggedBlock
  },
): Drop | undefined {
  const { rect, pointer, dragged } = at
  const isColumns = dragged.type === 'columns'
  if ('email' in target) {
    const point = { x: pointer.x - rect.left, y: pointer.y - rect.top }
    return dropInEmail(document, at.boxes?.() ?? [], point, isColumns)
  }
  if ('columns' in target)
    return isColumns
      ? undefined
      : { place: { index: 1_000, in: { columns: target.columns, column: target.column } } }
  const place = placeOfBlock(document, target.row)
  if (!place || (place.in && isColumns)) return undefined
  const edge = pointer.y < rect.top + rect.height / 2 ? 'before' : 'after'
  return {
    place: { ...place, index: place.index + (edge === 'after' ? 1 : 0) },
    row: { id: target.row, edge },
  }
}

/** What makes an element draggable by the pointer; keys have other ways. */
export function useDraggedBlock(key: string, block: DraggedBlock, off = false) {
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: key,
    data: block,
    disabled: off,
  })
  return { ref: setNodeRef, listeners, isDragging }
}

/** The row of a block, above or below which another may go. */
export function useRowDrop(id: string) {
  const { setNodeRef } = useDroppable({ id: `row:${id}`, data: { row: id } })
  const { drop } = useContext(DraggingContext)
  return { ref: setNodeRef, edge: drop?.row?.id === id ? drop.row.edge : undefined }
}

export function useColumnDrop(columns: string, column: number) {
  const { setNodeRef, isOver } = useDroppable({
    id: `column:${columns}:${column}`,
    data: { columns, column },
  })
  return { ref: setNodeRef, isOver }
}

/** `boxes` is to be set by who shows the email; `line` is where the block would go. */
export function useEmailDrop() {
  const { setNodeRef } = useDroppable({ id: 'email', data: { email: true } })
  const { drop, boxes } = useContext(DraggingContext)
  return { ref: setNodeRef, boxes, line: drop?.line }
}
