/** Invitations of new members. */

import { z } from 'zod'
import { acceptInvitation, readInvitation } from '../../domain/members/entry/accept-invitation.ts'
import {
  inviteMember,
  listInvitations,
  takeBackInvitation,
  violationsOfInvitation,
} from '../../domain/members/entry/invite.ts'
import { violationsOfMember } from '../../domain/members/members.ts'
import { action } from '../action.ts'
import { demandToGive } from '../demands.ts'
import { httpAction, visitorAction } from '../http/http-action.ts'
import { MemberLinkAnswer, mailedLink } from '../http/mailed-link.ts'
import { withRules } from '../value-problems.ts'
import { email, moment } from '../values.ts'
import { memberMasked, memberRole } from './members.ts'

const given = { email, role: memberRole, masked: memberMasked }
const Invitation = z
  .object({ ...given, created: moment, expires: moment })
  .meta({ id: 'Invitation' })

const token = z.string().max(100)

export const invitations = [
  action({
    route: 'GET /invitations',
    right: 'own',
    about: 'The invitations that were not used yet.',
    out: z.object({ items: z.array(Invitation) }),
    run: async ({ db, account }) => ({
      items: await listInvitations(db, account.id),
    }),
  }),
  httpAction({
    route: 'POST /invitations',
    right: 'own',
    confirmed: true,
    about:
      'Invite a person, for a week, with no more than the caller may. The link is mailed, which ' +
      'proves the mailbox of whoever uses it; if it is not, it is shown once.',
    commands: ['member invite'],
    body: withRules(
      z.strictObject({
        ...given,
        masked: memberMasked.optional(),
        mail: z.boolean().default(true).describe('Send the link to the person.'),
      }),
      violationsOfInvitation,
    ),
    out: MemberLinkAnswer,
    creates: true,
    run(call, { body: { mail, masked = call.caller.masked, ...invited } }) {
      const { db, account, caller } = call
      demandToGive(caller, invited.role, masked)
      const make = async (proves: boolean) => {
        const token = await inviteMember(db, account.id, { ...invited, masked, proves })
        return `/console/invitation/${token}`
      }
      return mailedLink(call, { kind: 'invitation', to: invited.email.trim(), mail, make })
    },
  }),
  action({
    route: 'DELETE /invitations/:email',
    right: 'own',
    about: 'Take an invitation back.',
    params: z.strictObject({ email }),
    run: ({ db, account }, { params }) => takeBackInvitation(db, account.id, params.email),
  }),
  visitorAction({
    route: 'POST /invitations/read',
    about: 'What an invitation is for.',
    body: z.strictObject({ token }),
    out: z.object({
      email,
      role: z.string(),
      account: z.string(),
      known: z.boolean().describe('To accept, the person gives their own password, not a new one.'),
    }),
    async run({ db }, { body }) {
      const { email, role, account, known } = await readInvitation(db, body.token)
      return { email, role, account, known }
    },
  }),
  visitorAction({
    route: 'POST /invitations/accept',
    about: 'Accept an invitation, with a new password, or one’s own if one has one. Signs in.',
    body: withRules(
      z.strictObject({
        token,
        password: z.string().max(1000),
        name: z.string().max(100).default(''),
        language: z.string().max(10).default('en'),
      }),
      violationsOfMember,
    ),
    async run({ db, services, client, gone, setSession }, { body: { token: of, ...answer } }) {
      const given = { ...answer, ...client }
      setSession(await acceptInvitation(db, services.signInPerson, of, given, gone))
    },
  }),
] as const
