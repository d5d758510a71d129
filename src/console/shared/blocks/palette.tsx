/** Kinds of blocks that can be added, and those that were saved. */
import type { EmailBlockType } from '../../api/email-blocks.ts'
import { Icon } from '../../parts/icons.tsx'
import { useTexts } from '../../texts/language.tsx'
import { BLOCK_ICONS } from './outline.tsx'

/** Whether a type is offered, in this order. A saved block is offered by its own name. */
const OFFERED: Record<EmailBlockType, boolean> = {
  heading: true,
  text: true,
  picture: true,
  button: true,
  columns: true,
  divider: true,
  space: true,
  social: true,
  menu: true,
  code: true,
  saved: false,
}

const offered = (Object.keys(OFFERED) as EmailBlockType[]).filter(type => OFFERED[type])

export function BlockPalette(props: {
  saved: readonly { id: number; name: string }[]
  onAdd(type: EmailBlockType): void
  onAddSaved(id: number): void
}) {
  const texts = useTexts('composer')
  return (
    <>
      <fieldset className="palette-grid">
        <legend className="sr">{texts.addBlock}</legend>
        {offered.map(type => (
          <button
            type="button"
            key={type}
            className="palette-block"
            onClick={() => props.onAdd(type)}
          >
            <Icon name={BLOCK_ICONS[type]} />
            <span className="sr">{texts.add} </span>
            {texts.blocks[type]}
          </button>
        ))}
      </fieldset>
      {props.saved.length > 0 && (
        <>
          <h2 className="pane-title">{texts.savedBlocks}</h2>
          <ul className="outline-rows">
            {props.saved.map(({ id, name }) => (
              <li key={id} className="outline-item">
                <button type="button" className="outline-name" onClick={() => props.onAddSaved(id)}>
                  <Icon name="save" />
                  <span className="sr">{texts.add} </span>
                  <span className="trunc">
                    <bdi>{name}</bdi>
                  </span>
                  <Icon name="plus" />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
