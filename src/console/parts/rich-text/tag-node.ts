/** Tags in the text of an editor, as chips. */
import { mergeAttributes, Node } from '@tiptap/core'

/** As people call it, and the value that the person of the preview has. */
export interface ReadTag {
  name: string
  value: string
}

/** A tag in the text: one thing, with the value that the person of the preview has. */
export const tagNode = (chips: Set<() => void>, readTag: (tag: string) => ReadTag) =>
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
          const read = readTag(code)
          name.textContent = read.name
          shown.textContent = read.value
          dom.title = code
        }
        draw()
        chips.add(draw)
        return { dom, destroy: () => void chips.delete(draw) }
      }
    },
  })
