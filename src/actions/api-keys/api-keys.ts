/** API keys. */
import { z } from 'zod'
import { detailed } from '../../domain/details/details.ts'
import {
  limitApiKey,
  listApiKeys,
  MOST_CALLS_PER_MINUTE,
  makeApiKey,
  revokeApiKey,
  takeOverApiKey,
  violationsOfApiKey,
} from '../../domain/members/api-keys/api-keys.ts'
import { MOST_NETWORKS, violationsOfKeyBinding } from '../../domain/members/api-keys/key-binding.ts'
import { LOSSES } from '../../domain/members/api-keys/key-maker.ts'
import { keysOfMember } from '../../domain/members/api-keys/lost-rights.ts'
import { RIGHTS } from '../../domain/members/rights.ts'
import { findProjectBy } from '../../domain/transactions/projects.ts'
import { action, demand } from '../action.ts'
import { ApiProblem } from '../problem.ts'
import { withRules } from '../value-problems.ts'
import { id, moment, until } from '../values.ts'

const name = z.string().max(100).describe('Which program uses it.')
const right = z.enum(RIGHTS)
const rights = z.array(right).min(1)
const masked = z.boolean().describe('Addresses are shown as a•••@example.com.')

const callsPerMinute = z.int().min(1).max(MOST_CALLS_PER_MINUTE)

const ApiKey = z
  .object({
    id,
    name,
    rights,
    masked: masked.describe('By itself, or because its maker sees no personal data now.'),
    maker: z
      .object({
        kind: z.enum(['person', 'account', 'command']),
        personId: id.nullable(),
        email: z.string().nullable(),
      })
      .describe('A member; the account, by its own password; a command on the server.'),
    lost: z.array(z.enum(RIGHTS)).describe('Rights without effect now: its maker has them not.'),
    why: z
      .enum(LOSSES)
      .nullable()
      .describe(
        'maker-gone: who made it is no member any more, and calls are refused. maker-has-less: they ' +
          'have a lower role now, or are no operator. not-alone: there are other accounts now.',
      ),
    created: moment,
    expires: moment.nullable(),
    expired: z.boolean(),
    callsPerMinute: callsPerMinute
      .nullable()
      .describe('A limit of its own; null: as many as each caller may make.'),
    test: z.boolean().describe('It changes nothing, and emails of it go nowhere.'),
    projectId: id.nullable().describe('It sends and reads emails of this project only.'),
    project: z.string().nullable(),
    listId: id.nullable().describe('It reads and changes subscribers of this list only.'),
    list: z.string().nullable(),
    networks: z.array(z.string()).describe('It calls from these only; none: from everywhere.'),
    returnsTo: z
      .string()
      .nullable()
      .describe(
        'Of an assistant that signed in by OAuth, as claude.ai: its tools alone have the rights.',
      ),
    used: moment
      .nullable()
      .describe('When a program last called with it, to the minute; also in vain.'),
  })
  .meta({ id: 'ApiKey' })

export type ApiKeyAnswer = z.output<typeof ApiKey>

const params = z.strictObject({ keyId: id })

export const apiKeys = [
  action({
    route: 'GET /api-keys',
    right: 'own',
    about: 'The API keys, the oldest first.',
    command: 'api-key list',
    query: z.strictObject({
      endingWith: id
        .optional()
        .describe('Only those that would stop if the person of this id were no member any more.'),
    }),
    out: z.object({ items: z.array(ApiKey) }),
    run: async ({ db, account }, { query: { endingWith } }) => ({
      items: await (endingWith === undefined
        ? listApiKeys(db, account.id)
        : keysOfMember(db, account.id, endingWith)),
    }),
  }),
  action({
    route: 'POST /api-keys',
    right: 'own',
    confirmed: true,
    about:
      'Make an API key with rights that the caller has. Its token is shown this once. At each ' +
      'call it has at most what its maker has then.',
    command: 'api-key add <name>',
    body: withRules(
      z.strictObject({
        name,
        rights: rights.default(['read']).describe('What it may do; by default read.'),
        masked: masked.default(false),
        test: z
          .boolean()
          .default(false)
          .describe('To try with: it only reads, and POST /emails of it goes nowhere.'),
        expires: until.describe('Valid until then; otherwise until it is removed.'),
        callsPerMinute: callsPerMinute
          .optional()
          .describe('A limit of its own, which takes the right "operate" to give.'),
        project: z
          .string()
          .max(200)
          .optional()
          .describe('Bound to this project: its id, its guid or its name.'),
        listId: id.optional().describe('Bound to this list.'),
        networks: z
          .array(z.string().max(60))
          .max(MOST_NETWORKS)
          .default([])
          .describe('Calls from these networks only: 10.0.0.0/8, 2001:db8::/32.'),
      }),
      given => [...violationsOfApiKey(given), ...violationsOfKeyBinding(given)],
    ),
    out: ApiKey.extend({ token: z.string() }),
    creates: true,
    async run({ db, account, caller }, { body: { project, ...given } }) {
      for (const right of given.rights) demand(caller, right)
      if (given.callsPerMinute !== undefined) demand(caller, 'operate')
      const { key, token } = await makeApiKey(db, account.id, {
        ...given,
        ...(project !== undefined && {
          projectId: (await findProjectBy(db, account.id, project)).id,
        }),
        maker: caller.maker,
        masked: given.masked || caller.masked,
      })
      return { ...key, token }
    },
  }),
  action({
    route: 'POST /api-keys/:keyId/take-over',
    right: 'own',
    confirmed: true,
    about:
      'Become the maker of a key, which goes on with the same token and those of its rights that ' +
      'the caller has. For people only.',
    command: 'api-key take-over',
    params,
    out: ApiKey,
    run({ db, account, caller }, { params: { keyId } }) {
      if (caller.isKey) throw new ApiProblem('not-confirmed', detailed('key-by-person'))
      return takeOverApiKey(db, account.id, keyId, caller)
    },
  }),
  action({
    route: 'PATCH /api-keys/:keyId',
    right: 'operate',
    confirmed: true,
    about: 'Give a key a limit of its own, more calls a minute or fewer; null takes it away.',
    command: 'api-key limit <callsPerMinute>',
    params,
    body: z.strictObject({
      callsPerMinute: callsPerMinute.nullable().describe('How many; none: as many as all may.'),
    }),
    out: ApiKey,
    run: ({ db, account }, { params: { keyId }, body }) =>
      limitApiKey(db, account.id, keyId, body.callsPerMinute),
  }),
  action({
    route: 'DELETE /api-keys/:keyId',
    right: 'own',
    confirmed: true,
    about: 'Remove an API key: calls with it are refused from now on.',
    command: 'api-key remove',
    params,
    run: ({ db, account }, { params: { keyId } }) => revokeApiKey(db, account.id, keyId),
  }),
] as const
