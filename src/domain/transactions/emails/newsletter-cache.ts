/** A cache of the newsletters of projects, as emails that are accepted need them. */
import type { Store } from '../../../db/db.ts'
import { storeLocal } from '../../../db/store-local.ts'
import { createCache } from '../../../lib/cache.ts'
import type { Message } from '../../newsletters/freeze-message.ts'
import { noSuch } from '../../refusal.ts'
import { NoMessage, projectMessage } from '../project-message.ts'
import { senderOfNewsletter } from '../projects.sql.ts'
import type { EmailProject } from './project-cache.ts'

/** Changed newsletters apply in all processes after this time. */
const CACHE_MILLIS = 2_000
const MOST_KNOWN = 100

const cacheOf = storeLocal(() =>
  createCache<string, Promise<Message>>({ most: MOST_KNOWN, millis: CACHE_MILLIS }),
)

/** The newsletter of a project with its sender. Refuses one that is gone. */
export const cachedNewsletter = (
  db: Store,
  accountId: number,
  project: EmailProject,
): Promise<Message> =>
  cacheOf(db).through(JSON.stringify([accountId, project]), () => read(db, accountId, project))

async function read(
  db: Store,
  accountId: number,
  { newsletterId, name: projectName, fromName, replyTo, ...project }: EmailProject,
): Promise<Message> {
  const own = project.fromEmail
  const other = own === '' ? await senderOfNewsletter(db, { accountId, newsletterId }) : undefined
  const fromEmail = own || other?.fromEmail || ''
  const facts = { newsletterId, projectName, fromName, fromEmail, replyTo, untracked: false }
  try {
    return await projectMessage(db, accountId, facts)
  } catch (error) {
    throw error instanceof NoMessage ? noSuch('no-such-newsletter', newsletterId) : error
  }
}
