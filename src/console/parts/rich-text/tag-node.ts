/** Tags in the text of an editor, as chips. */
import { mergeAttributes, Node } from '@tiptap/core'
import { shortTag } from './tags.ts'

/** A tag in the text: one thing, with the value that the person of the preview has. */
export const tagNode = (chips: Set<() => void>, tagValue: (tag: string) => string) =>
  Node.create({
    name: 'tag',
    group: 'inline',
    inline: true,
    atom: true,
    selectable: true,
    addAttributes: () => ({
      code: {
        default: '',
        parseHTML: element => element.getAttribute('data-tag') ?? '',
        renderHTML: ({ code }) => ({ 'data-tag': code }),
      },
    }),
    parseHTML: () => [{ tag: 'span[data-tag]' }],
    renderHTML: ({ HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes)],
    renderText: ({ node }) => String(node.attrs.code),
    addNodeView: () => {
      return ({ node }) => {
        const dom = document.createElement('span')
        dom.className = 'chip-tag'
        const name = document.createElement('b')
        const shown = document.createElement('bdi')
        dom.append(name, shown)
        const draw = () => {
          const code = String(node.attrs.code)
          name.textContent = shortTag(code)
          shown.textContent = tagValue(code)
          dom.title = code
        }
        draw()
        chips.add(draw)
        return { dom, destroy: () => void chips.delete(draw) }
      }
    },
  })
