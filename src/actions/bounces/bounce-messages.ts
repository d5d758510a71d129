/** Messages that bounces came in: shown, and judged again by the present rules. */
import { z } from 'zod'
import { keptMessage } from '../../domain/bounces/bounce-list.ts'
import { judgeAgain } from '../../domain/bounces/messages/judge-set-aside.ts'
import { undoRejudging } from '../../domain/bounces/rejudge.ts'
import { detailed } from '../../domain/details/details.ts'
import { action } from '../action.ts'
import { ApiProblem } from '../problem.ts'
import { id, since } from '../values.ts'
import { rejudgeBounces } from './rejudge-bounces.ts'

const MOST_SHOWN = 1_000

export const bounceMessages = [
  action({
    route: 'GET /bounces/:bounceId/message',
    right: 'read',
    personal: true,
    about: 'The message that a bounce came in, as it came, while it is kept.',
    command: 'bounce show',
    params: z.strictObject({ bounceId: id }),
    out: z.object({ message: z.string().describe('Each byte as one character: ISO 8859-1.') }),
    async run({ db, account }, { params: { bounceId } }) {
      const content = await keptMessage(db, account.id, bounceId)
      if (content) return { message: content.toString('latin1') }
      throw new ApiProblem('no-such-message', detailed('bounce-message-none', { bounce: bounceId }))
    },
  }),
  action({
    route: 'POST /bounces/rejudge',
    right: 'people',
    personal: true,
    about: 'Judge kept messages again: shows what would be different, or changes it.',
    command: 'bounce rejudge',
    body: z.strictObject({
      since,
      apply: z.boolean().default(false).describe('Change it; without this it is only shown.'),
    }),
    out: z.object({
      read: z.int(),
      changed: z.int(),
      run: id.nullable().describe('The number of the change, to undo it.'),
      changes: z
        .array(
          z.object({
            email: z.string(),
            before: z.string().nullable(),
            after: z.string().nullable(),
          }),
        )
        .describe(`The first ${MOST_SHOWN}.`),
    }),
    async run(call, { body: { since: from = new Date(0), apply } }) {
      const { db, account, bounces: rules, keyOf } = call
      const done = { read: 0, changed: 0, run: null as number | null }
      const changes = []
      const work = { since: from, apply, rules, keyOf }
      for await (const part of rejudgeBounces(db, account.id, work)) {
        done.read += part.read
        done.changed += part.changes.length
        done.run = part.runId ?? null
        for (const { email, before = null, after = null } of part.changes)
          if (changes.length < MOST_SHOWN) changes.push({ email, before, after })
      }
      return { ...done, changes }
    },
  }),
  action({
    route: 'POST /bounces/rejudge/:run/undo',
    right: 'people',
    about: 'Take a change by judging again back.',
    command: 'bounce undo',
    params: z.strictObject({ run: id }),
    out: z.object({ undone: z.int() }),
    run: async ({ db, account, bounces: rules }, { params: { run } }) => ({
      undone: await undoRejudging(db, account.id, run, rules),
    }),
  }),
  action({
    route: 'POST /bounces/set-aside/judge',
    right: 'people',
    about: 'Have the service judge messages again that were set aside.',
    commands: ['bounce set-aside'],
    out: z.object({ again: z.int() }),
    run: async ({ db, account }) => ({ again: await judgeAgain(db, account.id) }),
  }),
] as const
