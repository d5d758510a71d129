/** A state as icon and word: never by colour alone. */
import { Icon, type IconName } from './icons.tsx'

export type BadgeLook =
  | 'draft'
  | 'scheduled'
  | 'sending'
  | 'sent'
  | 'paused'
  | 'confirm'
  | 'failed'
  | 'plain'

export function Badge(props: { look: BadgeLook; icon: IconName; children: string }) {
  return (
    <span className={`badge ${props.look}`}>
      <Icon name={props.icon} />
      {props.children}
    </span>
  )
}
