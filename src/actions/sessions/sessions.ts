/** The open sessions. */

import { z } from 'zod'
import { sessionsOfAccount } from '../../domain/accounts/accounts.sql.ts'
import { endOtherSessions, endSessionById } from '../../domain/accounts/session.ts'
import { detailed } from '../../domain/details/details.ts'
import { agentOf } from '../../domain/tracking/machines/verdict.ts'
import { type HttpCaller, httpAction } from '../http/http-action.ts'
import { ApiProblem } from '../problem.ts'
import { id, moment } from '../values.ts'

const sessionId = z.string().max(16)

const OpenSession = z
  .object({
    id: sessionId,
    kind: z.enum(['account', 'link', 'person']),
    personId: id.nullable(),
    email: z.string().nullable(),
    created: moment,
    seen: moment.describe('When it was last used, to the minute.'),
    peer: z.string().describe('The address that it was opened from.'),
    userAgent: z.string(),
    agent: z.string().describe('In words: Firefox, Windows; other or none where it is not known.'),
    current: z.boolean(),
  })
  .meta({ id: 'OpenSession' })

/** Null: all of the account. Owners see and end those of others, everybody else their own. */
const whose = ({ rights, session }: HttpCaller): number | null =>
  rights.has('own') ? null : (session?.member?.personId ?? 0)

export const sessions = [
  httpAction({
    route: 'GET /sessions',
    right: 'read',
    about: 'Open sessions: for owners all of the account, else those of the person.',
    out: z.object({ items: z.array(OpenSession) }),
    run: async ({ db, account, caller }) => ({
      items: (
        await sessionsOfAccount(db, {
          accountId: account.id,
          personId: whose(caller),
          tokenHash: caller.session?.tokenHash ?? '',
        })
      ).map(({ kind, ...row }) => ({
        ...row,
        kind: OpenSession.shape.kind.parse(kind),
        agent: agentOf(row.userAgent.slice(0, 500)),
      })),
    }),
  }),
  httpAction({
    route: 'DELETE /sessions/:sessionId',
    right: 'read',
    about: 'End a session.',
    params: z.strictObject({ sessionId }),
    async run({ db, account, caller }, { params }) {
      const place = { accountId: account.id, id: params.sessionId, personId: whose(caller) }
      if (!(await endSessionById(db, place)))
        throw new ApiProblem('no-such-route', detailed('session-gone'))
    },
  }),
  httpAction({
    route: 'POST /sessions/end-others',
    right: 'read',
    about: 'End all sessions of the person in this account but this one.',
    async run({ db, account, caller: { session } }) {
      if (!session?.member) return
      const { tokenHash, member } = session
      const place = { accountId: account.id, personId: member.personId, exceptHash: tokenHash }
      await endOtherSessions(db, place)
    },
  }),
] as const
