/** One successful call of each route that changes contents, sendings and automation. */
import { emailSteps } from './audit-email-steps.ts'
import { proposalSteps } from './audit-proposal-steps.ts'
import { type AuditStep, keeping, row, step } from './audit-step.ts'

type Ids = Record<string, unknown>

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUQAOw==', 'base64')
const TRIGGER = 'trigger: T\nlist: Readers\nstart: joined\nsteps:\n  - step: a\n    wait: 1 day\n'
const BLOCKS = [{ type: 'divider', id: 'd' }]
const DRAFT = {
  name: 'D',
  subject: 'Draft',
  preheader: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
  listId: null,
  inlined: true,
  text: 'x',
  source: { kind: 'html', html: '<p>x' },
}
const BRAND_WIDTH = 620
const IN_SWEDISH = {
  blocks: [{ type: 'text', id: 'a', html: '<p>Hello</p>' }],
  languages: {
    base: 'en',
    fallback: [],
    versions: [{ language: 'sv', subject: 'Nytt', preheader: '', texts: {} }],
  },
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)

const written: AuditStep[] = [
  step(
    'POST /newsletters',
    'newsletter.add',
    ({ listId }: Ids) => ({ subject: 'News', text: 'Hello', listId }),
    { after: keeping('newsletterId') },
  ),
  step('PATCH /newsletters/:newsletterId', 'newsletter.edit', { subject: 'More news' }),
  step(
    'POST /newsletters/:newsletterId/versions/:version/restore',
    'newsletter.restore',
    {},
    {
      before: async ({ ids }) => {
        ids.version = 1
      },
    },
  ),
  step(
    'PATCH /newsletters/:newsletterId/languages',
    'newsletter.edit',
    { fallback: ['sv'] },
    {
      before: ({ call, ids }) =>
        call('PATCH', `/newsletters/${ids.newsletterId}`, {
          source: { kind: 'blocks', document: IN_SWEDISH },
        }),
    },
  ),
  step('PUT /newsletters/:newsletterId/utm', 'newsletter.edit', { parameters: ['utm_term=a'] }),
  step('DELETE /newsletters/:newsletterId/utm', 'newsletter.edit'),
  step('PATCH /newsletters/:newsletterId/place', 'newsletter.move', { folder: 'May' }),
  step('POST /newsletters/:newsletterId/copy', 'newsletter.add', {}, { after: keeping('copyId') }),
  step(
    'POST /newsletters/:newsletterId/draft/publish',
    'newsletter.edit',
    { anyway: true },
    {
      before: ({ call, ids }) => call('PUT', `/newsletters/${ids.newsletterId}/draft`, DRAFT),
    },
  ),
  step('PUT /brand', 'brand.edit', ({ brand }: Ids) => brand, {
    async before({ call, ids }) {
      const { body } = await call('GET', '/brand')
      ids.brand = { ...(body.brand ?? body), width: BRAND_WIDTH }
    },
  }),
  step('PATCH /preferences', 'preferences.edit', { fields: ['name'] }),
  step(
    'POST /hosts',
    'host.add',
    { host: 'news.shop.test' },
    {
      after: keeping('host', 'host'),
    },
  ),
  step('PUT /hosts/:host/default', 'host.edit', { unchecked: true }),
  step('DELETE /default-host', 'host.edit'),
  step('DELETE /hosts/:host', 'host.remove'),
  step(
    'PUT /bounce-domains/:domain',
    'bounce-domain.edit',
    { unchecked: true },
    {
      async before({ ids }) {
        ids.domain = 'bounce.shop.test'
      },
    },
  ),
  step('DELETE /bounce-domains/:domain', 'bounce-domain.remove'),
  step(
    'POST /saved-blocks',
    'saved-block.add',
    { name: 'Line', blocks: BLOCKS },
    {
      after: keeping('savedId'),
    },
  ),
  step('PATCH /saved-blocks/:savedId', 'saved-block.edit', { name: 'Rule' }),
  step('DELETE /saved-blocks/:savedId', 'saved-block.remove'),
  step('POST /media', 'media.add', new Uint8Array(GIF), { after: keeping('pictureId') }),
  step('POST /media/:pictureId/play', 'media.add', undefined, {
    async before({ call, ids }) {
      ids.pictureId = (await call('POST', '/media', new Uint8Array(PNG))).body.id
    },
  }),
  step('PATCH /media/:pictureId', 'media.edit', { alt: 'a dot' }),
  step('DELETE /media/:pictureId', 'media.remove'),
  step(
    'POST /templates',
    'template.add',
    { name: 'Plain', source: { kind: 'html', html: '<p>' } },
    {
      after: keeping('templateId'),
    },
  ),
  step('PATCH /templates/:templateId', 'template.edit', { name: 'Simple' }),
]

