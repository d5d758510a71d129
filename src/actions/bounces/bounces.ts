/** Returned messages: bounces, and replies that wait for a decision. */
import { z } from 'zod'
import { bouncesOf } from '../../domain/bounces/bounces.sql.ts'
import { endHold } from '../../domain/bounces/holds/close-hold.ts'
import { openHolds } from '../../domain/bounces/holds/holds.sql.ts'
import { emailKey } from '../../lib/email-address.ts'
import { SOURCE } from '../../lib/source-kind.ts'
import { judgeReply } from '../../mail/bounces/judge.ts'
import { action } from '../action.ts'
import { cut, placeMoment, placeOf } from '../cursor.ts'
import { asking, replyText } from '../mask.ts'
import { email, id, moment, pageOf, paging, since } from '../values.ts'

const KINDS = ['hard', 'soft', 'blocked', 'complaint', 'unknown', 'none'] as const

const Bounce = z
  .object({
    id,
    email,
    received: moment,
    listId: id.nullable(),
    kind: z.enum(KINDS),
    class: z.string(),
    status: z.string().nullable(),
    reply: replyText.nullable(),
    rule: z.string().describe('The rule that said so.'),
    counts: z.boolean(),
    sendingId: id.nullable(),
    projectId: id.nullable(),
  })
  .meta({ id: 'Bounce' })

const Judgement = z.object({
  kind: z.enum(KINDS),
  class: z.string(),
  status: z.string().nullable(),
  rule: z.string(),
})

const Hold = z
  .object({
    id,
    provider: z.string(),
    people: z.int(),
    reply: replyText,
    opened: moment,
  })
  .meta({ id: 'Hold' })

const holdId = z.strictObject({ holdId: id })

const people = z.object({ people: z.int() })

export const bounces = [
  action({
    route: 'GET /bounces',
    right: 'read',
    about: 'What came back, the newest first.',
    command: 'bounce list',
    query: z.strictObject({
      ...paging,
      since,
      email: asking(email.optional()).describe('Of this address.'),
      kind: z.enum(KINDS).optional().describe('Of this kind.'),
      sendingId: id.optional().describe('Of this sending.'),
    }),
    out: pageOf(Bounce),
    async run(
      { db, account },
      { query: { after, limit, since: from, email: of, kind, sendingId } },
    ) {
      const place = placeOf(after, z.tuple([placeMoment, z.int()]))
      const [beforeTime, beforeId] = place ?? ['infinity', 0]
      const rows = await bouncesOf(db, {
        accountId: account.id,
        beforeTime,
        beforeId,
        most: limit + 1,
        emailKey: of === undefined ? null : emailKey(of),
        kind: kind ?? null,
        sendingId: sendingId ?? null,
        since: from ?? '-infinity',
      })
      const { items, next } = cut(rows, limit, row => [row.received, row.id])
      return {
        items: items.map(({ sourceKind, sourceId, kind: found, ...row }) => ({
          ...row,
          kind: found as (typeof KINDS)[number],
          sendingId: sourceKind === SOURCE.sending ? sourceId : null,
          projectId: sourceKind === SOURCE.transaction ? sourceId : null,
        })),
        next,
      }
    },
  }),
  action({
    route: 'POST /bounces/explain',
    right: 'read',
    about: "What a server's reply to RCPT or the email would be taken for, and by which rule.",
    commands: ['bounce explain'],
    body: z.strictObject({
      reply: z.string().min(1).max(10_000).describe("A server's reply to RCPT or the email."),
    }),
    out: Judgement,
    async run(_call, { body }) {
      const { kind, class: found, status, rule } = judgeReply(body.reply, true)
      return { kind, class: found, status: status ?? null, rule }
    },
  }),
  action({
    route: 'GET /bounce-holds',
    right: 'read',
    about: 'Replies that came for many people and wait for a decision.',
    command: 'bounce holds',
    out: z.object({ items: z.array(Hold) }),
    async run({ db, account }) {
      const rows = await openHolds(db, { accountId: account.id })
      return {
        items: rows.map(({ domainGroup, example, openedAt, ...row }) => ({
          ...row,
          provider: domainGroup,
          reply: example,
          opened: openedAt,
        })),
      }
    },
  }),
  action({
    route: 'POST /bounce-holds/:holdId/confirm',
    right: 'people',
    about: 'The addresses are dead: their people stay suppressed.',
    command: 'bounce confirm',
    params: holdId,
    out: people,
    run: async ({ db, account, bounces: rules }, { params }) => ({
      people: await endHold(db, account.id, params.holdId, 'confirmed', rules),
    }),
  }),
  action({
    route: 'POST /bounce-holds/:holdId/release',
    right: 'people',
    about: 'The reply was about the sender: they are sent emails again.',
    command: 'bounce release',
    params: holdId,
    out: people,
    run: async ({ db, account, bounces: rules }, { params }) => ({
      people: await endHold(db, account.id, params.holdId, 'released', rules),
    }),
  }),
] as const
