/** Sentences of what waits for somebody: stopped work, and what stopped it (`says`). */
import { count, type DetailValues } from '../../lib/sentences.ts'

type Saying<Name extends string> = DetailValues<Name | 'says'>

const NO_REASON = 'no reason is known'
const since = (minutes: string | number): string =>
  Number(minutes) > 0 ? ` since ${minutes} min` : ''

export const todoDetails = {
  'relay-paused': ({ relay, says }: Saying<'relay'>) =>
    `The route ${relay} is paused: ${says || NO_REASON}`,
  'relay-quota-used': ({ relay, minutes, until, says }: Saying<'relay' | 'minutes' | 'until'>) =>
    `The relay of the route ${relay} says that its quota is used up: ${says || NO_REASON} It ` +
    `accepts no emails${since(minutes)}, and is tried again at ${until}.`,
  'relay-refusing': ({ relay, minutes, says }: Saying<'relay' | 'minutes'>) =>
    `The route ${relay} accepts no emails${since(minutes)}: ${says || NO_REASON}`,
  'mailbox-unread': ({ mailbox, shown, says }: Saying<'mailbox' | 'shown'>) =>
    `The mailbox ${mailbox}, ${shown}, can't be read: ${says}`,
  'sending-unconfirmed': ({ sending, name, says }: Saying<'sending' | 'name'>) =>
    `Sending ${sending}, ${name}, is unconfirmed: ${says || 'it was overdue'}`,
  'sending-paused': ({ sending, name }: DetailValues<'sending' | 'name'>) =>
    `Sending ${sending}, ${name}, is paused.`,
  'sender-of-list': ({ list, says }: Saying<'list'>) => `The sender of list ${list}: ${says}`,
  'sender-of-newsletter': ({ newsletter, says }: Saying<'newsletter'>) =>
    `The sender of newsletter ${newsletter}: ${says}`,
  'sender-of-project': ({ project, says }: Saying<'project'>) =>
    `The sender of project ${project}: ${says}`,
  'sender-of-sending': ({ sending, says }: Saying<'sending'>) =>
    `The sender of sending ${sending}: ${says}`,
  'sender-of-provider': ({ domain }: DetailValues<'domain'>) =>
    `${domain} allows no other server to send in its name: emails from its addresses will be ` +
    'rejected or delivered as spam. Use an address of your own domain.',
  'bounces-held': ({ people, provider }: DetailValues<'people' | 'provider'>) =>
    `${count(people)} hard bounces at ${provider} by one reply wait for a decision.`,
  'sign-ups-held': ({ people, form }: DetailValues<'people' | 'form'>) =>
    `${count(people)} sign-ups of the form ${form} are held back.`,
  'proposals-waiting': ({ proposals }: DetailValues<'proposals'>) =>
    Number(proposals) === 1
      ? 'A proposal of an assistant waits for a member to release or refuse it.'
      : `${count(proposals)} proposals of assistants wait for a member to release or refuse them.`,
  'trigger-unconfirmed': ({ trigger, name, says }: Saying<'trigger' | 'name'>) =>
    `Trigger ${trigger}, ${name}, is unconfirmed: ${says || 'it was overdue'}`,
  'trigger-held': ({ trigger, name, says }: Saying<'trigger' | 'name'>) =>
    `Trigger ${trigger}, ${name}, is held: ${says || NO_REASON}`,
  'webhook-paused': ({ webhook, says }: Saying<'webhook'>) =>
    `The webhook ${webhook} is paused: ${says || NO_REASON}`,
  'program-silent': ({ program, since, days }: DetailValues<'program' | 'since' | 'days'>) =>
    `The program ${program} has not called since ${since}, though it called on ${days} of the ` +
    'days before.',
  'program-failing': ({
    program,
    operation,
    calls,
  }: DetailValues<'program' | 'operation' | 'calls'>) =>
    `${count(calls)} calls of the program ${program} failed in the last 24 hours: ` +
    `${operation || 'an unknown operation'}.`,
  'emails-late': ({ minutes }: DetailValues<'minutes'>) =>
    `Emails have waited for ${count(minutes)} minutes.`,
  'events-late': ({ minutes }: DetailValues<'minutes'>) =>
    `Events for webhooks have waited for ${count(minutes)} minutes.`,
  'emails-refused-much': ({ refused, answers }: DetailValues<'refused' | 'answers'>) =>
    `Mailbox providers refused ${count(refused)} of ${count(answers)} emails today.`,
  'import-failed': ({ import: id, says }: Saying<'import'>) => `Import ${id} has failed: ${says}`,
}
