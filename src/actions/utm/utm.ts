/** UTM parameters: what is added to the addresses of links for web analytics. */

import { z } from 'zod'
import {
  accountUtm,
  LONGEST_PARAMETER,
  MOST_HOSTS,
  MOST_PARAMETERS,
  newsletterUtm,
  saveAccountUtm,
  saveNewsletterUtm,
  violationsOfUtm,
} from '../../domain/newsletters/utm.ts'
import { action } from '../action.ts'
import { withRules } from '../value-problems.ts'
import { id } from '../values.ts'

const hosts = z
  .array(z.string().max(300))
  .max(MOST_HOSTS)
  .describe('Links to these hosts, and to hosts below them, get parameters: shop.example.')
const parameters = z
  .array(z.string().max(LONGEST_PARAMETER))
  .max(MOST_PARAMETERS)
  .describe(
    'utm_source=newsletter; in values {{ list }}, {{ list_id }}, {{ newsletter }}, ' +
      '{{ newsletter_id }}.',
  )

const Utm = z.object({ hosts, parameters }).meta({ id: 'Utm' })
const OfNewsletter = Utm.extend({
  own: z.boolean().describe('The parameters are its own; else those of the account.'),
})

const params = z.strictObject({ newsletterId: id })

export const utm = [
  action({
    route: 'GET /utm',
    right: 'read',
    about: 'The UTM parameters that links of emails get, and the hosts whose links get them.',
    command: 'utm show',
    out: Utm,
    run: ({ db, account }) => accountUtm(db, account.id),
  }),
  action({
    route: 'PATCH /utm',
    right: 'content',
    about:
      'Change the UTM parameters of links. They are added to emails that are ordered from now ' +
      'on; without hosts to none.',
    command: 'utm edit',
    body: withRules(z.strictObject({ hosts, parameters }).partial(), violationsOfUtm),
    out: Utm,
    async run({ db, account }, { body }) {
      await saveAccountUtm(db, account.id, { ...(await accountUtm(db, account.id)), ...body })
      return accountUtm(db, account.id)
    },
  }),
  action({
    route: 'GET /newsletters/:newsletterId/utm',
    right: 'read',
    about: 'The UTM parameters that links of a newsletter get.',
    command: 'utm newsletter',
    params,
    out: OfNewsletter,
    run: ({ db, account }, { params: { newsletterId } }) =>
      newsletterUtm(db, account.id, newsletterId),
  }),
  action({
    route: 'PUT /newsletters/:newsletterId/utm',
    right: 'content',
    about: 'Give a newsletter UTM parameters of its own; none, and its links get nothing.',
    command: 'utm set',
    params,
    body: withRules(z.strictObject({ parameters: parameters.default([]) }), violationsOfUtm),
    out: OfNewsletter,
    async run({ db, account }, { params: { newsletterId }, body }) {
      await saveNewsletterUtm(db, account.id, newsletterId, body.parameters)
      return newsletterUtm(db, account.id, newsletterId)
    },
  }),
  action({
    route: 'DELETE /newsletters/:newsletterId/utm',
    right: 'content',
    about: 'Give a newsletter the UTM parameters of the account again.',
    command: 'utm reset',
    params,
    run: ({ db, account }, { params: { newsletterId } }) =>
      saveNewsletterUtm(db, account.id, newsletterId, null),
  }),
] as const
