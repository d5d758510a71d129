/** The settings of moving from a former service. */
import { entry, secret } from './entry.ts'
import { optional, text } from './values.ts'

export const movingSettings = {
  oldPassword: secret(
    entry(
      'OLD_PASSWORD',
      'text',
      '',
      'The password at the former service for "pennypost migrate"; without it the command asks.',
      optional(text),
    ),
  ),
}
