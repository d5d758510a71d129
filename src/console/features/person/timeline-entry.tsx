/** One thing that happened to a person, as the timeline shows it. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { useFormats } from '../../texts/language.tsx'

export interface TimelineEntry {
  key: string
  /** Null: not yet. */
  at: string | null
  /** The class of the state, which colours the icon. */
  state: string
  icon: IconName
  title: ReactNode
  detail: string
  reply: string
  /** Where it comes from, with a way there if it has a page. */
  source?: ReactNode
}

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map(({ key, ...entry }) => (
        <Entry key={key} {...entry} />
      ))}
    </ol>
  )
}

function Entry(props: Omit<TimelineEntry, 'key'>) {
  const { at, state, icon, title, detail, reply, source } = props
  const { time } = useFormats()
  return (
    <li>
      <time className="faint small">{at && time(at)}</time>
      <span className={`happened ${state}`}>
        <Icon name={icon} />
      </span>
      <div>
        <span className="wrap">{title}</span>
        {detail !== '' && <span className="sub wrap">{detail}</span>}
        {reply !== '' && <code className="wrap">{reply}</code>}
      </div>
      {source && <span className="tag source">{source}</span>}
    </li>
  )
}
