/** The settings of sending emails, and those common to all workers. */
import { entry, secret } from './entry.ts'
import { oneOf, optional, relay, wholeNumber } from './values.ts'

/** For emails, SMS, imports and webhooks. */
export const workSettings = {
  leaseSeconds: entry(
    'LEASE_SECONDS',
    'number',
    '60',
    'How long emails, SMS, imports and webhooks stay with a worker that sends no heartbeat, ' +
      'before others take them over.',
    wholeNumber(2, 3600),
  ),
  uncertainMax: entry(
    'UNCERTAIN_MAX',
    'number',
    '200',
    'How many emails each process has on their way at most: those that a crash leaves uncertain.',
    wholeNumber(1, 10_000),
  ),
}

export const sendingSettings = {
  smtpUrl: secret(
    entry(
      'SMTP_URL',
      'address',
      '',
      'The relay that emails go to, like smtp://user:password@mail.example.com:587; without ' +
        'one (and without routes) the sandbox keeps them.',
      optional(relay),
    ),
  ),
  retryUncertain: entry(
    'RETRY_UNCERTAIN',
    'yes or no',
    'yes',
    'Whether an email whose reply was lost in a crash is sent again, with the same Message-ID.',
    value => oneOf('yes', 'no')(value) === 'yes',
  ),
  confirmAfter: entry(
    'CONFIRM_AFTER',
    'minutes',
    '120',
    'A sending that is overdue by more than this, after a stop or a restore, is held until ' +
      'it is confirmed.',
    wholeNumber(1, 100_000),
  ),
}

/** Of sign-up forms. */
export const formSettings = {
  confirmDays: entry(
    'SIGN_UP_DAYS',
    'days',
    '7',
    'How long somebody who signed up by a form can confirm it.',
    wholeNumber(1, 60),
  ),
  checkMx: entry(
    'SIGN_UP_MX',
    'yes or no',
    'yes',
    'Whether sign-ups are refused if DNS says that the domain of the address takes no mail.',
    value => oneOf('yes', 'no')(value) === 'yes',
  ),
}
