/** The content and the style of the chosen block. */
import type { JSX } from 'react'
import type { EmailBlock } from '../../api/email-blocks.ts'
import { Icon } from '../../parts/icons.tsx'
import type { PastedPart } from '../../parts/pasting/pasted.ts'
import { useTexts } from '../../texts/language.tsx'
import { BLOCK_ICONS } from '../dragging/block-icons.ts'
import { FeedFields } from '../feeds/feed-fields.tsx'
import type { BlockFieldsProps } from './block-fields.ts'
import { BlockFrameFields } from './block-frame-fields.tsx'
import { ColumnsFields } from './columns-fields.tsx'
import { ButtonFields, LinksFields, PictureFields } from './link-fields.tsx'
import { ListFields, ProductFields, QuoteFields, VideoFields } from './shown-fields.tsx'
import { CodeFields, DividerFields, SavedFields, SpaceFields, TextFields } from './text-fields.tsx'

export function BlockPanel(
  props: BlockFieldsProps<EmailBlock> & {
    /** Its text is being written in the email: no second editor of it. */
    inEmail: boolean
    savedName(savedId: number): string
    /** Pasted parts become blocks below the chosen one. */
    onPasted(parts: readonly PastedPart[]): void
    onAddInto(column: number): void
  },
) {
  const { block, person, colours, onChange } = props
  const texts = useTexts('composer')
  return (
    <div className="pane-fields">
      <h2 className="pane-title">
        <Icon name={BLOCK_ICONS[block.type]} /> {texts.blocks[block.type]}
      </h2>
      <Fields {...props} />
      <BlockFrameFields {...{ block, person, colours, onChange }} />
    </div>
  )
}

/** Each type of block has its fields: a new one does not compile without. */
function Fields(props: Parameters<typeof BlockPanel>[0]): JSX.Element {
  const { block, savedName, onAddInto, ...rest } = props
  switch (block.type) {
    case 'text':
    case 'heading':
      return <TextFields {...rest} block={block} />
    case 'picture':
      return <PictureFields {...rest} block={block} />
    case 'button':
      return <ButtonFields {...rest} block={block} />
    case 'divider':
      return <DividerFields {...rest} block={block} />
    case 'space':
      return <SpaceFields {...rest} block={block} />
    case 'social':
    case 'menu':
      return <LinksFields {...rest} block={block} />
    case 'quote':
      return <QuoteFields {...rest} block={block} />
    case 'list':
      return <ListFields {...rest} block={block} />
    case 'product':
      return <ProductFields {...rest} block={block} />
    case 'video':
      return <VideoFields {...rest} block={block} />
    case 'feed':
      return <FeedFields block={block} onChange={rest.onChange} />
    case 'code':
      return <CodeFields {...rest} block={block} />
    case 'saved':
      return <SavedFields name={savedName(block.savedId)} />
    case 'columns':
      return <ColumnsFields {...rest} block={block} onAddInto={onAddInto} />
  }
}
