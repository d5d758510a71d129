/** The icons, at one size and stroke. Beside words: readers skip them. */
import {
  Ban,
  Check,
  ChevronDown,
  CircleX,
  Columns3,
  Download,
  Ellipsis,
  Flag,
  Funnel,
  Inbox,
  ListMinus,
  ListPlus,
  List as ListShape,
  type LucideIcon,
  Mail,
  MailX,
  Menu,
  Monitor,
  Plug,
  Plus,
  Search,
  SquarePen,
  Trash2,
  Undo2,
  Upload,
  Users,
  X,
} from 'lucide-react'

const icons = {
  add: ListPlus,
  check: Check,
  close: X,
  columns: Columns3,
  download: Download,
  edit: SquarePen,
  filter: Funnel,
  flag: Flag,
  lists: ListShape,
  mail: Mail,
  menu: Menu,
  more: Ellipsis,
  open: ChevronDown,
  optOut: Ban,
  plus: Plus,
  reference: Plug,
  remove: Trash2,
  sandbox: Inbox,
  search: Search,
  subscribers: Users,
  suppressed: MailX,
  system: Monitor,
  takeOff: ListMinus,
  undo: Undo2,
  upload: Upload,
  wrong: CircleX,
} satisfies Record<string, LucideIcon>

export type IconName = keyof typeof icons

export function Icon({ name }: { name: IconName }) {
  const Shape = icons[name]
  return <Shape className="i" size={16} strokeWidth={1.75} aria-hidden="true" />
}
