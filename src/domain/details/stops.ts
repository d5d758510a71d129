/** Sentences of why a sending, a trigger or a webhook stands still. */
import { count, type DetailValues } from '../../lib/sentences.ts'

export const stopDetails = {
  'newsletter-none': ({ newsletter }: DetailValues<'newsletter'>) =>
    `There is no newsletter ${newsletter}.`,
  'stopped-by-hand': () => 'Paused by an operator.',
  restored: () =>
    'The store was restored from a backup, and what has been sent since is not known here: ' +
    'confirm that it should still be sent.',
  'nothing-ran': () => 'Nothing was running for a long time: confirm that it should still be sent.',
  'sending-overdue': () =>
    'It was due while no worker was running: confirm that it should still be sent.',
  'sending-cancelled': () => 'Cancelled by an operator.',
  'sending-undone': () => 'Undone before anything was sent.',
  'sending-too-large': ({ relay, says }: DetailValues<'relay' | 'says'>) =>
    `Route ${relay}: ${says}. Use a route that takes larger emails and resume it, or cancel it ` +
    'and send a smaller newsletter.',
  'sending-complaints': ({ people, emails, rate }: DetailValues<'people' | 'emails' | 'rate'>) =>
    `${count(people)} people complained about the ${count(emails)} emails accepted so far ` +
    `(${rate}), more than this installation allows. Check its audience before you resume it.`,
  'trigger-not-started': () => 'Not started yet.',
  'trigger-overdue': () =>
    'People were due in it while nothing was running: confirm that they should continue.',
  'trigger-list-gone': ({ list }: DetailValues<'list'>) =>
    `List ${list}, of this trigger, was deleted.`,
  'step-list-gone': ({ step, list }: DetailValues<'step' | 'list'>) =>
    `List ${list}, which step ${step} adds to, was deleted.`,
  'step-webhook-gone': ({ step, webhook }: DetailValues<'step' | 'webhook'>) =>
    `Webhook ${webhook}, which step ${step} calls, was removed.`,
  'step-filter-gone': ({ step, filter }: DetailValues<'step' | 'filter'>) =>
    `Filter ${filter}, which step ${step} asks, was deleted.`,
  'step-people-removed': ({ step, asked }: DetailValues<'step' | 'asked'>) =>
    `Step ${step} asks who opened sending ${asked} or clicked: its recipients were removed.`,
  'step-newsletter': ({ step, newsletter, says }: DetailValues<'step' | 'newsletter' | 'says'>) =>
    `Step ${step} can't send newsletter ${newsletter}: ${says}`,
  'step-sms': ({ step, says }: DetailValues<'step' | 'says'>) =>
    `Step ${step} can't send its SMS: ${says}`,
  'webhook-unwanted': ({ answer }: DetailValues<'answer'>) =>
    `The receiver wants no more events: it answered ${answer}.`,
  'webhook-failing': ({ answer }: DetailValues<'answer'>) =>
    `It accepted nothing for three days. The last answer was: ${answer}.`,
  'webhook-restored': () =>
    'The store was restored from a backup. Resume it if events are to be sent from here.',
}

type Slowed = DetailValues<'route' | 'provider'>

/** Why an email was not sent or not accepted, and what helps a relay that was paused. */
export const deliveryDetails = {
  'email-content-gone': () =>
    'Its content was removed, or its project is paused: it can not be sent again.',
  'email-on-its-way': () =>
    'It was handed over, or withdrawn, for each of its recipients: its time can not be changed.',
  'email-late': () => 'Tried for 72 hours.',
  'email-unwritable': ({ says }: DetailValues<'says'>) => `The email could not be written: ${says}`,
  // As recoverClaim of deliveries.sql writes it.
  'email-sender-stopped': () => 'the sender stopped before the reply',
  'email-slowed': ({ route, provider }: Slowed) =>
    `${route} sends more slowly to ${provider} for now.`,
  'email-over-quota': ({ route, provider }: Slowed) =>
    `${route} has used up the quota of the day for ${provider}.`,
  'relay-change-setting': () =>
    'Then change the address of the relay, start again, and resume the relay.',
  'relay-change-address': () => 'Then change the address of the relay, and resume the relay.',
}