const steered = (verb: string, body: unknown = {}, state = '') =>
  step(`POST /sendings/:sendingId/${verb}`, `sending.${verb}`, body, {
    before: state
      ? row(`update sendings set state = '${state}' where account_id = $1 and id = $2`, 'sendingId')
      : undefined,
  })

const order = (ids: Ids) => ({
  newsletterId: ids.newsletterId,
  listId: ids.listId,
  at: inDays(9),
  anyway: true,
})
const SPLIT = { share: 20, by: 'opens', waitMinutes: 60 }

const sent: AuditStep[] = [
  step('POST /sendings', 'sending.add', order, { after: keeping('sendingId') }),
  step('POST /sendings/tests', 'sending.test', ({ newsletterId, listId }: Ids) => ({
    newsletterId,
    listId,
    group: 'us',
    anyway: true,
  })),
  step('POST /fields', 'field.edit', { name: 'Size' }, { after: keeping('number', 'number') }),
  step('DELETE /fields/:number', 'field.edit'),
  step('PUT /test-groups/:group', 'test-group.edit', { emails: ['me@shop.test'] }),
  step('POST /test-groups/:group/remove', 'test-group.remove'),
  steered('pause'),
  steered('resume'),
  step('PUT /sendings/:sendingId/rate', 'sending.rate', { perMinute: 60 }),
  step(
    'PUT /sendings/:sendingId/time',
    'sending.time',
    { at: '2099-11-22 09:00' },
    {
      before: row(
        "update sendings set state = 'scheduled' where account_id = $1 and id = $2",
        'sendingId',
      ),
    },
  ),
  step(
    'POST /sendings/:sendingId/links-to-report',
    'sending.share',
    {},
    {
      before: row(
        'update sendings set planned_at = now(), planned = 0 where account_id = $1 and id = $2',
        'sendingId',
      ),
      after: keeping('shareId'),
    },
  ),
  step('DELETE /sendings/:sendingId/links-to-report/:shareId', 'sending.unshare', undefined, {
    after: (_, world) =>
      row(
        'update sendings set planned_at = null, planned = null where account_id = $1 and id = $2',
        'sendingId',
      )(world),
  }),
  steered('confirm', {}, 'unconfirmed'),
  steered('undo', {}, 'scheduled'),
  steered('cancel', {}, 'scheduled'),
  steered('retry', {}, 'finished'),
  step(
    'POST /sendings/:sendingId/winner',
    'sending.winner',
    { variant: 1 },
    {
      async before(world) {
        const { call, ids, ask, accountId } = world
        const variants = [{ subject: 'A' }, { subject: 'B' }]
        const split = { ...SPLIT, variants }
        const made = await call('POST', '/sendings', { ...order(ids), split })
        ids.sendingId = made.body.id
        await ask(
          `update sendings set planned_at = now(), state = 'finished'
         where account_id = $1 and parent_id = $2`,
          [accountId, made.body.id],
        )
      },
    },
  ),
  step(
    'POST /projects',
    'project.add',
    ({ newsletterId }: Ids) => ({ name: 'Orders', newsletterId, fromEmail: 'shop@shop.test' }),
    { after: keeping('projectId') },
  ),
  step('PATCH /projects/:projectId', 'project.edit', { name: 'Receipts' }),
  step('POST /projects/:projectId/pause', 'project.pause'),
  step('POST /projects/:projectId/resume', 'project.resume'),
  step(
    'POST /projects/:projectId/retry',
    'project.retry',
    {},
    {
      before: row(
        `insert into deliveries (account_id, source_kind, source_id, id, email, state, changed_at)
         values ($1, 3, $2, 77, 'b@x.test', 'failed', now()) on conflict do nothing`,
        'projectId',
      ),
    },
  ),
  ...emailSteps,
  step(
    'POST /transactions/:transactionId/again',
    'project.replay',
    {},
    {
      async before({ ids, ask, accountId }) {
        ids.transactionId = 1
        await ask(
          `insert into transactions (account_id, id, project_id, email, email_key, send_at)
           values ($1, 1, $2, 'a@x.test', 'a@x.test', now()) on conflict do nothing`,
          [accountId, ids.projectId],
        )
        await ask(
          `insert into deliveries (account_id, source_kind, source_id, id, email)
           values ($1, 3, $2, 1, 'a@x.test') on conflict do nothing`,
          [accountId, ids.projectId],
        )
      },
    },
  ),
  step(
    'POST /transaction-batches/:batchId/retry',
    'project.retry',
    {},
    {
      async before({ ids, ask, accountId }) {
        ids.batchId = 1
        for (const text of [
          `insert into transaction_batches (account_id, id, guid, project_id, url, first_id, last_id)
           values ($1, 1, gen_random_uuid(), $2, 'https://x.test', 78, 78) on conflict do nothing`,
          `insert into transactions (account_id, id, project_id, email, email_key, send_at, batch_id)
           values ($1, 78, $2, 'c@x.test', 'c@x.test', now(), 1) on conflict do nothing`,
          `insert into deliveries (account_id, source_kind, source_id, id, email, state)
           values ($1, 3, $2, 78, 'c@x.test', 'failed') on conflict do nothing`,
        ])
          await ask(text, [accountId, ids.projectId])
      },
    },
  ),
  step('POST /triggers', 'trigger.add', { source: TRIGGER }, { after: keeping('triggerId') }),
  step('PUT /triggers/:triggerId', 'trigger.edit', { source: TRIGGER.replace('1 day', '2 days') }),
  step('POST /triggers/:triggerId/pause', 'trigger.pause'),
  ...proposalSteps,
  step('POST /triggers/:triggerId/resume', 'trigger.resume'),
  step(
    'POST /triggers/:triggerId/confirm',
    'trigger.resume',
    {},
    {
      before: row(
        `update triggers set state = 'held' where account_id = $1 and id = $2`,
        'triggerId',
      ),
    },
  ),
  step('DELETE /triggers/:triggerId', 'trigger.remove'),
  step('POST /recipes/:recipe', 'trigger.add', ({ listId }: Ids) => ({ listId }), {
    async before({ ids }) {
      ids.recipe = 'cart'
    },
  }),
  step(
    'POST /webhooks',
    'webhook.add',
    { name: 'crm', url: 'https://example.com/' },
    {
      after: ({ body }, { ids }) => {
        ids.webhook = body.name
      },
    },
  ),
  step('PATCH /webhooks/:webhook', 'webhook.edit', { events: ['clicked'] }),
  step('POST /webhooks/:webhook/rotate', 'webhook.rotate'),
  step('POST /webhooks/:webhook/pause', 'webhook.pause'),
  step('POST /webhooks/:webhook/resume', 'webhook.resume'),
  step(
    'POST /webhooks/:webhook/replay',
    'webhook.replay',
    {},
    {
      before: row(
        `insert into webhook_events (account_id, webhook_id, id, kind, at, person, subscriber_id,
         state) select $1, id, 9, 'subscribed', now(), 1, 1, 'dead' from webhooks
       where account_id = $1 and name = $2`,
        'webhook',
      ),
    },
  ),
  step('DELETE /webhooks/:webhook', 'webhook.remove'),
]

export const contentSteps: readonly AuditStep[] = [...written, ...sent]
