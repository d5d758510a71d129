/** The state of a trigger, as icon and word. */
import { Badge, type BadgeLook } from '../../parts/badge.tsx'
import type { IconName } from '../../parts/icons.tsx'
import { useTexts } from '../../texts/language.tsx'

const LOOKS: Record<string, { look: BadgeLook; icon: IconName }> = {
  running: { look: 'sending', icon: 'play' },
  paused: { look: 'paused', icon: 'pause' },
  held: { look: 'failed', icon: 'optOut' },
  unconfirmed: { look: 'confirm', icon: 'ask' },
}

export function TriggerState({ state }: { state: string }) {
  const texts = useTexts('triggers')
  const { look, icon } = LOOKS[state] ?? { look: 'plain', icon: 'ask' }
  return (
    <Badge look={look} icon={icon}>
      {texts.states[state as keyof typeof texts.states] ?? state}
    </Badge>
  )
}
