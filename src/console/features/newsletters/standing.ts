/** Where a newsletter stands, by its sending that is not over, or its last. */
import type { IconName } from '../../parts/icons.tsx'

export type NewsletterStanding =
  | 'draft'
  | 'scheduled'
  | 'sending'
  | 'paused'
  | 'unconfirmed'
  | 'sent'
  | 'cancelled'

export const SHOWN = ['all', 'draft', 'scheduled', 'running', 'sent', 'needs'] as const

export type ShownStandings = (typeof SHOWN)[number]

export const STANDING_ICONS: Record<NewsletterStanding, IconName> = {
  draft: 'edit',
  scheduled: 'clock',
  sending: 'send',
  paused: 'pause',
  unconfirmed: 'question',
  sent: 'check',
  cancelled: 'wrong',
}

const isStanding = (state: string): state is NewsletterStanding => state in STANDING_ICONS

export function standingOf(sending: { state: string } | null): NewsletterStanding {
  if (!sending) return 'draft'
  return isStanding(sending.state) ? sending.state : 'sent'
}
