/** Feeds that triggers start by: the last look at one, and its present items. */
import { z } from 'zod'
import { readTrouble, troubleOf } from '../../domain/details/recorded.ts'
import { LONGEST_LINK } from '../../domain/feeds/feed.ts'
import { feedFetch } from '../../domain/feeds/fetch-feed.ts'
import { namedItems } from '../../domain/feeds/new-items.ts'
import { feedOfTrigger } from '../../domain/triggers/feeds/feeds.sql.ts'
import { newestFirst } from '../../domain/triggers/feeds/issue-values.ts'
import { newAmong, newest } from '../../domain/triggers/feeds/look-at-feed.ts'
import { type ActionCall, action } from '../action.ts'
import { Sentence } from '../sentences.ts'
import { id, moment } from '../values.ts'
import { oneTrigger } from './triggers.ts'

const trouble = {
  trouble: z.string().nullable().describe('Why it could not be read, in English.'),
  causes: z
    .array(Sentence.pick({ code: true, values: true }))
    .describe('The same as codes with values.'),
}

const Look = z.object({
  url: z.string(),
  title: z.string().describe('Of the feed.'),
  due: moment.describe('The next look, if the trigger runs.'),
  looked: moment.nullable().describe('The last look.'),
  fresh: z.int().nullable().describe('New items then; null where it failed, or was the first.'),
  begun: z.boolean().describe('It was read at least once: what came since is new.'),
  failures: z.int().describe('Looks in a row that failed.'),
  ...trouble,
})

const Item = z.object({
  title: z.string(),
  text: z.string(),
  link: z.string().nullable(),
  picture: z.string().nullable(),
  at: z.iso.datetime().nullable().describe('When it was published.'),
  fresh: z.boolean().describe('It would be in the next email.'),
})

async function lookOf({ db, account }: ActionCall, triggerId: number) {
  const found = await feedOfTrigger(db, { accountId: account.id, triggerId })
  return found ? { ...found, ...readTrouble(found.trouble) } : null
}

export const triggerFeeds = [
  action({
    route: 'GET /triggers/:triggerId/feed',
    right: 'read',
    about: 'The feed that a trigger starts by: when it is looked at, and how the last look went.',
    command: 'trigger feed',
    params: z.strictObject({ triggerId: id }),
    out: z.object({ look: Look.nullable().describe('Null: nobody has looked yet, or no feed.') }),
    async run(call, { params: { triggerId } }) {
      await oneTrigger(call.db, call.account.id, triggerId)
      return { look: await lookOf(call, triggerId) }
    },
  }),
  action({
    route: 'POST /triggers/try-feed',
    right: 'people',
    about: 'Fetch a feed now: its items, and which of them would be new. Saves and sends nothing.',
    command: 'trigger try-feed <url>',
    body: z.strictObject({
      url: z.string().min(1).max(LONGEST_LINK).describe('The address of the feed.'),
      triggerId: id.optional().describe('What this trigger has not had is new.'),
      first: z
        .int()
        .min(0)
        .max(20)
        .default(0)
        .describe('Of a feed that was not read yet, so many of its newest items are new.'),
    }),
    out: z.object({
      title: z.string().describe('Of the feed.'),
      items: z.array(Item).describe('The newest first.'),
      fresh: z.int().describe('How many would be new.'),
      begun: z.boolean().describe('The trigger has read it before.'),
      ...trouble,
    }),
    async run(call, { body: { url, triggerId, first } }) {
      const { db, account, fetchable, gone } = call
      const trigger = triggerId === undefined ? undefined : { accountId: account.id, triggerId }
      if (trigger) await oneTrigger(db, trigger.accountId, trigger.triggerId)
      const fetched = await feedFetch(fetchable, gone())(url)
      const nothing = { title: '', items: [], fresh: 0, begun: false }
      if ('unchanged' in fetched) return { ...nothing, ...troubleOf([]) }
      if ('why' in fetched) return { ...nothing, ...troubleOf(fetched.why) }
      const { feed } = fetched
      const look = trigger && (await feedOfTrigger(db, trigger))
      const knows = trigger !== undefined && look?.begun === true && look.url === url
      const named = namedItems(feed)
      const fresh = knows ? await newAmong(db, trigger, named) : newest(named, first)
      const isFresh = new Set(fresh.map(({ item }) => item))
      return {
        title: feed.title,
        items: newestFirst(feed.items).map(item => ({
          title: item.title,
          text: item.text,
          link: item.link ?? null,
          picture: item.picture ?? null,
          at: item.at?.toISOString() ?? null,
          fresh: isFresh.has(item),
        })),
        fresh: fresh.length,
        begun: knows,
        ...troubleOf([]),
      }
    },
  }),
] as const
