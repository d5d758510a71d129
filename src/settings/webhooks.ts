/**
 * The settings of webhooks. Where they may lead is FETCH_ALLOW's to say, as for files that are
 * fetched.
 */
import { entry } from './entry.ts'
import { wholeNumber } from './values.ts'

export const webhookSettings = {
  keepDays: entry(
    'WEBHOOK_KEEP_DAYS',
    'days',
    '14',
    'How long events that webhooks were sent are kept, to be looked at and sent once more; and what waits for a paused webhook.',
    wholeNumber(4, 3650),
  ),
}
