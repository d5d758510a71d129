/** The settings of SMS: the gateway, and the meaning of replies. */

import { isSmppUrl, readHttpUrl, readSmppUrl } from '../sms/gateway-url.ts'
import { entry, secret } from './entry.ts'
import { oneLine, optional, pattern, UnreadableSetting } from './values.ts'

/** The URL of a gateway. An HTTP gateway is fully checked, with its body, when workers start. */
function gateway(value: string): string {
  if (isSmppUrl(value)) inWords(() => readSmppUrl(value))
  else if (!/^https?:\/\//i.test(value.trim()))
    throw new UnreadableSetting(
      'the address of a gateway, smpp://user:password@host:port, smpps:// or https://',
    )
  else inWords(() => readHttpUrl(value))
  return value
}

function inWords<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UnreadableSetting(`the address of a gateway (${(error as Error).message})`)
  }
}

function words(value: string): string[] {
  const list = value.split(',').map(word => word.trim().toLocaleUpperCase('en'))
  if (list.some(word => !/^[\p{L}\p{N}]{1,30}$/u.test(word)))
    throw new UnreadableSetting('single words of letters and digits, separated by commas')
  return list
}

export const smsSettings = {
  url: secret(
    entry(
      'SMS_URL',
      'address',
      '',
      'The gateway that SMS go to: ' +
        'smpp://user:password@host:2775?window=50&rate=100&from=Pennypost, ' +
        'smpps:// for TLS, or the https:// URL of an HTTP gateway, with ' +
        '#rate=100&from=Pennypost behind it; without one the sandbox keeps them.',
      optional(gateway),
    ),
  ),
  httpBody: secret(
    entry(
      'SMS_HTTP_BODY',
      'text',
      '',
      'The body posted to an HTTP gateway, with placeholders: JSON if it begins with {, ' +
        'else a form; without it SMS are sent by GET.',
      text => text,
    ),
  ),
  httpHeaders: secret(
    entry(
      'SMS_HTTP_HEADERS',
      'text',
      '',
      'Headers for such a gateway, "Name: value", with | between several.',
      oneLine,
    ),
  ),
  httpOk: entry(
    'SMS_HTTP_OK',
    'pattern',
    '',
    'What an answer of such a gateway must hold to be a success, beside its status; a ' +
      'regular expression.',
    pattern,
  ),
  httpId: entry(
    'SMS_HTTP_ID',
    'pattern',
    '',
    'Extracts the id of the SMS from such a response: a regular expression with one group.',
    pattern,
  ),
  callbackToken: secret(
    entry(
      'SMS_CALLBACK_TOKEN',
      'text',
      '',
      'The secret in the URLs at which an HTTP gateway delivers receipts and replies, at ' +
        'least 16 letters, digits, - or _; without it none are accepted.',
      optional(value => {
        if (!/^[\w-]{16,200}$/.test(value))
          throw new UnreadableSetting('16 to 200 letters, digits, - or _: openssl rand -hex 16')
        return value
      }),
    ),
  ),
  stopWords: entry(
    'SMS_STOP_WORDS',
    'words',
    'STOP, STOPP, AVSLUTA, UNSUBSCRIBE, END, CANCEL, QUIT',
    'Answers that opt a number out of SMS.',
    words,
  ),
  startWords: entry(
    'SMS_START_WORDS',
    'words',
    'START, UNSTOP',
    'Answers that opt it in again.',
    words,
  ),
}
