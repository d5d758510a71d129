/** The installation: its work, its settings, its store, its checks. */

import { z } from 'zod'
import { action } from '../action.ts'
import { readStatus } from '../home/status.ts'
import { httpAction } from '../http/http-action.ts'
import { replyText } from '../mask.ts'
import { Sentence } from '../sentences.ts'

const count = z.int()
const text = z.string()
const states = z.array(z.object({ state: text, count }))

const Status = z.object({
  workers: count.describe('Processes that send.'),
  sendings: states,
  triggers: states,
  routes: z.array(z.object({ name: text, state: text, reason: replyText.nullable() })),
  emails: z.array(z.object({ of: text, waiting: count, oldestSeconds: z.number() })),
  work: z.array(z.object({ kind: text, due: count })),
  webhooks: z.object({ waiting: count }),
  hitsUncounted: count,
  troubles: z
    .array(
      Sentence.extend({
        account: text.nullable().describe('Null: concerns all accounts.'),
        todo: text.describe('A command that mends it.'),
      }),
    )
    .describe('What waits for somebody.'),
})

export const installation = [
  action({
    route: 'GET /installation/status',
    right: 'operate',
    about: 'Running work, queues, and what waits for confirmation, of all accounts.',
    commands: ['status'],
    out: Status,
    run: ({ db }) => readStatus(db),
  }),
  httpAction({
    route: 'GET /installation/settings',
    right: 'operate',
    about: 'The settings of the process that answers, and where each comes from. No secrets.',
    commands: ['config show'],
    out: z.object({
      items: z.array(z.object({ name: text, value: text.nullable(), source: text })),
    }),
    run: async ({ services }) => ({
      items: services.installation
        .settings()
        .map(({ value = null, ...setting }) => ({ ...setting, value })),
    }),
  }),
  httpAction({
    route: 'GET /installation/store',
    right: 'operate',
    about: 'What the store is: version, schema, size, who uses it.',
    commands: ['store status'],
    out: z.object({
      kind: z.enum(['embedded', 'external']),
      version: text,
      database: text,
      schema: count,
      newestSchema: count,
      bytes: z.number(),
      sessions: count,
    }),
    run: ({ services }) => services.installation.store(),
  }),
  httpAction({
    route: 'GET /installation/checks',
    right: 'operate',
    about: 'Check machine, settings, keys, store and DNS, and name remedies. Takes seconds.',
    commands: ['doctor'],
    out: z.object({
      findings: z.array(
        z.object({
          check: text,
          state: z.enum(['ok', 'warn', 'bad']),
          says: text,
          todo: text.nullable(),
        }),
      ),
    }),
    run: async ({ services }) => ({
      findings: (await services.installation.examine()).map(({ todo = null, ...finding }) => ({
        ...finding,
        todo,
      })),
    }),
  }),
] as const
