/** Working copies of newsletters, and the diff of versions. */

import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { detailed } from '../../domain/details/details.ts'
import { NewsletterContent } from '../../domain/newsletters/content/content.ts'
import { contentOf, savedOf } from '../../domain/newsletters/content/stored.ts'
import { findNewsletterVersion } from '../../domain/newsletters/newsletters.sql.ts'
import { savedNewsletter } from '../../domain/newsletters/save-newsletter.ts'
import { differenceOf } from '../../domain/newsletters/working/difference.ts'
import {
  discardWorkingCopy,
  publishWorkingCopy,
  saveWorkingCopy,
  type WorkingCopy,
  workingCopy,
} from '../../domain/newsletters/working/working-copy.ts'
import { refused } from '../../domain/refusal.ts'
import { type ActionCall, action } from '../action.ts'
import { demandTag, entityTag } from '../entity-tag.ts'
import { withAddressesOf } from '../mask.ts'
import { ApiProblem } from '../problem.ts'
import { actor, id, moment } from '../values.ts'

const Copy = z
  .object({
    content: NewsletterContent,
    tag: z.string().describe('Changes with each save. The header ETag is made from it.'),
    version: id.describe('The newest version.'),
    baseVersion: id.describe('The version that the working copy was begun from.'),
    by: actor.nullable().describe('Who saved it last; null: nothing is unpublished.'),
    at: moment.nullable(),
  })
  .meta({ id: 'WorkingCopy' })

export type WorkingCopyAnswer = z.output<typeof Copy>

const Difference = z.object({
  values: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
  blocks: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      change: z.enum(['added', 'removed', 'changed', 'moved']),
      before: z.unknown().describe('The block; null if it was added.'),
      after: z.unknown(),
    }),
  ),
  lines: z
    .array(
      z.object({
        change: z.enum(['same', 'added', 'removed']),
        before: z.int().nullable().describe('The number of the line.'),
        after: z.int().nullable(),
        text: z.string(),
      }),
    )
    .describe('Changed lines of HTML or MJML, with three lines around them.'),
})

export type DifferenceAnswer = z.output<typeof Difference>

const params = z.strictObject({ newsletterId: id })
const versionParams = z.strictObject({ newsletterId: id, version: id })
const tag = (copy: z.output<typeof Copy>) => copy.tag

/** Refuses a conflict with another person's change, and tells its author and its differences. */
const demandSame =
  (ifMatch: string | undefined, mine?: z.output<typeof NewsletterContent>) =>
  (present: WorkingCopy): void => {
    try {
      demandTag(ifMatch, entityTag(present.tag))
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      throw changed(present, mine)
    }
  }

function changed(present: WorkingCopy, mine: z.output<typeof NewsletterContent> | undefined) {
  const { by, at, version } = present
  const difference = mine && differenceOf(mine, present.content)
  const why = by?.name ? detailed('changed-by', { who: by.name }) : detailed('changed-since')
  const meanwhile = {
    by,
    at: at && moment.parse(at),
    version,
    difference,
    etag: entityTag(present.tag),
  }
  return new ApiProblem('changed-meanwhile', { ...why, meanwhile })
}

async function versionContent(db: Db, accountId: number, newsletterId: number, version: number) {
  await savedNewsletter(db, accountId, newsletterId)
  const found = await findNewsletterVersion(db, { accountId, newsletterId, version })
  if (!found) throw refused('not-valid', 'newsletter-version', { version })
  return contentOf(savedOf(JSON.parse(found.draft)))
}

const shown = ({ content, tag, version, baseVersion, by, at }: WorkingCopy) => ({
  content,
  tag,
  version,
  baseVersion,
  by,
  at,
})

export const workingCopies = [
  action({
    route: 'GET /newsletters/:newsletterId/draft',
    right: 'read',
    about: 'What is written and not yet a version; otherwise the newest version.',
    params,
    out: Copy,
    tag,
    run: async ({ db, account }, { params: { newsletterId } }) =>
      shown(await workingCopy(db, account.id, newsletterId)),
  }),
  action({
    route: 'PUT /newsletters/:newsletterId/draft',
    right: 'content',
    about:
      'Save what is written, without a version. With If-Match the change of somebody else is ' +
      'refused, and the problem tells whose it is and what differs (`meanwhile`).',
    readsIfMatch: true,
    params,
    body: NewsletterContent,
    out: Copy,
    tag,
    async run({ db, account, caller, ifMatch }, { params: { newsletterId }, body }) {
      const content = caller.masked
        ? withAddressesOf(body, (await workingCopy(db, account.id, newsletterId)).content)
        : body
      const mayReplace = demandSame(ifMatch, content)
      return shown(await saveWorkingCopy(db, account.id, newsletterId, content, mayReplace))
    },
  }),
  action({
    route: 'DELETE /newsletters/:newsletterId/draft',
    right: 'content',
    about: 'Throw away what is not yet a version.',
    readsIfMatch: true,
    params,
    run: ({ db, account, ifMatch }, { params: { newsletterId } }) =>
      discardWorkingCopy(db, account.id, newsletterId, demandSame(ifMatch)),
  }),
  action({
    route: 'POST /newsletters/:newsletterId/draft/publish',
    right: 'content',
    about: 'Make what is written the newest version. What can not be sent is refused, with `at`.',
    readsIfMatch: true,
    params,
    body: z.strictObject({
      anyway: z
        .boolean()
        .default(false)
        .describe('Also if a version was saved since the working copy was begun.'),
    }),
    out: z.object({ version: id }),
    run: async ({ db, account, ifMatch }, { params: { newsletterId }, body }) => ({
      version: await publishWorkingCopy(db, account.id, newsletterId, present => {
        demandSame(ifMatch)(present)
        if (present.by && present.baseVersion !== present.version && !body.anyway)
          throw changed(present, undefined)
      }),
    }),
  }),
  action({
    route: 'GET /newsletters/:newsletterId/versions/:version',
    right: 'read',
    about: 'A version, as it was written.',
    commands: ['newsletter show'],
    params: versionParams,
    out: z.object({ version: id, content: NewsletterContent }),
    run: async ({ db, account }, { params: { newsletterId, version } }) => ({
      version,
      content: await versionContent(db, account.id, newsletterId, version),
    }),
  }),
  action({
    route: 'GET /newsletters/:newsletterId/versions/:version/difference',
    right: 'read',
    about: 'What differs between a version and another one, or the working copy.',
    params: versionParams,
    query: z.strictObject({
      to: id.optional().describe('The other version; by default the working copy.'),
    }),
    out: Difference,
    async run({ db, account }: ActionCall, { params: { newsletterId, version }, query: { to } }) {
      const before = await versionContent(db, account.id, newsletterId, version)
      const after =
        to === undefined
          ? (await workingCopy(db, account.id, newsletterId)).content
          : await versionContent(db, account.id, newsletterId, to)
      return differenceOf(before, after)
    },
  }),
] as const
