/** Search of single emails. */
import { z } from 'zod'
import { searchEmails } from '../../domain/reports/emails/search-emails.ts'
import { findProjectBy } from '../../domain/transactions/projects.ts'
import { action } from '../action.ts'
import { cursorOf, placeOf } from '../cursor.ts'
import { asking } from '../mask.ts'
import { projectName } from '../projects/projects.ts'
import { deliveryStates } from '../sendings/recipients.ts'
import { moment, pageOf, paging, since, until } from '../values.ts'
import { emailFacts, FoundEmail } from './found-email.ts'

export const emailSearch = [
  action({
    route: 'GET /emails/search',
    right: 'read',
    about:
      'Single emails, the newest first: by beginnings of words of the address and the subject, of ' +
      'the identifier, by project, state and day. A request looks at some 2,000 emails: a ' +
      'page may be short, or empty, where `next` is given.',
    command: 'email search',
    boundBy: { project: 'query.projectId' },
    query: z.strictObject({
      ...paging,
      words: asking(z.string().max(200).trim().optional()).describe(
        'All must be met; one must have three letters.',
      ),
      projectId: projectName.optional().describe('Of this project: its id, its guid or its name.'),
      state: deliveryStates,
      since,
      until,
    }),
    out: pageOf(FoundEmail).extend({
      looked: z.int().describe('Emails looked at.'),
      behindSince: moment
        .nullable()
        .describe(
          'Some emails given or tried since are not found by parts of subject or address yet, ' +
            'seconds later as a rule; null: all are.',
        ),
      tooShort: z.boolean().describe('No word has three letters: nothing was looked for.'),
    }),
    async run({ db, account }, { query: { after, limit, words = '', projectId: of, ...asked } }) {
      const { state, since, until } = asked
      const [before] = placeOf(after, z.tuple([z.int().positive()])) ?? []
      const projectId = of === undefined ? undefined : (await findProjectBy(db, account.id, of)).id
      const found = await searchEmails(db, account.id, {
        query: words,
        states: state,
        projectId,
        since,
        until,
        before,
        limit,
      })
      return {
        items: found.items.map(emailFacts),
        next: found.next === undefined ? null : cursorOf([found.next]),
        looked: found.looked,
        behindSince: found.behindSince ?? null,
        tooShort: found.tooShort,
      }
    },
  }),
] as const
