/** The state of a proposal as icon and word. */
import { Badge, type BadgeLook } from '../../parts/badge.tsx'
import type { IconName } from '../../parts/icons.tsx'
import type { ListedProposal } from './calls.ts'
import { useProposalTexts } from './words.ts'

const LOOKS: Record<ListedProposal['state'], { look: BadgeLook; icon: IconName }> = {
  open: { look: 'confirm', icon: 'ask' },
  released: { look: 'sent', icon: 'check' },
  refused: { look: 'draft', icon: 'optOut' },
  expired: { look: 'draft', icon: 'clock' },
}

export function ProposalBadge({ state }: { state: ListedProposal['state'] }) {
  const texts = useProposalTexts()
  return <Badge {...LOOKS[state]}>{texts.states[state]}</Badge>
}
