/** The settings of the board of programs that call. */
import { entry } from './entry.ts'
import { wholeNumber } from './values.ts'

export const programSettings = {
  exchangeDays: entry(
    'PROGRAM_EXCHANGE_DAYS',
    'days',
    '7',
    'How long the last exchanges of programs are kept, redacted; 0: none are kept.',
    wholeNumber(0, 30),
  ),
}
