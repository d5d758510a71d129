/** `pennypost email ...`: emails whose content comes with the call. */
import type { Command } from 'commander'
import { cancelEmailActions } from '../actions/emails/cancel-email.ts'
import { emailSearch } from '../actions/emails/email-search.ts'
import { emails } from '../actions/emails/emails.ts'
import type { FoundEmailAnswer } from '../actions/emails/found-email.ts'
import { moveEmailActions } from '../actions/emails/move-email.ts'
import type { EmailAnswer } from '../actions/emails/shown-email.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { jsonOption } from './derived/json-option.ts'
import { causesText } from './language.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, emails, {
    'email send': {
      examples: [
        `email send --to ada@example.com --from shop@example.com --subject 'Your order' --text Thanks`,
      ],
      read: {
        data: jsonOption('{"lines": [{"name": "Cup", "price": 9}]}'),
        headers: jsonOption('{"X-Order": "1001"}'),
        attachments: jsonOption('[{"name": "invoice.pdf", "content": "BASE64"}]'),
        metadata: jsonOption('{"order": "1001"}'),
      },
      text({ id, recipients }, { print }) {
        print(`Email ${id}:`)
        for (const { id, role, email, repeated } of recipients)
          print(
            `${String(id).padStart(10)}  ${role.padEnd(3)}  ${email}${repeated ? ', again' : ''}`,
          )
      },
    },
    'email list <identifier>': {
      examples: ['email list order-1001'],
      each: email => linesOf(email).join('\n'),
      none: () => 'There are no such emails.',
    },
    'email show': {
      examples: ['email show 4711'],
      text: (email, { print }) => print(linesOf(email).join('\n')),
    },
  })
  derive(group, context, cancelEmailActions, {
    'email cancel': {
      examples: ['email cancel 4711'],
      text({ withdrawn, tooLate }, { print, given: { params } }) {
        const late = tooLate === 0 ? '' : `; it was too late for ${tooLate}`
        print(`Email ${params.emailId} is cancelled for ${withdrawn}${late}.`)
      },
    },
  })
  derive(group, context, moveEmailActions, {
    'email edit': {
      examples: ['email edit 4711 --send-at 2026-12-24T09:00:00+01:00'],
      text: (email, { print }) => print(linesOf(email).join('\n')),
    },
  })
  derive(group, context, emailSearch, {
    'email search': {
      flags: { projectId: 'project' },
      examples: [
        `email search --words 'order hallgren'`,
        'email search --project Orders --state bounced,failed --since 2026-11-21',
      ],
      each: lineOf,
      none: () => 'There are no such emails.',
    },
  })
}

const lineOf = ({ id, state, created, email, subject, identifier }: FoundEmailAnswer): string =>
  `${String(id).padStart(10)}  ${created.slice(0, 16)}  ${state.padEnd(11)}  ${email}  ` +
  `${subject}${identifier === '' ? '' : ` (${identifier})`}`

const linesOf = ({ id, subject, created, recipients }: EmailAnswer): string[] => [
  `Email ${id}, ${created}: ${subject}`,
  ...recipients.map(
    ({ id, role, state, email, reply, reason, causes }) =>
      `${String(id).padStart(10)}  ${role.padEnd(3)}  ${state.padEnd(11)}  ${email}  ` +
      (reply ?? causesText(reason ?? '', causes)),
  ),
]
