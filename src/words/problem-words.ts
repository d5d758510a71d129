/**
 * Refusals by reason, where the service's own sentence in English is none for people. Other
 * languages have words for every reason.
 */
import type { ProblemReason } from '../actions/problem.ts'

export const problems: Partial<Record<ProblemReason, string>> = {
  'not-allowed': 'Your role does not allow this. An owner of the account can change it.',
  'changed-meanwhile':
    'It was changed elsewhere since you opened it. Load it again, then change it.',
  'in-progress': 'This is being done already. Wait a moment.',
  'too-many-calls': 'That was too much at once. Wait a minute.',
  'too-large': 'That is too large.',
  'too-slow': 'It arrived too slowly. Try again.',
  'disk-full': 'The disk of the server is full. Nothing was kept.',
  'out-of-room': 'The server is busy. Try again in a minute.',
  'other-site': 'The page is out of date. Load it again.',
  'no-such-route': 'It is not there any more.',
  fault: 'Something went wrong on the server. Nothing is known to have changed.',
  'not-signed-in': 'You are not signed in any more.',
  'key-used-otherwise': 'This was done already. Load the page again.',
  'not-json': 'The page is out of date. Load it again.',
  'too-many-failures': 'Too many failed attempts. Try again later.',
}
