/**
 * The groups of commands, in the order in which help names them. What a group is made of is loaded
 * when it is asked for: all of them would cost each command a second of processor time.
 */
import type { Command } from 'commander'
import type { Context } from './context.ts'

interface CommandGroup {
  name: string
  about: string
  load(): Promise<{ register(command: Command, context: Context): void }>
}

const group = (name: string, about: string, load: CommandGroup['load']): CommandGroup => ({
  name,
  about,
  load,
})

// biome-ignore format: a table
export const groups: readonly CommandGroup[] = [
  group('start',
    'Start the service. On an empty store it makes the first account and shows how to get in.',
    () => import('./start.ts')),
  group('account', 'Make, list and change the accounts that may call the service.',
    () => import('./account.ts')),
  group('field', 'Name the demographic fields of an account, and give them types.',
    () => import('./field.ts')),
  group('list', 'Make and show mailing lists.', () => import('./list.ts')),
  group('subscriber', 'Show, export and erase what is known of one person.',
    () => import('./subscriber.ts')),
  group('import', 'Import people from a file into a list, look at imports, and take one back.',
    () => import('./import.ts')),
  group('optout', 'Keep the opt-out list of an account: whoever is on it gets nothing.',
    () => import('./optout.ts')),
  group('newsletter', 'Write newsletters, and see them as people will get them.',
    () => import('./newsletter.ts')),
  group('template', 'Keep templates: designs with slots, from which newsletters are made.',
    () => import('./template.ts')),
  group('send', 'Send a newsletter to everybody on a list once, now or at a time.',
    () => import('./send.ts')),
  group('sending', 'See how sendings stand; pause, resume, cancel, retry and confirm them.',
    () => import('./sending.ts')),
  group('project',
    'Keep transaction projects: what programs send single letters of, and what became of them.',
    () => import('./project.ts')),
  group('transaction',
    'See single letters that programs have sent: state, tries, replies, moments.',
    () => import('./transaction.ts')),
  group('batch', 'See how files of transactions stand, and why rows were rejected.',
    () => import('./batch.ts')),
  group('report', 'Write what became of sendings as CSV, spreadsheet or JSON.',
    () => import('./report.ts')),
  group('filter', 'Keep filters: named conditions on subscribers.', () => import('./filter.ts')),
  group('trigger', 'Keep triggers: rules that send by themselves, step by step, to each person.',
    () => import('./trigger.ts')),
  group('test-group', 'Keep groups of addresses that test letters go to.',
    () => import('./test-group.ts')),
  group('sms', 'Send text messages to lists, see how they stand, and what a segment costs where.',
    () => import('./sms.ts')),
  group('credits', 'Credits: what text messages are paid with.', () => import('./credits.ts')),
  group('route', 'Keep the relays that letters go to. The one of SMTP_URL is called default.',
    () => import('./route.ts')),
  group('bounce', 'Messages that came back.', () => import('./bounce.ts')),
  group('suppression',
    'See who is sent nothing because letters came back, and have somebody tried again.',
    () => import('./suppression.ts')),
  group('complaints',
    'Show how many people complained, by sending, list and route. Providers want less than 0.1 %.',
    () => import('./bounce-facts.ts')),
  group('inbox', 'Keep the mailboxes that bounces are fetched from by IMAP or POP3.',
    () => import('./inbox.ts')),
  group('webhook', 'Tell programs elsewhere what happens: who joined, clicked, bounced, bought.',
    () => import('./webhook.ts')),
  group('dkim', 'Keep the keys that letters are signed with.', () => import('./dkim.ts')),
  group('dns', 'Look at the DNS as receivers of letters do.', () => import('./dns.ts')),
  group('sample', 'Something to look at: made-up people, a newsletter, and its letters.',
    () => import('./sample.ts')),
  group('key', 'Keep the keys that links in letters are signed with.', () => import('./key.ts')),
  group('backup', 'Back up the store into one file, while the service goes on.',
    () => import('./backup.ts')),
  group('restore', 'Restore a backup into an empty store of this version or a newer one.',
    () => import('./restore.ts')),
  group('status', 'Show what runs, what waits, what went wrong, and what waits for a person.',
    () => import('./status.ts')),
  group('config', 'Look at the settings, and where each comes from.', () => import('./config.ts')),
  group('store',
    'Look at the store, and bring its schema up to date.', () => import('./store.ts')),
  group('doctor',
    'Look at disk, settings, store, keys, clock and DNS, and say what to do about what is not well.',
    () => import('./doctor.ts')),
  group('version', 'Show the version of the program, its schema, and of Node.js.',
    () => import('./version.ts')),
  group('completion', 'Write a script by which a shell completes commands and options.',
    () => import('./completion.ts')),
]
