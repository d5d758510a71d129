/** Transaction projects, whose emails programs send one by one. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { trackHitsOf, untrackedOf } from '../../domain/newsletters/exemptions.ts'
import { idBefore } from '../../domain/reports/emails/search-emails.ts'
import { versionResults } from '../../domain/reports/project-results.ts'
import { routeNamed } from '../../domain/routes/keep-route.ts'
import { routeNames } from '../../domain/routes/route-names.ts'
import { clearProjectCache } from '../../domain/transactions/emails/project-cache.ts'
import { retryProject } from '../../domain/transactions/emails/send-again.ts'
import { projectsOfAccount } from '../../domain/transactions/projects.sql.ts'
import {
  editProject,
  findProjectBy,
  makeProject,
  type ProjectFacts,
  REPEATS,
  setActive,
  violationsOfProject,
} from '../../domain/transactions/projects.ts'
import { action } from '../action.ts'
import { QueuedAgain, retried } from '../transactions/retried.ts'
import { withRules } from '../value-problems.ts'
import { id, moment } from '../values.ts'

const version = z.strictObject({
  name: z.string().max(20).describe('A, B, ...'),
  newsletterId: id,
  weight: z.int().min(0).max(1_000_000),
})

export const projectName = z.string().max(200)

const routeId = id.nullable().describe('Null: as all emails.')

const facts = {
  name: z.string().max(200).describe('What it is called.'),
  newsletterId: id.describe('The newsletter that is its email.'),
  fromName: z
    .string()
    .max(200)
    .describe("The sender's name; empty: the newsletter's or its list's."),
  fromEmail: z
    .string()
    .max(320)
    .describe("The sender's address; empty: the newsletter's or its list's."),
  replyTo: z.string().max(320).describe('Where replies go; empty: as the newsletter says.'),
  routeId,
  marketing: z.boolean().describe('Names a way to unsubscribe; not sent to who has opted out.'),
  repeats: z.enum(REPEATS).describe('For how long the same call again sends nothing.'),
  retentionDays: z
    .int()
    .min(1)
    .max(36_500)
    .nullable()
    .describe('How long addresses, names and data of its emails are kept; null: for good.'),
  versions: z.array(version).max(26).describe('Versions of InsertTransactionWithSplit.'),
}

const given = {
  ...facts,
  routeId: z
    .union([id, z.string().max(200)])
    .nullable()
    .describe('The route that its emails take, by id or name; null: as all emails.'),
}

const tracking = z.boolean().describe('Opens and clicks are counted.')

const Project = z
  .object({
    id,
    guid: z.string().describe('By which programs name it.'),
    ...facts,
    newsletterId: id.nullable().describe('Null: of emails whose content comes with the call.'),
    active: z.boolean(),
    tracking,
    created: moment,
  })
  .meta({ id: 'Project' })

const ProjectRow = z.object({
  id,
  guid: z.string(),
  name: z.string(),
  newsletterId: id.nullable(),
  subject: z.string(),
  active: z.boolean(),
  marketing: z.boolean(),
  created: moment,
})

const count = z.int()

const Result = z
  .object({
    version: z.string().describe('Empty: without a version.'),
    messages: count,
    waiting: count,
    delivered: count,
    bounced: count,
    failed: count,
    uncertain: count,
    withdrawn: count,
    viewed: count,
    views: count,
    clicked: count,
    clicks: count,
  })
  .meta({ id: 'ProjectResult' })

const params = z.strictObject({ projectId: projectName.describe('Its id, its guid or its name.') })

async function oneProject(db: Db, accountId: number, which: string) {
  const project = await findProjectBy(db, accountId, which)
  const untracked = await untrackedOf(db, accountId, 'project')
  return {
    ...project,
    newsletterId: project.newsletterId || null,
    versions: [...project.versions],
    tracking: !untracked.has(project.id),
  }
}

const tracked =
  (accountId: number, tracking: boolean | undefined) => async (tx: Db, id: number) => {
    if (tracking !== undefined) await trackHitsOf(tx, accountId, { noun: 'project', id }, tracking)
  }

/** Routes are found by name, too. */
const idOfRoute = async (db: Db, route: number | string | null): Promise<number | null> =>
  typeof route === 'string' ? (await routeNamed(db, route)).id : route

const DAY = 86_400_000
/** So long an email is tried, and somewhat longer. */
const TRIED_MILLIS = 4 * DAY

