/** The settings of tracking: hits, conversions, and retention. */
import { entry } from './entry.ts'
import { UnreadableSetting, wholeNumber } from './values.ts'

export const trackingSettings = {
  hitKeepMonths: entry(
    'HIT_KEEP_MONTHS',
    'months',
    '24',
    'How long each open and click is kept one by one; counts stay.',
    wholeNumber(1, 1200),
  ),
  ledgerKeepMonths: entry(
    'LEDGER_KEEP_MONTHS',
    'months',
    '0',
    'How long after the end of a sending it is kept who got it, opened it and clicked, with ' +
      'addresses and replies; counts stay. 0: for ever.',
    wholeNumber(0, 1200),
  ),
  eventKeepDays: entry(
    'EVENT_KEEP_DAYS',
    'days',
    '400',
    'How long events that programs post about people are kept; what they started goes on.',
    wholeNumber(1, 3650),
  ),
  clickParameter: entry(
    'CLICK_PARAMETER',
    'word',
    'pp',
    'The query parameter that passes the token of a click to the target of a link, so that ' +
      'purchases there are attributed; "off" for none.',
    clickParameter,
  ),
  conversionDays: entry(
    'CONVERSION_DAYS',
    'days',
    '30',
    'How long after a click a purchase is attributed to it.',
    wholeNumber(1, 3650),
  ),
  conversionMax: entry(
    'CONVERSION_MAX',
    'number',
    '10000000',
    'The largest order value accepted from the page after a purchase, which anyone with a ' +
      'link can forge; a server with a key may report more.',
    wholeNumber(1, 999_999_999_999),
  ),
}

function clickParameter(value: string): string | undefined {
  if (value.toLowerCase() === 'off') return undefined
  if (!/^[a-z0-9_-]{1,30}$/i.test(value))
    throw new UnreadableSetting('letters, digits, - and _, at most 30 of them, or "off"')
  return value
}
