/**
 * Why a row of a file is rejected, in English. A reason without words of its own is shown as the
 * service names it.
 */
export const importReasons: Record<string, string> = {
  'too-many-columns': 'more columns than data fields',
  'too-long': 'the row is too long',
  'unterminated-quote': 'a quote is not closed',
  'text-after-quote': 'no delimiter after a quote',
  'not-text': 'characters that are no text',
  'cut-off': 'only its beginning was kept',
  'broken-file': 'the file is broken from here on',
  address: 'no valid address',
  'no-address': 'no address',
  format: 'unknown format',
  name: 'name too long, or with control characters',
  'country-code': 'wrong country code',
  'phone-number': 'wrong phone number',
  'data-field': 'a data field is too long',
  'opted-out': 'opted out: stays out',
  unsubscribed: 'has left this list',
  bounced: 'emails to it bounced',
  unconfirmed: 'not confirmed',
  status: 'unknown status',
  measuring: 'unknown word about measuring',
  'measuring-both': 'rows differ about measuring: the decline stands',
  'measuring-declined': 'has declined to be measured since',
  identifier: 'the identifier is too long, or has control characters',
  'send-time': 'no valid send time',
  'temporary-bounce': 'a temporary bounce, which suppresses nobody',
  'time-over': 'its time is over',
  'long-ago': 'so long ago that it would be tried again',
  id: 'wrong id',
  'id-taken': 'somebody else has the id',
  'other-id': 'known under another id',
}

export type ImportReasons = typeof importReasons
