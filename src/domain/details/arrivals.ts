/** Sentences of whether emails arrive: the finding, and the one thing to do about it. */
import { count, type DetailValues } from '../../lib/sentences.ts'

type Seen = DetailValues<'provider' | 'percent' | 'messages' | 'says'>

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

export const arrivalDetails = {
  'arrival-blocked': ({ provider, percent, messages, says }: Seen) =>
    `${provider} refuses ${percent}% of emails for their sender or content, ${count(messages)} ` +
    `in three days: “${says}”.`,
  'arrival-blocked-todo': () =>
    'Stop what you send there until the reason is mended: check the sender with “DNS check”, ' +
    'then the content of the last newsletter.',
  'arrival-deferred': ({
    provider,
    percent,
    says,
    usual,
  }: DetailValues<'provider' | 'percent' | 'says' | 'usual'>) =>
    `${provider} puts off ${percent}% of emails, where ${usual}% are usual: “${says}”.`,
  'arrival-deferred-todo': () =>
    'Send more slowly: the relay has a rate for this provider. Emails are tried again for 72 hours.',
  'arrival-deferred-wait': ({ earlier }: DetailValues<'earlier'>) =>
    `Wait: it was like this on other days of the month (${count(earlier)}), and passed. Emails are ` +
    'tried again for 72 hours.',
  'arrival-deferred-weekday': ({ earlier, weekday }: DetailValues<'earlier' | 'weekday'>) =>
    `Wait: it was like this on ${count(earlier)} earlier ${WEEKDAYS[Number(weekday)]}s of the ` +
    'month, and passed. Emails are tried again for 72 hours.',
  'arrival-slowed': ({ provider, says }: DetailValues<'provider' | 'says'>) =>
    `${provider} has asked for fewer emails: “${says}”.`,
  'arrival-slowed-todo': () =>
    'Wait: emails go there more slowly by themselves, and faster again as it takes them.',
  'arrival-complained': ({
    provider,
    percent,
    messages,
  }: DetailValues<'provider' | 'percent' | 'messages'>) =>
    `${percent}% of the emails that ${provider} took in 30 days were reported as spam: ` +
    `${count(messages)}.`,
  'arrival-complained-todo': () =>
    'Send to people who have opened lately only, and make the link to unsubscribe easy to find.',
  'arrival-list': ({ list, percent, times }: DetailValues<'list' | 'percent' | 'times'>) =>
    `${percent}% of the emails of the list “${list}” were reported as spam, ${times} times as ` +
    'many as of the other lists.',
  'arrival-list-todo': () =>
    'Look where its people came from, and undo an import of people who did not ask for emails.',
  'arrival-list-import': ({ import: id, day, people }: DetailValues<'import' | 'day' | 'people'>) =>
    `Look at its largest import, ${id} of ${day} with ${count(people)} people, and undo it if they ` +
    'did not ask for emails.',
  'arrival-addresses': ({ percent, messages }: DetailValues<'percent' | 'messages'>) =>
    `${percent}% of emails were refused in three days because the address is wrong or gone: ` +
    `${count(messages)}.`,
  'arrival-addresses-todo': () =>
    'The addresses get no more emails by themselves. Look at the last imports: a list of old ' +
    'addresses costs the reputation of your domain.',
  'arrival-dmarc': ({
    domain,
    percent,
    emails,
    policy,
  }: DetailValues<'domain' | 'percent' | 'emails' | 'policy'>) =>
    `The DMARC policy of ${domain} may be stricter than p=${policy}: ${percent}% of ` +
    `${count(emails)} emails in reports of receivers pass it.`,
  'arrival-dmarc-todo': ({
    name,
    policy,
    stricter,
  }: DetailValues<'name' | 'policy' | 'stricter'>) =>
    `Put p=${stricter} in place of p=${policy} in the TXT record ${name}, and leave its other parts ` +
    'as they are.',
  'seed-needs-imap': () =>
    'Seed tests look into the folders of a mailbox, and POP3 has none: give its address for IMAP.',
  'seed-none': () =>
    'No mailbox for seed tests is known. Add an address of yours at a provider, with its mailbox.',
}
