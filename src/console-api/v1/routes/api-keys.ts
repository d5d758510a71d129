/** API keys. */
import { z } from 'zod'
import { listApiKeys, makeApiKey, revokeApiKey } from '../../../domain/members/api-keys.ts'
import { RIGHTS } from '../../../domain/members/rights.ts'
import { demand } from '../caller.ts'
import { route } from '../route.ts'
import { id, moment } from '../values.ts'

const name = z.string().max(100).describe('Which program uses it.')
const rights = z.array(z.enum(RIGHTS)).min(1)
const masked = z.boolean().describe('Addresses are shown as a•••@example.com.')

const ApiKey = z.object({
  ...{ id, name, rights, masked },
  created: moment,
  expires: moment.nullable(),
  expired: z.boolean(),
  used: moment.nullable().describe('When it was last used, to the minute.'),
})

export type ApiKeyAnswer = z.output<typeof ApiKey>

export const apiKeys = [
  route({
    method: 'GET',
    path: '/api-keys',
    right: 'own',
    about: 'The API keys, the oldest first.',
    commands: ['api-key list'],
    out: z.object({ items: z.array(ApiKey) }),
    run: async ({ db, account }) => ({ items: await listApiKeys(db, account.id) }),
  }),
  route({
    method: 'POST',
    path: '/api-keys',
    right: 'own',
    confirmed: true,
    about: 'Make an API key with rights that the caller has. Its token is shown this once.',
    commands: ['api-key add'],
    body: z.strictObject({
      ...{ name, rights },
      masked: masked.default(false),
      expires: z.iso.datetime({ offset: true }).optional(),
    }),
    out: ApiKey.extend({ token: z.string() }),
    creates: true,
    async run({ db, account, caller }, { body: { expires, ...given } }) {
      for (const right of given.rights) demand(caller, right)
      const { key, token } = await makeApiKey(db, account.id, {
        ...given,
        masked: given.masked || caller.masked,
        expires: expires === undefined ? undefined : new Date(expires),
      })
      return { ...key, token }
    },
  }),
  route({
    method: 'DELETE',
    path: '/api-keys/:keyId',
    right: 'own',
    confirmed: true,
    about: 'Remove an API key: calls with it are refused from now on.',
    commands: ['api-key remove'],
    params: z.strictObject({ keyId: id }),
    run: ({ db, account }, { params: { keyId } }) => revokeApiKey(db, account.id, keyId),
  }),
]
