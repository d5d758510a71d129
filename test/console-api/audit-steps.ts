/** One successful call of each changing route, in the order of their prerequisites. */
import { codeOf } from '../support/app-codes.ts'
import { signInRequest } from '../support/oauth-client.ts'
import { type ApiAnswer, type ApiClient, apiClient } from './api-setup.ts'
import { formSteps } from './audit-form-steps.ts'
import { programSteps } from './audit-program-steps.ts'
import { type AuditStep, type Ids, keeping, row, step, type World } from './audit-step.ts'

const PASSWORD = 'a long secret'
const FILE = new Uint8Array(Buffer.from('email\neve@readers.test\n'))

const asPerson = ({ ids }: World) => ids.person as ApiClient
const asSecond = ({ ids }: World) => ids.second as ApiClient
const asVisitor = ({ visitor }: World) => visitor

const clientOf = ({ headers }: ApiAnswer, { origin }: World): ApiClient =>
  apiClient(origin, {
    cookie: headers.get('set-cookie')!.split(';')[0]!,
    'X-Pennypost-Console': '1',
  })
const signedIn = async (world: World, name: string) => {
  const given = { username: 'ada@members.test', password: PASSWORD }
  world.ids[name] = clientOf(await world.visitor('POST', '/session', given), world)
}

const members: AuditStep[] = [
  step(
    'POST /invitations',
    'member.invite',
    { email: 'bob@members.test', role: 'viewer' },
    {
      after: (_made, { ids }) => {
        ids.email = 'bob@members.test'
      },
    },
  ),
  step('DELETE /invitations/:email', 'member.uninvite'),
  step(
    'POST /invitations/accept',
    'member.join',
    (ids: Ids) => ({ token: ids.token, password: PASSWORD }),
    {
      as: asVisitor,
      async before({ call, ids }) {
        const given = { email: 'ada@members.test', role: 'editor' }
        const { body } = await call('POST', '/invitations', given)
        ids.token = body.link.split('/').at(-1)
      },
      async after(made, world) {
        world.ids.person = clientOf(made, world)
        const { body } = await world.call('GET', '/members')
        world.ids.personId = body.items.at(-1).personId ?? body.items.at(-1).id
      },
    },
  ),
  step('PATCH /members/:personId', 'member.edit', { masked: true }),
  step('PATCH /session/person', 'member.edit', { name: 'Ada' }, { as: asPerson }),
  step(
    'POST /session/password',
    'member.password',
    { password: PASSWORD, newPassword: PASSWORD },
    { as: asPerson },
  ),
  step('POST /members/:personId/password-reset', 'member.reset', undefined, {
    after: ({ body }, { ids }) => {
      ids.token = body.link.split('/').at(-1)
    },
  }),
  step(
    'POST /password-resets/use',
    'member.password',
    (ids: Ids) => ({ token: ids.token, password: PASSWORD }),
    { as: asVisitor, after: (_made, world) => signedIn(world, 'person') },
  ),
  step(
    'POST /session',
    'session.open',
    { username: 'ada@members.test', password: PASSWORD },
    { as: asVisitor },
  ),
  step('POST /sessions/end-others', 'session.end-others', undefined, {
    as: asPerson,
    before: world => signedIn(world, 'second'),
  }),
  step(
    'POST /session/second-factor/confirmation',
    'member.set-code',
    (ids: Ids) => {
      ids.used = Number(ids.used ?? -1) + 1
      return { code: codeOf(String(ids.secret), Number(ids.used)) }
    },
    {
      as: asPerson,
      async before(world) {
        const made = await asPerson(world)('POST', '/session/second-factor', {})
        world.ids.secret = made.body.secret
      },
      after: ({ body }, { ids }) => {
        ids.recoveryCode = body.recoveryCodes[0]
      },
    },
  ),
  step('POST /session/code', 'session.code', (ids: Ids) => ({ code: ids.recoveryCode }), {
    as: asSecond,
    before: world => signedIn(world, 'second'),
  }),
  step('DELETE /session/second-factor', 'member.drop-code', undefined, { as: asPerson }),
  step('DELETE /members/:personId/second-factor', 'member.drop-code', undefined, {
    async before(world) {
      const made = await asPerson(world)('POST', '/session/second-factor', {})
      const code = codeOf(made.body.secret)
      await asPerson(world)('POST', '/session/second-factor/confirmation', { code })
    },
  }),
  step('DELETE /members/:personId/provider', 'member.unlink-provider', undefined, {
    before: ({ ask, ids }) =>
      ask('insert into person_identities (issuer, subject, person_id) values ($1, $2, $3)', [
        'https://login.test',
        'ada',
        ids.personId,
      ]),
  }),
  step('DELETE /sessions/:sessionId', 'session.end', undefined, {
    async before(world) {
      await signedIn(world, 'second')
      const { body } = await asSecond(world)('GET', '/sessions')
      world.ids.sessionId = body.items.find((one: { current: boolean }) => one.current).id
    },
  }),
  step('DELETE /members/:personId', 'member.remove'),
  step('PUT /account/second-factor', 'account.demand-codes', { demanded: false }),
  step('PUT /account/sign-in', 'account.console', { allowed: true }),
  step(
    'POST /api-keys',
    'api-key.add',
    { name: 'crm', rights: ['read'] },
    { after: keeping('keyId') },
  ),
  step('PATCH /api-keys/:keyId', 'api-key.limit', { callsPerMinute: 5000 }),
  // Of a key that a command on the server made.
  step('POST /api-keys/:keyId/take-over', 'api-key.take-over', undefined, {
    async before({ ids: { keyId }, ask }) {
      await ask("update api_keys set maker_kind = 'command' where id = $1", [keyId])
    },
  }),
  step('DELETE /api-keys/:keyId', 'api-key.remove'),
  step(
    'POST /assistants',
    'api-key.authorize',
    ({ request }: Ids) => ({ request, access: 'read' }),
    {
      async before({ origin, ids }) {
        ids.request = await signInRequest(origin)
      },
    },
  ),
]

