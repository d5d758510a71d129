/** Sentences of refusals about SMS, their numbers, credits and prices. */
import type { DetailValues } from '../../lib/sentences.ts'

export const smsDetails = {
  'sms-state': ({ id, state }: DetailValues<'id' | 'state'>) => `SMS ${id} is ${state}.`,
  'sms-country': () =>
    'That is no country: write a calling code such as 46, or two letters such as SE.',
  'number-no-country': () =>
    'That is not a telephone number. Write it with its calling code, as +46701234567, or ' +
    'give the country.',
  'number-wrong': () => 'That is not a telephone number. Write it as +46701234567.',
  'sms-sender': () => 'The sender of an SMS is a number, or up to 11 letters and digits.',
  'phone-missing': () => 'The phone number: no number.',
  'phone-no-country': () => 'The phone number: no country code.',
  'phone-unknown-country': () => 'The phone number: unknown country code.',
  'phone-wrong': () => 'The phone number: not a number.',
  'phone-not-mobile': () => 'The phone number: no mobile number.',
  'sms-not-opted-out': () => 'The number is not opted out of SMS.',
  'sms-gateway-none': () => 'There is no SMS gateway to try.',
  'credits-amount': () =>
    'An amount of credits is a number with up to six decimals, such as 100 or 12.50, and not ' +
    '0.',
  'credits-below': ({ balance }: DetailValues<'balance'>) =>
    `The balance is ${balance}: it can't go below 0.`,
  'credits-most': ({ most }: DetailValues<'most'>) => `A balance stays below ${most}.`,
  'price-prefix': () =>
    'A prefix is a calling code, or a number from its calling code on, such as 46 or 4670.',
  'price-credits': () =>
    'A price is a number of credits, from 0 to 10000, with up to six decimals, such as 0.35.',
  'price-none': ({ prefix }: DetailValues<'prefix'>) => `There is no price for ${prefix}.`,
  'price-row': () => 'The row is not valid.',
  'price-other': ({ prefix }: DetailValues<'prefix'>) => `${prefix} has another price above.`,
  'price-line': ({ line, says }: DetailValues<'line' | 'says'>) =>
    `Line ${line}: ${says} Nothing was changed.`,
  'prices-many': ({ most }: DetailValues<'most'>) =>
    `A price list has at most ${most} rows. Nothing was changed.`,
  'prices-none': () => 'The list contains no prices. Nothing was changed.',
}
