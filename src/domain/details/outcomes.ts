/** Why emails and SMS did not go, as the store keeps it beside each; why an SMS stands still. */
import type { DetailValues } from '../../lib/sentences.ts'

export const outcomeDetails = {
  'outcome-cancelled': () => 'cancelled',
  'outcome-erased': () => 'erased',
  'outcome-opted-out': () => 'opted out',
  'outcome-complained': () => 'complained',
  'outcome-undeliverable': () => 'undeliverable',
  'outcome-paused': () => 'paused',
  'outcome-left': () => 'left the list',
  'outcome-unsubscribed': () => 'unsubscribed',
  'outcome-trigger': () => 'the trigger was removed',
  'outcome-sms-opted-out': () => 'opted out of SMS',
  'outcome-same-number': () => 'same number',
  'outcome-no-price': () => 'no price',
  'outcome-no-number': () => 'no number',
  'outcome-no-country': () => 'no country code',
  'outcome-unknown-country': () => 'unknown country code',
  'outcome-not-number': () => 'not a number',
  'outcome-not-mobile': () => 'no mobile number',
  'outcome-sms-stopped': () => 'the sender stopped before the answer',
  'outcome-sms-tries': ({ tries }: DetailValues<'tries'>) =>
    `the gateway took it in none of ${tries} tries`,
  'outcome-sandbox-closed': () => 'The sandbox is closed',
  'outcome-sandbox-unsure': () => 'The store did not say whether it has the SMS',
}

export const smsStops = {
  'sms-waits': ({ credits, before }: DetailValues<'credits' | 'before'>) =>
    `It waits for credits${Number(before) > 0 ? `, with ${before} before it` : ''}: it is sent when ` +
    `${credits} more are added.`,
  'sms-unconfirmed': () =>
    'It was being sent when no worker ran for long, or before the store was restored: ' +
    'confirm it to send the rest, or cancel it.',
  'sms-no-worker': () => 'No worker is running.',
  'sms-gateway-down': ({ gateway, says }: DetailValues<'gateway' | 'says'>) =>
    `${gateway} accepts no SMS now: ${says}`,
}
