/** The state of an email as icon and word. */
import type { FoundEmailAnswer } from '../../../actions/emails/found-email.ts'
import { Badge, type BadgeLook } from '../../parts/badge.tsx'
import type { IconName } from '../../parts/icons.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { emails } from './texts.ts'

interface StateLook {
  word: keyof typeof emails.states
  look: BadgeLook
  icon: IconName
}

const WAITING: StateLook = { word: 'waiting', look: 'scheduled', icon: 'clock' }

export const STATE_LOOKS: Record<FoundEmailAnswer['state'], StateLook> = {
  planned: WAITING,
  claimed: WAITING,
  'handed-over': { word: 'sending', look: 'sending', icon: 'send' },
  accepted: { word: 'delivered', look: 'sent', icon: 'check' },
  deferred: { word: 'deferred', look: 'paused', icon: 'clock' },
  bounced: { word: 'bounced', look: 'failed', icon: 'wrong' },
  failed: { word: 'failed', look: 'failed', icon: 'wrong' },
  uncertain: { word: 'uncertain', look: 'confirm', icon: 'ask' },
  withdrawn: { word: 'withdrawn', look: 'draft', icon: 'optOut' },
}

export function EmailState({ state }: { state: FoundEmailAnswer['state'] }) {
  const texts = useTexts('emails')
  const { word, look, icon } = STATE_LOOKS[state]
  return (
    <Badge look={look} icon={icon}>
      {texts.states[word]}
    </Badge>
  )
}
