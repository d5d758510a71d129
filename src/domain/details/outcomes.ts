/**
 * Why emails and SMS did not go, and why a receiver of webhooks did not answer, as the store keeps
 * it beside each; why an SMS stands still.
 */
import { CAUSES } from '../../lib/download/words.ts'
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

/** Beside an event; other answers are the status of the receiver: `500 Internal Server Error`. */
export const answerDetails = {
  'answer-no-event': () => 'not sent: the format has no such event',
  'answer-late': ({ seconds }: DetailValues<'seconds'>) => `no answer within ${seconds} s`,
  'answer-redirect': ({ answer }: DetailValues<'answer'>) =>
    `${answer}: redirects are not followed`,
  'answer-refused': () => CAUSES['fetch-refused']()[0],
  'answer-closed': () => CAUSES['fetch-closed']()[0],
  'answer-unanswered': () => CAUSES['fetch-unanswered']()[0],
  'answer-unreachable': () => CAUSES['fetch-unreachable']()[0],
  'answer-no-dns': () => CAUSES['fetch-no-dns']()[0],
  'answer-no-host': () => CAUSES['fetch-no-host']()[0],
  'answer-expired': () => CAUSES['fetch-expired']()[0],
  'answer-other-name': () => CAUSES['fetch-other-name']()[0],
  'answer-unverified': (values: DetailValues<'message'>) => CAUSES['fetch-unverified'](values)[0],
  'answer-handshake': () => CAUSES['fetch-handshake']()[0],
  'answer-not-http': () => CAUSES['fetch-not-http']()[0],
  'answer-timeout': () => CAUSES['fetch-timeout']()[0],
  'answer-loopback': (values: DetailValues<'host'>) => CAUSES['fetch-loopback'](values)[0],
  'answer-private': (values: DetailValues<'host'>) => CAUSES['fetch-private'](values)[0],
  'answer-link-local': (values: DetailValues<'host'>) => CAUSES['fetch-link-local'](values)[0],
  'answer-special': (values: DetailValues<'host'>) => CAUSES['fetch-special'](values)[0],
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
