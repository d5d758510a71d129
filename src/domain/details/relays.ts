/** Sentences of refusals about relays, their limits and rules, and mailboxes. */
import { count, type DetailValues } from '../../lib/sentences.ts'

type Named = DetailValues<'name'>
type Between = DetailValues<'from' | 'to'>

export const relayDetails = {
  'relay-nameless': () => 'A route needs a name.',
  'relay-default': () => 'default is the name of the relay of SMTP_URL: take another.',
  'relay-twin': ({ name }: Named) => `There is a route ${name} already.`,
  'route-unknown': ({ name, known }: DetailValues<'name' | 'known'>) =>
    `There is no route ${JSON.stringify(name)}.${known === '' ? '' : ` There are: ${known}.`}`,
  'relay-unknown': ({ name, known }: DetailValues<'name' | 'known'>) =>
    `There is no relay ${JSON.stringify(name)}. ` +
    `${known === '' ? 'There are none.' : `There are: ${known}.`}`,
  'relay-of-settings': () => 'The address of the route default is the setting SMTP_URL.',
  'relay-connections': ({ from, to }: Between) =>
    `The number of connections is a whole number from ${from} to ${to}.`,
  'relay-emails': ({ from, to }: Between) =>
    `The number of emails per connection is a whole number from ${from} to ${to}.`,
  'relay-quota': ({ from, to }: Between) =>
    `The daily quota is a whole number from ${from} to ${to}.`,
  'relay-priority': ({ from, to }: Between) =>
    `The priority is a whole number from ${from} to ${to}.`,
  'relay-rate': ({ most }: DetailValues<'most'>) =>
    `The rate is a number of emails a second, above 0 and up to ${most}.`,
  'provider-unknown': ({ name, known }: DetailValues<'name' | 'known'>) =>
    `There is no provider ${JSON.stringify(name)}. There are: ${known}; or give a domain, like ` +
    'example.com.',
  'provider-limits': () => 'Limits of a provider are whole numbers; none lifts one.',
  'provider-rate': ({ most }: DetailValues<'most'>) =>
    `The rate is a number of emails a second, up to ${most}.`,
  'rule-empty': () =>
    'A rule needs an account, a list, a kind or a sender domain: give at least one.',
  'rule-kind': ({ name, known }: DetailValues<'name' | 'known'>) =>
    `There is no kind ${JSON.stringify(name)}. There are: ${known}.`,
  'rule-domain': ({ name }: Named) =>
    `${JSON.stringify(name)} is no domain: write it like news.example.com.`,
  'rules-many': ({ most }: DetailValues<'most'>) =>
    `There are ${most} rules already: remove some first.`,
  'rule-none': ({ id }: DetailValues<'id'>) => `There is no rule ${id}.`,
  'rule-twin': ({ id }: DetailValues<'id'>) => `Rule ${id} says the same already.`,
  'warm-up-none': ({ name }: Named) => `The route ${name} does not warm up.`,
  'warm-up-objections': ({ objections, messages }: DetailValues<'objections' | 'messages'>) =>
    `${objections} objections to ${messages} emails.`,
  'warm-up-complaints': ({ complaints, messages }: DetailValues<'complaints' | 'messages'>) =>
    `${complaints} complaints about ${messages} emails.`,
  'warm-up-unused': ({ messages }: DetailValues<'messages'>) =>
    `only ${messages} emails were sent.`,
  'warm-up-first': ({ most }: DetailValues<'most'>) =>
    `The first day has from 1 to ${most} emails.`,
  'warm-up-growth': () => 'The growth is a number from 1.05 to 4: 1.5 is usual.',
  'warm-up-goal': () => 'The goal is a whole number, not less than the first day.',
  'relay-address-long': ({ most }: DetailValues<'most'>) =>
    `The address of a relay has at most ${count(most)} characters.`,
  'test-address': ({ address }: DetailValues<'address'>) =>
    `${JSON.stringify(address)} is not an address that mail can be sent to.`,
  'test-senderless': () => 'There is no list whose sender could be taken.',
  'relay-tokenless': ({ name }: Named) =>
    `The address of ${name} has no token_url: it does not log in by OAuth 2.`,
  'relay-token': ({ says }: DetailValues<'says'>) => String(says),
  'events-providerless': ({ known }: DetailValues<'known'>) =>
    `Say whose webhooks it is the key of: ${known}.`,
  'events-provider': ({ name, known }: DetailValues<'name' | 'known'>) =>
    `${JSON.stringify(name)} is no relay whose webhooks are known. Known are ${known}.`,
  'events-key': ({ says }: DetailValues<'says'>) => String(says),
  'mailbox-unreadable': ({ says }: DetailValues<'says'>) => `The mailbox can't be read: ${says}`,
  'inbox-every': ({ least, most }: DetailValues<'least' | 'most'>) =>
    `A mailbox is checked every ${least} to ${most} seconds.`,
  'inbox-twin': ({ mailbox }: DetailValues<'mailbox'>) => `${mailbox} is already fetched from.`,
  'inbox-none': ({ mailbox }: DetailValues<'mailbox'>) => `There is no mailbox ${mailbox}.`,
}
