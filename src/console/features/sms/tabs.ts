/** The views of the page of SMS, as they stand in its address. */
export const SMS_TABS = ['messages', 'replies', 'optOuts', 'credits', 'prices'] as const

export type SmsTab = (typeof SMS_TABS)[number]
