/** Kinds of blocks that can be added, and those that were saved. */
import { memo, type ReactNode } from 'react'
import type { EmailBlockType } from '../../api/email-blocks.ts'
import { Icon } from '../../parts/icons.tsx'
import { useTexts } from '../../texts/language.tsx'
import { LAYOUTS, type LayoutKind } from '../drafts/layouts.ts'
import { BLOCK_ICONS } from '../dragging/block-icons.ts'
import { type DraggedBlock, useDraggedBlock } from '../dragging/dragging.tsx'

/** Whether a type is offered, in this order. A saved block is offered by its own name. */
const OFFERED: Record<EmailBlockType, boolean> = {
  heading: true,
  text: true,
  picture: true,
  button: true,
  columns: true,
  list: true,
  quote: true,
  product: true,
  video: true,
  feed: true,
  divider: true,
  space: true,
  social: true,
  menu: true,
  code: true,
  saved: false,
}

export const OFFERED_BLOCKS = (Object.keys(OFFERED) as EmailBlockType[]).filter(
  type => OFFERED[type],
)

/** Each column with a picture, words, or both. */
const DRAWINGS: Record<LayoutKind, string> = {
  pictureLeft: 'M0 2h20v20H0zM25 5h18M25 12h31M25 19h25',
  pictureRight: 'M36 2h20v20H36zM0 5h18M0 12h31M0 19h25',
  oneToTwo: 'M0 5h11M0 12h17M0 19h14M22 5h20M22 12h34M22 19h28',
  three:
    'M0 1h16v11H0zM20 1h16v11H20zM40 1h16v11H40zM0 17h16M20 17h16M40 17h16M0 22h10M20 22h10M40 22h10',
}

const LayoutDrawing = ({ kind }: { kind: LayoutKind }) => (
  <svg className="layout-drawing" viewBox="0 0 56 24" aria-hidden="true">
    <path d={DRAWINGS[kind]} />
  </svg>
)

export const BlockPalette = memo(function Palette(props: {
  saved: readonly { id: number; name: string }[]
  onAdd(type: EmailBlockType): void
  onAddLayout(kind: LayoutKind): void
  onAddSaved(id: number): void
}) {
  const texts = useTexts('composer')
  return (
    <>
      <fieldset className="palette-grid">
        <legend className="sr">{texts.addBlock}</legend>
        {OFFERED_BLOCKS.map(type => (
          <Draggable
            key={type}
            name={`new:${type}`}
            block={{ type }}
            className="palette-block"
            onClick={() => props.onAdd(type)}
          >
            <Icon name={BLOCK_ICONS[type]} />
            <span className="sr">{texts.add} </span>
            {texts.blocks[type]}
          </Draggable>
        ))}
      </fieldset>
      <h2 className="pane-title">{texts.layouts}</h2>
      <fieldset className="palette-grid two-wide">
        <legend className="sr">{texts.layouts}</legend>
        {LAYOUTS.map(kind => (
          <button
            type="button"
            key={kind}
            className="palette-block"
            onClick={() => props.onAddLayout(kind)}
          >
            <LayoutDrawing kind={kind} />
            <span className="sr">{texts.add} </span>
            {texts.layoutNames[kind]}
          </button>
        ))}
      </fieldset>
      {props.saved.length > 0 && (
        <>
          <h2 className="pane-title">{texts.savedBlocks}</h2>
          <ul className="outline-rows">
            {props.saved.map(({ id, name }) => (
              <li key={id} className="outline-item">
                <Draggable
                  name={`saved:${id}`}
                  block={{ type: 'saved', savedId: id }}
                  className="outline-name"
                  onClick={() => props.onAddSaved(id)}
                >
                  <Icon name="save" />
                  <span className="sr">{texts.add} </span>
                  <span className="trunc">
                    <bdi>{name}</bdi>
                  </span>
                  <Icon name="plus" />
                </Draggable>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
})

/** Added by a press, or by dragging to its place. */
function Draggable(props: {
  name: string
  block: DraggedBlock
  className: string
  onClick(): void
  children: ReactNode
}) {
  const { ref, listeners } = useDraggedBlock(props.name, props.block)
  return (
    <button
      type="button"
      ref={ref}
      className={props.className}
      onClick={props.onClick}
      {...listeners}
    >
      {props.children}
    </button>
  )
}
