/** The icons of steps and starts. */
import type { IconName } from '../../parts/icons.tsx'

/** Words of the definition (`wait for`) and codes of the flow (`wait-for`). */
const ICONS: Record<string, IconName> = {
  send: 'mail',
  sms: 'phone',
  set: 'edit',
  join: 'add',
  leave: 'takeOff',
  call: 'reference',
  wait: 'clock',
  'wait-until': 'calendar',
  'wait-weekday': 'clock',
  'wait-clock': 'clock',
  'wait for': 'eye',
  'wait-for': 'eye',
  branch: 'branch',
  if: 'branch',
  filter: 'filter',
  end: 'check',
}

export const stepIcon = (does: string): IconName => ICONS[does] ?? 'trigger'