const people: AuditStep[] = [
  step(
    'POST /lists',
    'list.add',
    { name: 'Readers', fromEmail: 'news@shop.test' },
    { after: keeping('listId') },
  ),
  step('PATCH /lists/:listId', 'list.edit', { description: 'all' }),
  step('PATCH /lists/:listId/published', 'published.edit', { active: true }),
  step(
    'POST /lists/:listId/published/newsletters',
    'published.add',
    ({ publicId }: Ids) => ({ newsletterId: publicId }),
    {
      async before({ call, ids }) {
        const { body } = await call('POST', '/newsletters', { subject: 'Public', text: 'Hello' })
        ids.publicId = body.id
      },
      after: keeping('number', 'number'),
    },
  ),
  step('POST /lists/:listId/published/newsletters/:number/take-out', 'published.take-out'),
  step('POST /lists/:listId/published/newsletters/:number/show', 'published.show'),
  step('POST /lists/:listId/published/newsletters/:number/correct', 'published.correct'),
  step('POST /lists/:listId/archive', 'list.archive'),
  step('POST /lists/:listId/restore', 'list.restore'),
  step(
    'PATCH /fields/:number',
    'field.edit',
    { name: 'City', searched: true },
    {
      before: async ({ ids }) => {
        ids.number = 1
      },
    },
  ),
  step(
    'POST /subscribers',
    'subscriber.join',
    ({ listId }: Ids) => ({ listId, email: 'zoe@readers.test', name: 'Zoe' }),
    { after: keeping('subscriberId') },
  ),
  step('PUT /subscribers/by-address', 'subscriber.join', ({ listId }: Ids) => ({
    listId,
    email: 'zoe2@readers.test',
    name: 'Zoe',
  })),
  step('POST /subscribers/batch', 'subscriber.join', ({ listId }: Ids) => ({
    listId,
    rows: [{ email: 'zoe3@readers.test', name: 'Zoe' }],
  })),
  step('PATCH /subscribers/:subscriberId', 'subscriber.edit', { name: 'Ms Zoe' }),
  step('PUT /subscribers/:subscriberId/measuring', 'subscriber.measuring', { opens: 'declined' }),
  step('POST /subscribers/:subscriberId/measuring/removal', 'subscriber.measuring'),
  step('DELETE /subscribers/:subscriberId/measuring/removal', 'subscriber.measuring'),
  step('DELETE /subscribers/:subscriberId/measuring/:answerId', 'subscriber.measuring', undefined, {
    before: async ({ ids, call }) => {
      const { body } = await call('GET', `/subscribers/${ids.subscriberId}/measuring`)
      ids.answerId = body.answers[0].id
    },
  }),
  step('PATCH /measuring', 'measuring.edit', { clicks: 'total' }),
  step('PUT /quiet-hours', 'quiet-hours.edit', { from: '22:00', until: '08:00' }),
  step('DELETE /quiet-hours', 'quiet-hours.edit'),
  step('PUT /lists/:listId/quiet-hours', 'quiet-hours.edit', { anyHour: true }),
  step('DELETE /lists/:listId/quiet-hours', 'quiet-hours.edit'),
  step('PATCH /utm', 'utm.edit', { hosts: ['shop.example'] }),
  step('DELETE /subscribers/:subscriberId/lists/:listId', 'subscriber.leave'),
  step('PUT /subscribers/:subscriberId/lists/:listId', 'subscriber.join'),
  step('POST /opt-outs', 'subscriber.opt-out', { email: 'zoe@readers.test' }),
  step('POST /opt-outs/lift', 'subscriber.lift-opt-out', { email: 'zoe@readers.test' }),
  step('POST /opt-outs/import', 'opt-out.import', FILE),
  step('POST /suppressions', 'suppression.import', {
    addresses: [{ email: 'kim@readers.test' }],
  }),
  step('POST /suppressions/import', 'suppression.import', FILE),
  step('POST /suppressions/undo-import', 'suppression.undo-import', FILE),
  step(
    'POST /suppressions/release',
    'subscriber.release',
    { email: 'eve@readers.test' },
    { before: ({ call }) => call('POST', '/suppressions/import', FILE) },
  ),
  ...(['confirm', 'release'] as const).map((verb, n) =>
    step(`POST /bounce-holds/:holdId/${verb}`, `bounce-hold.${verb}`, undefined, {
      async before(world) {
        world.ids.holdId = n + 1
        await row(
          `insert into bounce_holds (account_id, id, domain_group, pattern, example)
           values ($1, $2, 'readers.test', 'x', '550')`,
          'holdId',
        )(world)
      },
    }),
  ),
  step('POST /bounces/rejudge/:run/undo', 'bounce.undo-rejudge', undefined, {
    async before(world) {
      world.ids.run = 1
      await row('insert into bounce_runs (account_id, id) values ($1, 1)')(world)
    },
  }),
  step('POST /bounces/set-aside/judge', 'bounce.judge-set-aside', undefined, {
    before: row(
      `insert into inbound_messages (account_id, id, state, envelope_from, envelope_to, came_for,
         size, content, digest) values ($1, 1, 'unreadable', '', '', 'bounce', 1, '', '')`,
    ),
  }),
  step(
    'POST /filters',
    'filter.add',
    { name: 'All', where: 'email <> "x"' },
    {
      after: keeping('filterId'),
    },
  ),
  step('PATCH /filters/:filterId', 'filter.edit', { name: 'Everybody' }),
  step('DELETE /filters/:filterId', 'filter.remove'),
  step(
    'POST /bulk-jobs',
    'bulk-job.add',
    ({ listId: list }: Ids) => ({ action: { do: 'join', listId: list }, everybody: true }),
    { after: keeping('jobId') },
  ),
  step('POST /bulk-jobs/:jobId/cancel', 'bulk-job.cancel'),
  step('POST /bulk-jobs/:jobId/undo', 'bulk-job.undo'),
  step('POST /imports', 'import.add', FILE, {
    query: ({ listId }) => `?listId=${listId}&name=f.csv`,
    after: keeping('importId'),
  }),
  step(
    'POST /imports/from-address',
    'import.add',
    ({ listId, file }: Ids) => ({ listId, url: file }),
    {
      before: async ({ ids, file }) => {
        ids.file = file
      },
    },
  ),
  ...formSteps,
  ...programSteps,
  step('POST /imports/:importId/start', 'import.start', { columns: ['email'] }),
  step('POST /imports/:importId/undo', 'import.undo', undefined, {
    before: row(
      `update imports set state = 2, finished_at = now(), inserted = 1
       where account_id = $1 and id = $2`,
      'importId',
    ),
  }),
  step(
    'POST /test-groups/:group/emails',
    'test-group.add',
    { emails: ['us@shop.test'] },
    {
      before: async ({ ids }) => {
        ids.group = 'us'
      },
    },
  ),
]

/** Of people: those who sign in, and subscribers. */
export const peopleSteps: readonly AuditStep[] = [...members, ...people]
