/** Invitations of new members. */
import { z } from 'zod'
import {
  acceptInvitation,
  inviteMember,
  listInvitations,
  readInvitation,
  takeBackInvitation,
} from '../../../domain/members/invite.ts'
import { mailedLink } from '../mailed-link.ts'
import { route, visitorRoute } from '../route.ts'
import { email, moment } from '../values.ts'
import { memberMasked, memberRole } from './members.ts'

const given = { email, role: memberRole, masked: memberMasked }
const Invitation = z.object({ ...given, created: moment, expires: moment })

export type OpenInvitationAnswer = z.output<typeof Invitation>
const token = z.string().max(100)

export const invitations = [
  route({
    method: 'GET',
    path: '/invitations',
    right: 'own',
    about: 'The invitations that were not used yet.',
    out: z.object({ items: z.array(Invitation) }),
    run: async ({ db, account }) => ({
      items: await listInvitations(db, account.id),
    }),
  }),
  route({
    method: 'POST',
    path: '/invitations',
    right: 'own',
    confirmed: true,
    about: 'Invite a person, by mail if it can be sent. The link is shown once, valid for a week.',
    commands: ['member invite'],
    body: z.strictObject({
      ...{ ...given, masked: memberMasked.default(false) },
      mail: z.boolean().default(true).describe('Send the link to the person.'),
    }),
    out: z.object({
      link: z.string(),
      mailed: z.boolean(),
      trouble: z.string().nullable().describe('Why it was not mailed: hand the link over.'),
    }),
    creates: true,
    async run(call, { body: { mail, ...invited } }) {
      const path = `/console/invitation/${await inviteMember(call.db, call.account.id, invited)}`
      return mailedLink(call, mail, { kind: 'invitation', to: invited.email.trim(), path })
    },
  }),
  route({
    method: 'DELETE',
    path: '/invitations/:email',
    right: 'own',
    about: 'Take an invitation back.',
    params: z.strictObject({ email }),
    run: ({ db, account }, { params }) => takeBackInvitation(db, account.id, params.email),
  }),
  visitorRoute({
    method: 'POST',
    path: '/invitations/read',
    about: 'What an invitation is for.',
    body: z.strictObject({ token }),
    out: z.object({
      ...{ email, role: z.string(), account: z.string() },
      known: z.boolean().describe('The person has a password: it must be given to accept.'),
    }),
    run: ({ db }, { body }) => readInvitation(db, body.token),
  }),
  visitorRoute({
    method: 'POST',
    path: '/invitations/accept',
    about: 'Accept an invitation, with a new password, or one’s own if one has one. Signs in.',
    body: z.strictObject({
      token,
      password: z.string().max(1000),
      name: z.string().max(100).default(''),
      language: z.string().max(10).default('en'),
    }),
    async run({ db, services, client, gone, setSession }, { body: { token: of, ...answer } }) {
      const given = { ...answer, ...client }
      setSession(await acceptInvitation(db, services.signInPerson, of, given, gone))
    },
  }),
]
