/** States of SMS, as icon and word. */
import { Badge, type BadgeLook } from '../../parts/badge.tsx'
import type { IconName } from '../../parts/icons.tsx'
import { useSmsTexts } from './words.ts'

const LOOKS: Record<string, [BadgeLook, IconName]> = {
  held: ['paused', 'pause'],
  unconfirmed: ['confirm', 'ask'],
  sending: ['sending', 'send'],
  finished: ['sent', 'check'],
  cancelled: ['plain', 'close'],
  planned: ['plain', 'clock'],
  claimed: ['plain', 'clock'],
  'handed-over': ['sending', 'send'],
  accepted: ['sending', 'send'],
  delivered: ['sent', 'check'],
  undelivered: ['failed', 'wrong'],
  refused: ['failed', 'wrong'],
  uncertain: ['confirm', 'ask'],
  withdrawn: ['plain', 'close'],
}

export function SmsBadge({ state }: { state: string }) {
  const texts = useSmsTexts()
  const [look, icon] = LOOKS[state] ?? ['plain', 'clock']
  return (
    <Badge look={look} icon={icon}>
      {texts.states[state] ?? texts.outcomes[state] ?? state}
    </Badge>
  )
}