const steering = <const Verb extends 'pause' | 'resume'>(verb: Verb, about: string) =>
  action({
    route: `POST /projects/:projectId/${verb}`,
    right: 'send',
    about,
    command: `project ${verb}`,
    params,
    out: Project,
    async run({ db, account }, { params: { projectId } }) {
      await setActive(db, account.id, projectId, verb === 'resume')
      clearProjectCache(db, account.id)
      return oneProject(db, account.id, projectId)
    },
  })

export const projects = [
  action({
    route: 'GET /projects',
    right: 'read',
    about: 'The transaction projects, the oldest first.',
    command: 'project list',
    out: z.object({ items: z.array(ProjectRow) }),
    run: async ({ db, account }) => ({
      items: (await projectsOfAccount(db, { accountId: account.id })).map(
        ({ projectGuid, ...row }) => ({ ...row, guid: projectGuid }),
      ),
    }),
  }),
  action({
    route: 'POST /projects',
    right: 'send',
    about: 'Make a project: programs name it by its guid.',
    command: 'project add',
    body: withRules(
      z.strictObject({
        ...given,
        fromName: facts.fromName.default(''),
        fromEmail: facts.fromEmail.default(''),
        replyTo: facts.replyTo.default(''),
        routeId: given.routeId.default(null),
        marketing: facts.marketing.default(false),
        repeats: facts.repeats.default('24h'),
        retentionDays: facts.retentionDays.default(null),
        versions: facts.versions.default([]),
        tracking: tracking.default(true),
        guid: z
          .string()
          .max(50)
          .optional()
          .describe('Its guid at another service, which it keeps. By default a new one.'),
      }),
      violationsOfProject,
    ),
    out: Project,
    creates: true,
    async run({ db, account }, { body: { tracking: of, guid, ...body } }) {
      const facts = { ...body, routeId: await idOfRoute(db, body.routeId) }
      const made = await makeProject(db, account.id, facts, guid, tracked(account.id, of))
      return oneProject(db, account.id, made.guid)
    },
  }),
  action({
    route: 'GET /projects/:projectId',
    right: 'read',
    boundBy: { project: 'params.projectId' },
    about: 'A project, and what became of its emails, version by version.',
    command: 'project show',
    params,
    query: z.strictObject({
      results: z
        .stringbool()
        .default(true)
        .describe('False: without what became of all its emails, which are counted one by one.')
        .meta({ deprecated: true }),
    }),
    deprecated: {
      since: '2026-11-30',
      sunset: '2027-12-01',
      instead: 'GET /projects/:projectId/results',
      part: 'results',
    },
    out: Project.extend({
      route: z.string().nullable().describe('The name of its route.'),
      results: z.array(Result).describe('Of all its emails.').meta({ deprecated: true }),
    }),
    async run({ db, account }, { params: { projectId }, query: { results } }) {
      const project = await oneProject(db, account.id, projectId)
      const { routeId } = project
      return {
        ...project,
        route: routeId === null ? null : ((await routeNames(db)).get(routeId) ?? null),
        results: results ? await versionResults(db, account.id, project.id) : [],
      }
    },
  }),
  action({
    route: 'PATCH /projects/:projectId',
    right: 'send',
    about: 'Change the given values; it counts for emails written from now on.',
    command: 'project edit',
    params,
    body: withRules(z.strictObject({ ...given, tracking }).partial(), violationsOfProject),
    out: Project,
    async run(
      { db, account },
      { params: { projectId }, body: { tracking: of, routeId, ...body } },
    ) {
      const route = routeId === undefined ? {} : { routeId: await idOfRoute(db, routeId) }
      const changes = { ...(body as Partial<ProjectFacts>), ...route }
      const { guid } = await editProject(
        db,
        account.id,
        projectId,
        changes,
        tracked(account.id, of),
      )
      clearProjectCache(db, account.id)
      return oneProject(db, account.id, guid)
    },
  }),
  steering('pause', 'Take no transactions for it, and let those that it has wait.'),
  steering('resume', 'Go on with a paused project.'),
  action({
    route: 'POST /projects/:projectId/retry',
    right: 'send',
    about:
      'Queue its emails again that failed, as if they had not been tried: at most 10,000 in a ' +
      'call, the newest first.',
    command: 'project retry',
    params,
    body: z.strictObject({
      ...retried,
      days: z.int().min(1).max(366).default(7).describe('That changed in so many days.'),
    }),
    out: QueuedAgain,
    async run({ db, account }, { params: { projectId: which }, body: { days, ...retried } }) {
      const { id: projectId } = await findProjectBy(db, account.id, which)
      const since = new Date(Date.now() - days * DAY)
      const above = await idBefore(db, account.id, new Date(since.getTime() - TRIED_MILLIS))
      return retryProject(db, account.id, projectId, { ...retried, since, above })
    },
  }),
] as const
