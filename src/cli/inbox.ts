/**
 * `pennypost inbox ...`: mailboxes that bounces are fetched from, where mail can't reach
 * BOUNCE_PORT.
 */
import type { Command } from 'commander'
import { mailboxes } from '../actions/mailboxes/mailboxes.ts'
import { detailed } from '../domain/details/details.ts'
import { urlGiven } from './arguments.ts'
import { certificateText } from './certificate-text.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { causesText, detailText } from './language.ts'

const owner = 'accountId'
const PROMPT = 'Address of the mailbox: '

export function register(inbox: Command, context: Context): void {
  derive(inbox, context, mailboxes, {
    'inbox list': {
      owner,
      examples: ['inbox list'],
      text({ items }, { print }) {
        if (items.length === 0) print('There are no mailboxes. To add one: pennypost inbox add')
        for (const { id, mailbox, everySeconds, checked, fetched, trouble, causes } of items)
          print(
            `${id}  ${mailbox}  every ${everySeconds} s, ` +
              `${checked === null ? 'not checked yet' : `checked ${checked}`}, ${fetched} ` +
              `fetched${trouble === null ? '' : `. Trouble: ${causesText(trouble, causes)}`}`,
          )
      },
    },
    'inbox add': {
      owner,
      secretUrl: PROMPT,
      flags: { everySeconds: 'every' },
      notes: `The URL contains the password, so it is read from a prompt or standard input, \
and stored encrypted. It looks like
imaps://user:password@mail.example.com/INBOX or pop3s://user:password@mail.example.com; \
imap:// and pop3:// begin TLS by a command.
Characters like @ and / in user or password are written as %40 and %2F. Options: ?verify=no, \
&tls=no; for OAuth 2 by IMAP token_url, client_id, client_secret, refresh_token and scope, and no password.`,
      examples: ['inbox add --every 120', 'inbox add --account shop < address.txt'],
      text: ({ id, mailbox }, { print }) =>
        print(
          `The mailbox ${id}, ${mailbox}, is fetched from. To try it: pennypost inbox check ${id}`,
        ),
    },
    'inbox edit': {
      owner,
      flags: { everySeconds: 'every' },
      notes: 'With --url - the address is read from a prompt or standard input.',
      async prepare(context, body) {
        if (body.url === undefined) return
        const url = body.url === '-' ? undefined : (body.url as string)
        body.url = await urlGiven(context, url, PROMPT)
      },
      examples: ['inbox edit 1 --every 300', 'inbox edit 1 --url - < address.txt'],
      text: ({ mailbox }, { print }) => print(`The mailbox ${mailbox} was changed.`),
    },
    'inbox check': {
      owner,
      notes: 'Exit code 1 when that is not possible.',
      failed: ({ trouble, causes }) =>
        trouble === null
          ? undefined
          : detailText(detailed('mailbox-unreadable', { says: causesText(trouble, causes) })),
      examples: ['inbox check 1'],
      text({ mailbox, messages, fresh, certificate }, { print }) {
        print(`${mailbox} can be read: ${messages} messages, ${fresh} of them not fetched yet.`)
        if (certificate) print(`Certificate: ${certificateText(certificate)}`)
      },
    },
    'inbox remove': {
      owner,
      examples: ['inbox remove 1'],
      async ask({ call, given: { params, query } }) {
        const { items } = await call('GET /installation/mailboxes', { query })
        const one = items.find(({ id }) => id === params.mailboxId)
        if (!one) return
        return {
          facts: `${one.mailbox} is forgotten, with its password.`,
          what: 'Remove it',
          done: `The mailbox ${one.id} is fetched from no more.`,
        }
      },
    },
  })
}
