/** Whether a file was read, as icon and word. */
import { Badge, type BadgeLook } from '../../parts/badge.tsx'
import type { IconName } from '../../parts/icons.tsx'
import type { ShownBatch } from './calls.ts'
import type { projects } from './texts.ts'
import { useProjectTexts } from './words.ts'

const LOOKS: Record<keyof typeof projects.states, { look: BadgeLook; icon: IconName }> = {
  waiting: { look: 'scheduled', icon: 'clock' },
  working: { look: 'sending', icon: 'download' },
  completed: { look: 'sent', icon: 'check' },
  failed: { look: 'failed', icon: 'wrong' },
}

export function BatchState({ state }: { state: ShownBatch['state'] }) {
  const texts = useProjectTexts()
  return <Badge {...LOOKS[state]}>{texts.states[state]}</Badge>
}
