/** Where a newsletter stands, by its sendings. */
import type { SendingRowAnswer } from '../../../console-api/v1/routes/sendings.ts'
import type { IconName } from '../../parts/icons.tsx'

export const STANDINGS = [
  'draft',
  'scheduled',
  'sending',
  'paused',
  'unconfirmed',
  'sent',
  'cancelled',
] as const

export type NewsletterStanding = (typeof STANDINGS)[number]

export const SHOWN = ['all', 'drafts', 'scheduled', 'running', 'sent', 'needs'] as const

export type ShownStandings = (typeof SHOWN)[number]

const MEMBERS: Record<ShownStandings, readonly NewsletterStanding[]> = {
  all: STANDINGS,
  drafts: ['draft'],
  scheduled: ['scheduled'],
  running: ['sending', 'paused'],
  sent: ['sent', 'cancelled'],
  needs: ['unconfirmed', 'paused'],
}

export const STANDING_ICONS: Record<NewsletterStanding, IconName> = {
  draft: 'edit',
  scheduled: 'clock',
  sending: 'send',
  paused: 'pause',
  unconfirmed: 'question',
  sent: 'check',
  cancelled: 'wrong',
}

/** The newest sending that says where it stands: one that is not over before one that is. */
export function decidingSending(
  sendings: readonly SendingRowAnswer[],
): SendingRowAnswer | undefined {
  const open = sendings.find(({ state }) => state !== 'finished' && state !== 'cancelled')
  return open ?? sendings.find(({ state }) => state === 'finished') ?? sendings[0]
}

export function standingOf(sending: SendingRowAnswer | undefined): NewsletterStanding {
  if (!sending) return 'draft'
  return sending.state === 'finished' ? 'sent' : sending.state
}

export const isShownAs = (shown: ShownStandings, standing: NewsletterStanding): boolean =>
  MEMBERS[shown].includes(standing)

/** Of each newsletter, the newest first. */
export function sendingsByNewsletter(
  sendings: readonly SendingRowAnswer[],
): ReadonlyMap<number, SendingRowAnswer[]> {
  return Map.groupBy(sendings, ({ newsletterId }) => newsletterId)
}
