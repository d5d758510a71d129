/** The icons, at one size and stroke. Beside words: readers skip them. */
import {
  Ellipsis,
  Inbox,
  ListPlus,
  List as ListShape,
  type LucideIcon,
  Menu,
  Monitor,
  Plug,
  Search,
  SquarePen,
  Trash2,
} from 'lucide-react'

const icons = {
  add: ListPlus,
  edit: SquarePen,
  lists: ListShape,
  menu: Menu,
  more: Ellipsis,
  reference: Plug,
  remove: Trash2,
  sandbox: Inbox,
  search: Search,
  system: Monitor,
} satisfies Record<string, LucideIcon>

export type IconName = keyof typeof icons

export function Icon({ name }: { name: IconName }) {
  const Shape = icons[name]
  return <Shape className="i" size={16} strokeWidth={1.75} aria-hidden="true" />
}
