/** The recipients of test emails. */

import { z } from 'zod'
import { detailed } from '../../domain/details/details.ts'
import { lastTestAddresses } from '../../domain/sendings/sendings.sql.ts'
import {
  addToTestGroup,
  removeFromTestGroup,
  setTestGroup,
  violationsOfTestGroup,
} from '../../domain/test-groups/keep-test-group.ts'
import { testGroups } from '../../domain/test-groups/test-groups.sql.ts'
import { action } from '../action.ts'
import { ApiProblem } from '../problem.ts'
import { withRules } from '../value-problems.ts'
import { email } from '../values.ts'

const name = z.string().min(1).max(100)
const emails = z.array(email).max(100)
/** Of the addresses of former test emails. */
const MOST_REMEMBERED = 12
const params = z.strictObject({ group: name })

export const testGroupRoutes = [
  action({
    route: 'GET /test-groups',
    right: 'read',
    about: 'The test groups with their addresses.',
    command: 'test-group list',
    out: z.object({ items: z.array(z.object({ name, emails })) }),
    async run({ db, account }) {
      const rows = await testGroups(db, { accountId: account.id })
      const groups = Map.groupBy(rows, row => row.name)
      return {
        items: [...groups].map(([group, of]) => ({
          name: group,
          emails: of.map(row => row.email),
        })),
      }
    },
  }),
  action({
    route: 'GET /test-addresses',
    right: 'content',
    about: 'Whom the last test emails went to, the newest first.',
    personal: true,
    out: z.object({ items: emails }),
    async run({ db, account }) {
      const rows = await lastTestAddresses(db, { accountId: account.id, most: MOST_REMEMBERED })
      return { items: rows.map(row => row.email) }
    },
  }),
  action({
    route: 'PUT /test-groups/:group',
    right: 'content',
    about: 'Give a test group exactly these addresses, and another name; a new one is made.',
    params,
    body: withRules(
      z.strictObject({ name: name.optional(), emails: emails.min(1) }),
      violationsOfTestGroup,
    ),
    out: z.object({ size: z.int() }),
    run: async ({ db, account }, { params: { group }, body }) => ({
      size: await setTestGroup(db, account.id, group, body),
    }),
  }),
  action({
    route: 'POST /test-groups/:group/emails',
    right: 'content',
    about: 'Put addresses into a test group; the first makes the group.',
    command: 'test-group add <emails>',
    params,
    body: withRules(z.strictObject({ emails: emails.min(1) }), violationsOfTestGroup),
    out: z.object({ size: z.int() }),
    run: async ({ db, account }, { params: { group }, body }) => ({
      size: await addToTestGroup(db, account.id, group, body.emails),
    }),
  }),
  action({
    route: 'POST /test-groups/:group/remove',
    right: 'content',
    about: 'Take addresses out of a test group; without any, the whole group is removed.',
    command: 'test-group remove <emails>',
    params,
    body: z.strictObject({ emails: emails.default([]) }),
    out: z.object({ removed: z.int() }),
    async run({ db, account }, { params: { group }, body }) {
      const removed = await removeFromTestGroup(db, account.id, group, body.emails)
      if (removed > 0) return { removed }
      throw new ApiProblem(
        'no-such-route',
        body.emails.length === 0 ? detailed('test-group-none', { group }) : detailed('group-gone'),
      )
    },
  }),
] as const
