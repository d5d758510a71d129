/** Seed tests: a newsletter to addresses of one's own, and where it arrives. */
import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { inboxes } from '../../domain/bounces/messages/inboxes.sql.ts'
import { NO_ACCOUNT } from '../../domain/bounces/messages/store-message.ts'
import {
  addSeedEmail,
  forgetSeedEmails,
  seedEmails,
  seedTests,
} from '../../domain/deliverability/seed-tests.sql.ts'
import { readTrouble } from '../../domain/details/recorded.ts'
import { noSuch, refused } from '../../domain/refusal.ts'
import { formatInstant } from '../../lib/instant.ts'
import { action } from '../action.ts'
import { personalText, replyText } from '../mask.ts'
import { anyway, local } from '../sendings/sendings.ts'
import { causes, id, moment } from '../values.ts'
import { isLookedFor } from './look-for-seeds.ts'

/** As test emails have. */
const MOST_ADDRESSES = 20
const SHOWN_TESTS = 20

const STATES = ['sending', 'not-sent', 'looked-for', 'arrived', 'missing'] as const

const SeedEmail = z.object({
  address: personalText,
  state: z.enum(STATES),
  reply: replyText.nullable().describe('Of the relay.'),
  placement: z.enum(['inbox', 'junk', 'other']).nullable(),
  folder: z.string().nullable(),
  delaySeconds: z
    .number()
    .nullable()
    .describe('From the acceptance by the relay to the arrival in the mailbox.'),
  authserv: z
    .string()
    .nullable()
    .describe('Who judged, by its Authentication-Results; null: nothing of the receiver.'),
  spf: z.string().nullable(),
  dkim: z.string().nullable(),
  dmarc: z.string().nullable(),
  looked: moment.nullable(),
  trouble: z.string().nullable().describe('Why the mailbox could not be read.'),
  causes,
})

const SeedTest = z.object({
  id: id.describe('Of the test sending.'),
  newsletterId: id,
  name: z.string(),
  made: moment,
  emails: z.array(SeedEmail),
})

type Row = Awaited<ReturnType<typeof seedEmails>>[number]

function stateOf(row: Row): (typeof STATES)[number] {
  if (row.placement !== null) return 'arrived'
  if (row.state === 'accepted') return isLookedFor(row) ? 'looked-for' : 'missing'
  return row.state === null || /^(?:planned|sending|deferred)$/.test(row.state)
    ? 'sending'
    : 'not-sent'
}

const millisOf = (at: string): number => Date.parse(formatInstant(at))

function shown(row: Row): z.input<typeof SeedEmail> {
  const { address, reply, placement, folder, authserv, spf, dkim, dmarc, lookedAt } = row
  const { arrivedAt, changedAt } = row
  return {
    address,
    reply,
    folder,
    authserv,
    spf,
    dkim,
    dmarc,
    looked: lookedAt,
    placement: placement as z.input<typeof SeedEmail>['placement'],
    ...readTrouble(row.trouble),
    state: stateOf(row),
    // Clocks of mailboxes have whole seconds.
    delaySeconds:
      arrivedAt === null || changedAt === null
        ? null
        : Math.max(0, (millisOf(arrivedAt) - millisOf(changedAt)) / 1000),
  }
}

async function testsOf(db: Db, accountId: number, wanted?: number) {
  const tests = await seedTests(db, { accountId, most: wanted === undefined ? SHOWN_TESTS : 100 })
  const chosen = wanted === undefined ? tests : tests.filter(one => one.id === wanted)
  const sendingIds = chosen.map(one => one.id)
  const rows = await seedEmails(db, { accountId, sendingIds })
  return chosen.map(({ createdAt, ...test }) => ({
    ...test,
    made: createdAt,
    emails: rows.filter(({ sendingId }) => sendingId === test.id).map(shown),
  }))
}

async function testOf(db: Db, accountId: number, testId: number) {
  const [test] = await testsOf(db, accountId, testId)
  if (!test) throw noSuch('no-such-sending', testId)
  return test
}

/** Own ones first: of an address that several mailboxes have the first counts. */
async function seedsOf(db: Db, accountId: number) {
  const all = [
    ...(await inboxes(db, { accountId })),
    ...(await inboxes(db, { accountId: NO_ACCOUNT })),
  ]
  const seeds = all.flatMap(({ seedAddress, ...inbox }) =>
    seedAddress === null ? [] : [{ ...inbox, seedAddress }],
  )
  return [...new Map(seeds.reverse().map(one => [one.seedAddress.toLowerCase(), one])).values()]
    .reverse()
    .slice(0, MOST_ADDRESSES)
}

const params = z.strictObject({ testId: id })

export const seedTestActions = [
  action({
    route: 'GET /seed-tests',
    right: 'read',
    about:
      'Seed tests, the newest first: in which folder emails arrived, and how they were judged.',
    command: 'provider seed-tests',
    out: z.object({
      addresses: z
        .array(z.object({ address: personalText, mailbox: personalText }))
        .describe('Those that a test goes to.'),
      items: z.array(SeedTest),
    }),
    async run({ db, account }) {
      const seeds = await seedsOf(db, account.id)
      return {
        addresses: seeds.map(one => ({ address: one.seedAddress, mailbox: one.shown })),
        items: await testsOf(db, account.id),
      }
    },
  }),
  action({
    route: 'POST /seed-tests',
    right: 'content',
    about: 'Send a newsletter to all addresses of seed tests. Then look where it arrives.',
    command: 'provider seed-test <newsletterId>',
    body: z.strictObject({
      newsletterId: id.describe('The newsletter.'),
      listId: id.optional().describe('The list that gives the sender.'),
      anyway,
      local,
    }),
    out: SeedTest,
    creates: true,
    async run({ db, account, relays }, { body: { listId: list, ...order } }) {
      const seeds = await seedsOf(db, account.id)
      if (seeds.length === 0) throw refused('not-valid', 'seed-none')
      const { sendTest } = await import('../sendings/send-newsletter.ts')
      const emails = seeds.map(({ seedAddress }) => seedAddress)
      const sent = await sendTest(db, relays, account.id, { ...order, list, emails })
      for (const { seedAddress: address, accountId: inboxAccountId, id: inboxId } of seeds) {
        const inbox = { inboxAccountId, inboxId }
        await addSeedEmail(db, { accountId: account.id, sendingId: sent.id, address, ...inbox })
      }
      await forgetSeedEmails(db, { accountId: account.id })
      return testOf(db, account.id, sent.id)
    },
  }),
  action({
    route: 'POST /seed-tests/:testId/look',
    right: 'content',
    about: 'Look into the mailboxes for what was not found yet, for a day after it was sent.',
    command: 'provider seed-look',
    params,
    out: SeedTest,
    async run(call, { params: { testId } }) {
      const { db, account } = call
      await testOf(db, account.id, testId)
      const { lookForSeeds } = await import('./look-for-seeds.ts')
      await lookForSeeds(call, testId)
      return testOf(db, account.id, testId)
    },
  }),
] as const
