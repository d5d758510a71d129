/** The installation: its work, its settings, its store, its checks. */

import { z } from 'zod'
import { growthByPart, STORE_PARTS } from '../../domain/installation/store-parts.ts'
import { action } from '../action.ts'
import { readStatus } from '../home/status.ts'
import { httpAction } from '../http/http-action.ts'
import { replyText } from '../mask.ts'
import { Sentence } from '../sentences.ts'
import { moment } from '../values.ts'
import { backupActions } from './backups.ts'
import { Check, reportedFinding } from './checks.ts'
import { retention } from './retention.ts'

const count = z.int()
const text = z.string()
const states = z.array(z.object({ state: text, count }))

const Status = z.object({
  workers: count.describe('Processes that send.'),
  sendings: states,
  triggers: z.array(z.object({ state: text, count, due: count, oldestSeconds: z.number() })),
  routes: z.array(z.object({ name: text, state: text, reason: replyText.nullable() })),
  emails: z.array(z.object({ of: text, waiting: count, oldestSeconds: z.number() })),
  work: z.array(z.object({ kind: text, due: count, oldestSeconds: z.number() })),
  webhooks: z.object({ waiting: count, oldestSeconds: z.number() }),
  hitsUncounted: count,
  hitsOldestSeconds: z.number(),
  processes: z
    .array(
      z.object({
        host: text,
        roles: text.describe('What it does: all, web or worker.'),
        version: text,
        startedAt: moment,
        seenAt: moment.describe('Its last heartbeat; one comes every ten seconds.'),
        processor: z.number().describe('The share of one processor, lately.'),
        memoryBytes: z.number(),
        alive: z.boolean(),
      }),
    )
    .describe(
      'Processes of the service, also those that ended without stopping in order, for a day.',
    ),
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
  ...backupActions,
  ...retention,
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
      items: z.array(
        z.object({
          name: text,
          value: text.nullable().describe('Never that of a secret.'),
          source: text.describe('environment, default, or the file.'),
          sentence: text.describe('What it is for, in English.'),
        }),
      ),
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
      disk: z
        .object({ free: z.number(), size: z.number() })
        .nullable()
        .describe('Of the folder of the embedded store, in bytes.'),
      parts: z
        .array(
          z.object({
            part: z.enum(STORE_PARTS),
            bytes: z.number(),
            bytesPerDay: z
              .number()
              .nullable()
              .describe('Mean growth, over the last 90 days at most; null on the first day.'),
          }),
        )
        .nullable()
        .describe('What takes the room, the largest first; null: not known in time.'),
    }),
    run: async ({ db, services }) => ({
      ...(await services.installation.store()),
      parts: await growthByPart(db),
    }),
  }),
  httpAction({
    route: 'GET /installation/checks',
    right: 'operate',
    about: 'Check machine, settings, keys, store and DNS, and name remedies. Takes seconds.',
    commands: ['doctor'],
    out: z.object({ findings: z.array(Check) }),
    run: async ({ services }) => ({
      findings: (await services.installation.examine()).map(reportedFinding),
    }),
  }),
] as const
