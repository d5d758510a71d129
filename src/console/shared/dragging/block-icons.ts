/** The icon of each kind of block. */
import type { EmailBlockType } from '../../api/email-blocks.ts'
import type { IconName } from '../../parts/icons.tsx'

export const BLOCK_ICONS: Record<EmailBlockType, IconName> = {
  text: 'text',
  heading: 'heading',
  picture: 'picture',
  button: 'button',
  columns: 'columns',
  divider: 'divider',
  space: 'space',
  social: 'social',
  menu: 'menuBlock',
  quote: 'quote',
  list: 'bullets',
  product: 'product',
  video: 'video',
  feed: 'feed',
  code: 'code',
  saved: 'save',
}
