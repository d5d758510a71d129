/** The settings of alarms by email. */
import { isEmailAddress } from '../lib/email-address.ts'
import { entry } from './entry.ts'
import { oneOf, optional, UnreadableSetting } from './values.ts'

export const alarmSettings = {
  to: entry(
    'ALARM_EMAIL',
    'e-mail address',
    '',
    'Who is told by email when something needs somebody and when it is over: a program that fell ' +
      'silent or fails, a relay that refuses, a queue that grows old; without it nobody is.',
    optional(address),
  ),
  language: entry(
    'ALARM_LANGUAGE',
    'en, de or sv',
    'en',
    'The language of emails about alarms.',
    oneOf('en', 'de', 'sv'),
  ),
}

function address(value: string): string {
  if (!isEmailAddress(value)) throw new UnreadableSetting('an e-mail address')
  return value
}
