/** Transaction projects, whose emails programs send one by one. */

import { z } from 'zod'
import type { Db, Store } from '../../db/db.ts'
import { trackHitsOf, untrackedOf } from '../../domain/newsletters/exemptions.ts'
import { versionResults } from '../../domain/reports/project-results.ts'
import { projectsOfAccount } from '../../domain/transactions/projects.sql.ts'
import {
  editProject,
  findProjectBy,
  makeProject,
  REPEATS,
  setActive,
} from '../../domain/transactions/projects.ts'
import { action } from '../action.ts'
import { id, moment } from '../values.ts'

const version = z.strictObject({
  name: z.string().max(20).describe('A, B, ...'),
  newsletterId: id,
  weight: z.int().min(0).max(1_000_000),
})

const facts = {
  name: z.string().max(200),
  newsletterId: id.describe('Its email.'),
  fromName: z.string().max(200).describe("Empty: the newsletter's, or its list's."),
  fromEmail: z.string().max(320),
  replyTo: z.string().max(320),
  routeId: id.nullable().describe('Null: as all emails.'),
  marketing: z.boolean().describe('Names a way to unsubscribe; not sent to who has opted out.'),
  repeats: z.enum(REPEATS).describe('For how long the same call again sends nothing.'),
  retentionDays: z.int().min(1).max(36_500).nullable().describe('Null: kept for good.'),
  versions: z.array(version).max(26).describe('Versions of InsertTransactionWithSplit.'),
}

const tracking = z.boolean().describe('Opens and clicks are counted.')

const Project = z.object({
  ...{ id, guid: z.string().describe('By which programs name it.'), ...facts },
  ...{ active: z.boolean(), tracking, created: moment },
})

const ProjectRow = z.object({
  ...{ id, guid: z.string(), name: z.string(), newsletterId: id.nullable(), subject: z.string() },
  ...{ active: z.boolean(), marketing: z.boolean(), created: moment },
})

const count = z.int()

const Result = z.object({
  version: z.string().describe('Empty: without a version.'),
  ...{ messages: count, waiting: count, delivered: count, bounced: count, failed: count },
  ...{ uncertain: count, withdrawn: count, viewed: count, views: count },
  ...{ clicked: count, clicks: count },
})

const params = z.strictObject({ projectId: id })

async function oneProject(db: Db, accountId: number, projectId: number) {
  const project = await findProjectBy(db, accountId, String(projectId))
  const untracked = await untrackedOf(db, accountId, 'project')
  return { ...project, versions: [...project.versions], tracking: !untracked.has(project.id) }
}

async function track(db: Store, accountId: number, projectId: number, tracked?: boolean) {
  if (tracked === undefined) return
  await trackHitsOf(db, accountId, { noun: 'project', id: projectId }, tracked)
}

const given = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const steering = (verb: 'pause' | 'resume', about: string) =>
  action({
    route: `POST /projects/:projectId/${verb}`,
    right: 'send',
    about,
    commands: [`project ${verb}`],
    params,
    out: Project,
    async run({ db, account }, { params: { projectId } }) {
      await setActive(db, account.id, String(projectId), verb === 'resume')
      return oneProject(db, account.id, projectId)
    },
  })

export const projects = [
  action({
    route: 'GET /projects',
    right: 'read',
    about: 'The transaction projects, the oldest first.',
    commands: ['project list'],
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
    commands: ['project add'],
    body: z.strictObject({
      ...facts,
      fromName: facts.fromName.default(''),
      fromEmail: facts.fromEmail.default(''),
      replyTo: facts.replyTo.default(''),
      routeId: facts.routeId.default(null),
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
    out: Project,
    creates: true,
    async run({ db, account }, { body: { tracking: tracked, guid, ...body } }) {
      const made = await makeProject(db, account.id, body, guid)
      await track(db, account.id, made.id, tracked)
      return oneProject(db, account.id, made.id)
    },
  }),
  action({
    route: 'GET /projects/:projectId',
    right: 'read',
    about: 'A project, and what became of its emails, version by version.',
    commands: ['project show'],
    params,
    out: Project.extend({ results: z.array(Result) }),
    run: async ({ db, account }, { params: { projectId } }) => ({
      ...(await oneProject(db, account.id, projectId)),
      results: await versionResults(db, account.id, projectId),
    }),
  }),
  action({
    route: 'PATCH /projects/:projectId',
    right: 'send',
    about: 'Change the given values; it counts for emails written from now on.',
    commands: ['project edit'],
    params,
    body: z.strictObject({ ...facts, tracking }).partial(),
    out: Project,
    async run({ db, account }, { params: { projectId }, body: { tracking: tracked, ...body } }) {
      await editProject(db, account.id, String(projectId), given(body))
      await track(db, account.id, projectId, tracked)
      return oneProject(db, account.id, projectId)
    },
  }),
  steering('pause', 'Take no transactions for it, and let those that it has wait.'),
  steering('resume', 'Go on with a paused project.'),
] as const
