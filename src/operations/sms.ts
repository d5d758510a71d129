/** The SMS operation: section 4.6 of the specification. */
import type { Handler } from './handler.ts'
import { notAvailable } from './not-available.ts'

export const SendSmsToMailingList: Handler<'SendSmsToMailingList'> = notAvailable
