/**
 * Formats that the text of a block may have and no tool of the editor sets: they come from a design
 * or a program, and stay while the text is edited. As cleanRichText() of the service has them.
 */
import { Mark, Node } from '@tiptap/core'
import { Paragraph } from '@tiptap/extension-paragraph'

const plainMark = (name: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag: name }],
    renderHTML: () => [name, 0],
  })

/** The policy of the page blocks inline styles that are parsed, and lets scripts set them. */
const Colour = Mark.create({
  name: 'colour',
  addAttributes: () => ({
    colour: {
      default: '',
      parseHTML: element => element.getAttribute('data-colour'),
      renderHTML: ({ colour }) => ({ 'data-colour': colour, style: `color: ${colour}` }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-colour]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
})

export const AlignedParagraph = Paragraph.extend({
  addAttributes: () => ({
    align: {
      default: null,
      parseHTML: element => element.getAttribute('data-align'),
      renderHTML: ({ align }) =>
        align === null ? {} : { 'data-align': align, style: `text-align: ${align}` },
    },
  }),
})

const Blockquote = Node.create({
  name: 'blockquote',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: () => ['blockquote', 0],
})

export const KEPT_MARKS = [Colour, ...['s', 'sup', 'sub', 'code'].map(plainMark)]
export const KEPT_BLOCKS = [Blockquote]
