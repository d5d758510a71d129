/** Signing in and out. */
import { z } from 'zod'
import { accountOfSession, endSession, openSession } from '../../../domain/accounts/session.ts'
import { RIGHTS } from '../../../domain/members/rights.ts'
import { route, visitorRoute } from '../route.ts'
import { id } from '../values.ts'

const Session = z.object({
  account: z.object({ id, username: z.string(), fieldCount: z.int() }),
  rights: z.array(z.enum(RIGHTS)),
})

export const session = [
  visitorRoute({
    method: 'POST',
    path: '/session',
    about: 'Sign in; the answer sets the session cookie.',
    body: z.strictObject({ username: z.string().max(500), password: z.string().max(500) }),
    out: Session,
    creates: true,
    async run({ db, services, peer, gone, setSession }, { body }) {
      const account = await services.signIn(body.username, body.password, peer, gone)
      setSession(await openSession(db, account.id))
      return { account, rights: [...RIGHTS] }
    },
  }),
  visitorRoute({
    method: 'DELETE',
    path: '/session',
    about: 'Sign out.',
    async run({ db, session: token, clearSession }) {
      if (token !== '' && (await accountOfSession(db, token))) await endSession(db, token)
      clearSession()
    },
  }),
  route({
    method: 'GET',
    path: '/session',
    right: 'read',
    about: 'Who is signed in, and what they may do.',
    out: Session,
    run: async ({ account, caller }) => ({ account, rights: [...caller.rights] }),
  }),
]
