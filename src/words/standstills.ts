/** Causes of a sending without progress, and of people left out of it, in English. */
import type { LiveSending } from '../actions/sendings/sending-live.ts'

/** Those of domain/sendings/progress.ts. */
type Standing = NonNullable<LiveSending['stands']>['why']

/** `said`: the reply of a server, or the reason of its pause. */
export const standstills = {
  // The sentence above says so.
  'paused-by-hand': () => '',
  paused: said => said,
  restored: () =>
    'The store was restored from a backup, and what has gone out since is not known here.',
  overdue: () => 'It was due while nothing was running. Should it still go out?',
  'winner-awaited': () => 'It waits for the winner of its A/B test.',
  'samples-awaited': () =>
    'The wait of the A/B test is over. It waits for emails of its samples, and for clicks to be ' +
    'told apart from those of machines.',
  'no-worker': () => 'No process that sends is running: whoever runs the service starts it.',
  'no-route': () => 'No relay takes these emails: each has rules, for other emails.',
  'routes-paused': said =>
    `The relays are paused, for what a server said: ${said}. They go on once whoever runs them ` +
    'has mended the cause.',
  deferred: () => 'The servers have put off all emails that are left.',
  'relay-refuses': said => `The relay takes no emails: “${said}”.`,
  stalled: said =>
    'No email for two minutes: the relays take none, or their rate or quota is used up.' +
    (said === '' ? '' : ` ${said}.`),
} satisfies Record<Standing, (said: string) => string>

export type Standstills = typeof standstills

export const leftOut = {
  repeated: 'Address repeated',
  unsubscribed: 'Unsubscribed',
  'opted-out': 'Opted out',
  complained: 'Complained',
  undeliverable: 'Undeliverable',
  paused: 'Asked for a pause',
  'left-the-list': 'Left the list since',
  opened: 'Have opened it',
  clicked: 'Have clicked in it',
  'not-measured': 'Are not measured',
  'got-it': 'Got it already',
  'excluded-list': 'On an excluded list',
  filter: 'Does not match the filter',
} as Record<string, string>
