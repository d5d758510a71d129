/**
 * Letting an assistant in: what its request for a sign-in says, and the consent of a member. The
 * console alone asks; the assistant itself speaks OAuth (src/console-api/v1/oauth).
 */
import { z } from 'zod'
import { detailed } from '../../domain/details/details.ts'
import {
  ACCESS,
  ACCESSES,
  issuerAt,
  LONGEST_REQUEST,
  mayPropose,
  readAuthorization,
} from '../../domain/members/oauth/authorization.ts'
import { issueCode } from '../../domain/members/oauth/grants.ts'
import { demand } from '../action.ts'
import { type HttpCall, httpAction } from '../http/http-action.ts'
import { ApiProblem } from '../problem.ts'

/** RFC 6749, section 4.1.2.1. */
const DENIED = 'access_denied'

const request = z
  .string()
  .max(LONGEST_REQUEST)
  .describe('The query of the address that the assistant opened.')

const access = z
  .enum(ACCESSES)
  .describe('read: to read. propose: also drafts, filters, and proposals that wait for a member.')

const location = z.string().describe('The address of the assistant to go on to.')

function read({ caller, services, origin }: HttpCall, given: string) {
  if (caller.isKey) throw new ApiProblem('not-allowed', detailed('assistant-by-person'))
  return readAuthorization(services.sealer, issuerAt(origin), given)
}

export const assistants = [
  httpAction({
    route: 'POST /assistants/check',
    right: 'read',
    about: 'What an assistant asks for that wants to sign in by OAuth. For the console.',
    body: z.strictObject({ request }),
    out: z.object({
      client: z
        .object({
          name: z.string().describe('As it calls itself.'),
          returnsTo: z.string().describe('The host of the address that it returns to.'),
          asked: access,
          offered: z.array(access).describe('What the caller can let it do.'),
        })
        .nullable()
        .describe('null: the request is wrong, and the assistant hears why.'),
      denied: location.describe('Where to go on without letting it in.'),
    }),
    async run(call, { body }) {
      const asked = read(call, body.request)
      if ('denied' in asked) return { client: null, denied: asked.denied }
      const offered = mayPropose(call.caller.rights) ? ACCESSES : (['read'] as const)
      return {
        client: {
          name: asked.clientName,
          returnsTo: asked.returnsTo,
          asked: asked.asked,
          offered: [...offered],
        },
        denied: asked.back({ error: DENIED }),
      }
    },
  }),
  httpAction({
    route: 'POST /assistants',
    right: 'read',
    confirmed: true,
    about:
      'Let an assistant in that signs in by OAuth, with rights that the caller has. It becomes a ' +
      'key once it exchanges its code, within two minutes. For the console.',
    body: z.strictObject({ request, access }),
    out: z.object({ location }),
    async run(call, { body }) {
      const { db, account, caller } = call
      const asked = read(call, body.request)
      if ('denied' in asked) return { location: asked.denied }
      if (body.access === 'propose') demand(caller, 'content')
      const { masked, maker } = caller
      const rights = ACCESS[body.access].filter(right => caller.rights.has(right))
      const code = await issueCode(db, account.id, asked, { rights, masked, maker })
      return { location: asked.back({ code }) }
    },
  }),
] as const
