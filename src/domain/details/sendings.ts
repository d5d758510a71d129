/** Sentences of refusals about lists, sendings and their reports. */
import { count, type DetailValues } from '../../lib/sentences.ts'

export const sendingDetails = {
  'recipients-missing': () => 'An email needs a recipient: to.',
  'recipients-many': ({ most }: DetailValues<'most'>) =>
    `An email goes to at most ${most} recipients: to, cc and bcc together.`,
  'email-empty': () => 'An email needs HTML, MJML or text, or a project that has a newsletter.',
  'email-html-twice': () => 'An email has HTML or MJML, not both.',
  'email-subject': () => 'An email needs a subject. That of a newsletter is used with it alone.',
  'templates-slow': () =>
    'The templates of this call take too long together: send fewer emails in a call.',
  'email-repeated': ({ row }: DetailValues<'row'>) =>
    `Row ${row} has the same identifier, recipient and content.`,
  'mailbox-address': ({ field }: DetailValues<'field'>) =>
    `${field} is not an address that mail can be sent to.`,
  'text-lines': ({ what }: DetailValues<'what'>) => `The ${what} must be one line.`,
  'headers-many': ({ most }: DetailValues<'most'>) => `An email has at most ${most} headers.`,
  'header-not-allowed': () =>
    'Headers that can be given are In-Reply-To, References, and those that begin with X-.',
  'header-twice': ({ name }: DetailValues<'name'>) => `The header ${name} is given twice.`,
  'header-ids': ({ name }: DetailValues<'name'>) =>
    `${name} holds message ids, like <1@example.com>.`,
  'attachments-many': ({ most }: DetailValues<'most'>) => `An email has at most ${most} files.`,
  'attachments-large': ({ most }: DetailValues<'most'>) =>
    `The files of an email have at most ${most} MB together.`,
  'attachment-name': ({ field }: DetailValues<'field'>) =>
    `${field} is not the name of a file: up to 200 characters, without slashes, colons, line ends ` +
    'and invisible characters.',
  'attachment-program': ({ field }: DetailValues<'field'>) =>
    `${field} is a program, or of a kind that mailbox providers refuse.`,
  'attachment-type': ({ field }: DetailValues<'field'>) =>
    `${field} is not a media type that can be sent: write it like application/pdf.`,
  'attachment-content': ({ field }: DetailValues<'field'>) => `${field} is not base64, or empty.`,
  'content-id': ({ field }: DetailValues<'field'>) =>
    `${field} is what the HTML has after cid: letters, digits, and -_.+, like logo.`,
  'content-id-twice': ({ name }: DetailValues<'name'>) => `Two files have the contentId ${name}.`,
  'sender-missing': () => 'Give a sender: from. The project has none of its own.',
  'sender-unsigned': ({ domain }: DetailValues<'domain'>) =>
    `Emails of ${domain} are not signed by this account: make a DKIM key for it first.`,
  'newsletter-wrong': ({ says, more }: DetailValues<'says' | 'more'>) =>
    `The newsletter can't be sent as it is: ${says}${Number(more) > 0 ? ` And ${more} more.` : ''}`,
  'sender-provider': ({ says }: DetailValues<'domain' | 'says'>) => `${says}`,
  'quiet-hours-whole': () =>
    'Quiet hours leave at least an hour of the day: otherwise nothing would ever be sent.',
  'quiet-hours-missing': () => 'Give when they begin and end, from and until, or anyHour.',
  'zone-unknown': () =>
    'There is no such time zone: write it as +01:00, or by its name, like Europe/Stockholm.',
  'time-unknown': ({ zone }: DetailValues<'zone'>) =>
    `That is not a time in the zone ${zone}: write a day and a time that exist, like ` +
    '2026-11-22 09:00, or with an offset, like 2026-11-22T09:00+01:00.',
  'time-passed': ({ time }: DetailValues<'time'>) =>
    `${time} has passed. Without a time it is sent immediately.`,
  'daily-share': () => 'The share of a day is a number from 1 to 50 percent.',
  'recipe-feed': () => 'Give the address of the feed.',
  'recipe-field': () => 'Name the data field that has the date.',
  'field-none': ({ field }: DetailValues<'field'>) => `There is no data field DD${field}.`,
  'test-addresses-many': ({ most, given }: DetailValues<'most' | 'given'>) =>
    `Test emails go to at most ${most} addresses at once: these are ${given}. For more, ` +
    'make a test group.',
  'test-group-gone': () => 'There is no test group of that name, or it is empty.',
  'test-nobody': () => 'A test email needs an address or a test group.',
  'address-local': ({ where, otherwise }: DetailValues<'where' | 'otherwise'>) =>
    `${where}, so links and unsubscribing in the emails would not work. Set PUBLIC_URL ` +
    'to where recipients reach the service, like https://mail.example.com, for the ' +
    `service and its commands.${otherwise}`,
  'sending-state': ({ state }: DetailValues<'state'>) => `The sending is ${state}.`,
  'sending-begun': () => 'It has begun. To stop it: cancel it.',
  'variants-many': ({ most }: DetailValues<'most'>) => `An A/B test has 2 to ${most} variants.`,
  'variants-share': () => 'The share of an A/B test is a number from 1 to 100 percent.',
  'winner-delay': () => 'The winner is chosen after a minute to 30 days.',
  'variant-languages': () =>
    'The newsletter is in several languages, and one subject would be tried in one of them only. ' +
    'Make a newsletter for each variant, with its subjects.',
  'variants-same': () => 'Two variants of the A/B test are the same.',
  'variant-sender': () => 'The sender of a variant is no address.',
  'variant-subject': () => 'A variant needs a subject.',
  'time-of-sample': () => 'It is a sample of an A/B test: change the time of that.',
  'time-fixed': ({ state }: DetailValues<'state'>) =>
    `The sending is ${state}: its time can't be changed.`,
  'lists-many': ({ most }: DetailValues<'most'>) => `A sending has at most ${most} lists.`,
  'list-twice': () => 'A list is named twice.',
  'list-both': ({ list }: DetailValues<'list'>) =>
    `List ${list} is chosen and excluded: leave out one of both.`,
  'lists-unlike': ({ list, first }: DetailValues<'list' | 'first'>) =>
    `List ${list} is not tracked as list ${first} is: one of them anonymously. Send to each.`,
  'sending-test': ({ sending }: DetailValues<'sending'>) =>
    `Sending ${sending} is a test, or has not begun.`,
  'openers-unknown': ({ sending }: DetailValues<'sending'>) =>
    `Who opened sending ${sending} is not known: it is tracked anonymously, or not at all.`,
  'people-other': ({ people, expected }: DetailValues<'people' | 'expected'>) =>
    `${count(people)} people would get it, not ${count(expected)}.`,
  'people-unusual': ({ people, usual }: DetailValues<'people' | 'usual'>) =>
    `${count(people)} people would get it; sendings to this list usually reach ` +
    `${count(usual)}. Give the number as expected.`,
  'sms-dearer': ({ cost, most }: DetailValues<'cost' | 'most'>) =>
    `The SMS would cost ${cost} credits now, not ${most}.`,
  'sms-most-cost': () => 'The most that it may cost is a number of credits, such as 12.50.',
  'test-few-measured': ({ measured, people }: DetailValues<'measured' | 'people'>) =>
    `Only ${count(measured)} of ${count(people)} people are measured: too few to tell which ` +
    'variant is better.',
  'sample-there': ({ list }: DetailValues<'list'>) => `The sample exists already: list ${list}.`,
  'sample-people': ({ people }: DetailValues<'people'>) =>
    `${people} of the made-up people exist already.`,
  'field-nobody': ({ name }: DetailValues<'name'>) => `No field is called ${name}.`,
  'winner-no-test': () => 'The sending has no A/B test.',
  'winner-chosen': () => 'The winner of its A/B test is chosen already.',
  'variant-none': () => 'There is no such variant.',
  'winner-early': () => 'Its samples have not begun yet.',
  'recipients-unknown': () =>
    'Who opened or clicked is not known: it is tracked anonymously, or not at all.',
  'report-early': () => 'There is no report yet: the sending has not begun.',
  'report-links-many': ({ most }: DetailValues<'most'>) =>
    `There are ${most} links to it: revoke one of them.`,
  'list-nameless': () => 'A list needs a name.',
  'list-sender': () => "The sender's address is not an address that mail can be sent from.",
  'charset-unknown': () => 'There is no such character set.',
  'list-busy': ({ triggers, sendings }: DetailValues<'triggers' | 'sendings'>) =>
    `Running triggers: ${triggers}, unfinished sendings: ${sendings}. Pause or cancel them first.`,
  'list-archived': ({ list }: DetailValues<'list'>) =>
    `List ${list} is archived: restore it to send to it.`,
  'audience-lists': () => 'Give listIds, or the newsletter whose list is meant.',
  'order-one-way': () =>
    'Choose one: a zone for each subscriber, a share each day, or an A/B test.',
  'best-hour-alone': () =>
    "Each one's best hour is a time of its own: not with a share each day, and not with an A/B " +
    'test, whose variants are compared at one time.',
  'local-time-missing': () => 'Give the time that it is sent at in the zone of each.',
  'local-time-offset': () =>
    'A time in the zone of each has no offset: write it like 2026-11-22 09:00.',
  'list-or-lists': () => 'Give listId or listIds, not both.',
  'sample-relay': ({ relays }: DetailValues<'relays'>) =>
    `Emails go to a relay here (${relays}), and fictional subscribers have no ` +
    'mailboxes: use an installation without a relay.',
}
