/** How events of a webhook ended, as the address of its page has them. */
export const WEBHOOK_STATES = ['waiting', 'sent', 'dead'] as const
