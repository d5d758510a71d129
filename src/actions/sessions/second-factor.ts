/** One-time codes beside the password. */

import { z } from 'zod'
import { codeDemand } from '../../domain/accounts/accounts.sql.ts'
import { demandCodes } from '../../domain/accounts/change-account.ts'
import { findSession } from '../../domain/accounts/session.ts'
import {
  dropCodesOfMember,
  finishSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from '../../domain/members/second-factor.ts'
import { httpAction, type VisitorCall, visitorAction } from '../http/http-action.ts'
import { ApiProblem } from '../problem.ts'
import { id } from '../values.ts'

const code = z.string().max(40).describe('Six digits of the app, or a recovery code.')

/** The person of the cookie, also while a code is still to come or to be set up. */
async function personOf({ db, session: token }: VisitorCall) {
  const session = token === '' ? undefined : await findSession(db, token)
  if (!session?.member) throw new ApiProblem('not-signed-in')
  return { ...session, personId: session.member.personId }
}

async function personToSetUp(call: VisitorCall) {
  const person = await personOf(call)
  if (person.wants === 'code') throw new ApiProblem('code-needed')
  if (!person.confirmed) throw new ApiProblem('not-confirmed')
  return person
}

export const secondFactor = [
  visitorAction({
    route: 'POST /session/code',
    about: 'Give the one-time code that a session waits for after the password.',
    body: z.strictObject({ code }),
    async run(call, { body }) {
      const { personId, account, tokenHash } = await personOf(call)
      const session = { accountId: account.id, tokenHash }
      const peer = call.client.peer ?? ''
      await call.services.checkCode({ personId, code: body.code, peer, session })
    },
  }),
  visitorAction({
    route: 'POST /session/second-factor',
    about: 'Make a secret for an authenticator app. Codes are asked for once one is confirmed.',
    out: z.object({ secret: z.string(), uri: z.string().describe('For the QR code.') }),
    creates: true,
    async run(call) {
      const { personId } = await personToSetUp(call)
      return startSecondFactor(call.db, call.services.sealer, personId)
    },
  }),
  visitorAction({
    route: 'POST /session/second-factor/confirmation',
    about:
      'Ask for codes from now on. The recovery codes are shown this once; all other sessions end.',
    body: z.strictObject({ code }),
    out: z.object({ recoveryCodes: z.array(z.string()) }),
    creates: true,
    async run(call, { body }) {
      const { personId, tokenHash: exceptHash } = await personToSetUp(call)
      const given = { personId, code: body.code, exceptHash }
      return { recoveryCodes: await finishSecondFactor(call.db, call.services.sealer, given) }
    },
  }),
  httpAction({
    route: 'DELETE /session/second-factor',
    right: 'read',
    confirmed: true,
    about: 'Ask the person for no codes any more.',
    async run({ db, caller: { session } }) {
      if (session?.member) await removeSecondFactor(db, session.member.personId)
    },
  }),
  httpAction({
    route: 'DELETE /members/:personId/second-factor',
    right: 'own',
    confirmed: true,
    about: 'Ask a member for no codes, who has lost app and recovery codes.',
    params: z.strictObject({ personId: id }),
    run: ({ db, account }, { params: { personId } }) => dropCodesOfMember(db, account.id, personId),
  }),
  httpAction({
    route: 'GET /account/second-factor',
    right: 'own',
    about: 'Whether all members must have one-time codes.',
    out: z.object({ demanded: z.boolean() }),
    run: ({ db, account }) => codeDemand(db, { accountId: account.id }),
  }),
  httpAction({
    route: 'PUT /account/second-factor',
    right: 'own',
    confirmed: true,
    about: 'Demand one-time codes: members without must set them up before all else.',
    body: z.strictObject({ demanded: z.boolean() }),
    out: z.object({ demanded: z.boolean() }),
    async run({ db, account: { id: accountId } }, { body: { demanded } }) {
      await demandCodes(db, accountId, demanded)
      return { demanded }
    },
  }),
] as const
