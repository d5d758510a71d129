/** The settings of webhooks. FETCH_ALLOW limits their URLs, as for downloads. */
import { entry } from './entry.ts'
import { wholeNumber } from './values.ts'

export const webhookSettings = {
  keepDays: entry(
    'WEBHOOK_KEEP_DAYS',
    'days',
    '14',
    'How long sent events are kept, to be shown and sent again, and those that wait for a ' +
      'paused webhook.',
    wholeNumber(4, 3650),
  ),
}
