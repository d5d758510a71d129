/** Results of projects: by version and day. */
import { z } from 'zod'
import { newsletterVersions } from '../../domain/reports/projects/project-counts.sql.ts'
import { projectResults } from '../../domain/reports/projects/results.ts'
import { projectsOfAccount } from '../../domain/transactions/projects.sql.ts'
import { findProjectBy } from '../../domain/transactions/projects.ts'
import { action } from '../action.ts'
import { id, moment } from '../values.ts'
import { projectName } from './projects.ts'

const count = z.int()

const counts = {
  emails: count,
  waiting: count,
  delivered: count,
  deferred: count,
  bounced: count,
  failed: count,
  uncertain: count,
  withdrawn: count,
  opensMeasured: count.describe('Delivered ones whose opens are measured.'),
  opened: count.describe('Of these, those that were opened by people.'),
  clicksMeasured: count,
  clicked: count,
}

const Results = z.object({
  projectId: id,
  total: z.object(counts),
  versions: z.array(z.object({ version: z.string().describe("Empty: the project's"), ...counts })),
  days: z.array(z.object({ day: z.string().describe('At +01:00.'), ...counts })),
})

const complete = z
  .boolean()
  .describe('False: some emails are not counted yet; a further call goes on counting.')

const query = z.strictObject({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(366)
    .default(30)
    .describe('Emails that were asked for in so many days, today included.'),
})

/** Of an account: each costs a look. */
const MOST_PROJECTS = 200
const MOST_NEWSLETTERS = 100

export const projectResultActions = [
  action({
    route: 'GET /project-results',
    right: 'read',
    about: 'What became of the emails of projects, by version and day; of the first 200 projects.',
    command: 'project overview',
    query,
    out: z.object({ items: z.array(Results.extend({ project: z.string() })), complete }),
    async run({ db, account }, { query: { days } }) {
      const projects = (await projectsOfAccount(db, { accountId: account.id })).slice(
        0,
        MOST_PROJECTS,
      )
      const names = new Map(projects.map(project => [project.id, project.name]))
      const found = await projectResults(db, account.id, [...names.keys()], days)
      const items = found.items.map(one => ({ ...one, project: names.get(one.projectId)! }))
      return { ...found, items }
    },
  }),
  action({
    route: 'GET /projects/:projectId/results',
    right: 'read',
    boundBy: { project: 'params.projectId' },
    about: 'What became of the emails of a project, by version and day, and which newsletters.',
    command: 'project results',
    params: z.strictObject({ projectId: projectName.describe('Its id, its guid or its name.') }),
    query,
    out: Results.extend({
      complete,
      newsletters: z
        .array(z.object({ newsletterId: id, newsletterVersion: z.int(), since: moment }))
        .describe('Versions of newsletters that it sent, and since when, the newest first.'),
    }),
    async run({ db, account }, { params: { projectId: which }, query: { days } }) {
      const { id: projectId } = await findProjectBy(db, account.id, which)
      const { items, complete } = await projectResults(db, account.id, [projectId], days)
      const place = { accountId: account.id, projectId, most: MOST_NEWSLETTERS }
      return { ...items[0]!, complete, newsletters: await newsletterVersions(db, place) }
    },
  }),
] as const
