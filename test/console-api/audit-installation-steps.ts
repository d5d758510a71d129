/** One successful call of each route that changes the account, SMS and the installation. */
import { type AuditStep, keeping, row, step } from './audit-step.ts'

type Ids = Record<string, unknown>

const PASSWORD = 'a long secret'

const put = (key: string, action: string, body: unknown, ids: Ids = {}) =>
  step(key, action, body, { before: async world => void Object.assign(world.ids, ids) })

const sms: AuditStep[] = [
  step('PUT /sms-country', 'sms.country', { country: '46' }),
  put('PUT /sms-prices/:prefix', 'sms.prices', { price: '0.5' }, { prefix: '46' }),
  step('DELETE /sms-prices/:prefix', 'sms.prices'),
  step('POST /sms-prices/import', 'sms.prices', { csv: '46;0.5\n', replace: true }),
  step('POST /sms-opt-outs', 'sms.opt-out', { number: '+46701234567' }),
  step('POST /sms-opt-outs/lift', 'sms.lift-opt-out', { number: '+46701234567' }),
  step('POST /credits', 'credits.add', { amount: '100', note: 'invoice 7' }),
  step('POST /sms', 'sms.add', ({ listId }: Ids) => ({ listId, text: 'Hello' }), {
    after: keeping('smsId'),
  }),
  step('POST /sms/to-number', 'sms.add', { number: '+46701234567', text: 'A test' }),
  step(
    'POST /sms/:smsId/confirm',
    'sms.confirm',
    {},
    {
      before: row(
        `update sms_messages set state = 'unconfirmed' where account_id = $1 and id = $2`,
        'smsId',
      ),
    },
  ),
  step('POST /sms/:smsId/cancel', 'sms.cancel'),
  step('DELETE /installation/sms-gateway', 'sms-gateway.remove', undefined, {
    before: ({ ask }) => ask("insert into sms_gateway (id, shown) values (0, 'smpp://x')"),
  }),
]

const accounts: AuditStep[] = [
  step(
    'POST /installation/accounts',
    'account.add',
    { username: 'branch', password: PASSWORD },
    // The only account operates the installation.
    {
      after: async ({ body }, { ids, ask }) => {
        ids.accountId = body.id
        await ask("update accounts set closed_at = now() where username = 'branch'")
      },
    },
  ),
  step('POST /installation/accounts/:accountId/reopen', 'account.reopen', undefined, {
    after: (_made, { ask }) =>
      ask("update accounts set closed_at = now() where username = 'branch'"),
  }),
  step('POST /installation/accounts/:accountId/close', 'account.close'),
  put('PUT /installation/accounts/:accountId/password', 'account.password', {
    password: 'a long secret too',
  }),
  put('PUT /installation/accounts/:accountId/fields', 'account.fields', { fields: 100 }),
  put('PUT /installation/accounts/:accountId/lifting', 'account.lifting', { allowed: true }),
  step('PUT /account/forward', 'account.forward', { email: 'answers@shop.test' }),
  step('POST /dkim-keys', 'dkim.add', { domain: 'shop.test', selector: 'one' }),
  step(
    'POST /dkim-keys/retire',
    'dkim.retire',
    { domain: 'shop.test', selector: 'one' },
    {
      before: ({ call }) => call('POST', '/dkim-keys', { domain: 'shop.test', selector: 'two' }),
    },
  ),
  step('POST /installation/link-keys', 'link-key.add'),
  step('POST /shop-keys', 'shop-key.add'),
  step('DELETE /shop-keys', 'shop-key.remove'),
]

const ROUTE = '/installation/routes/:route'
const LIMITS = { connections: 2 }

const relays: AuditStep[] = [
  step(
    'POST /installation/routes',
    'route.add',
    { name: 'main', url: 'smtp://127.0.0.1:2525' },
    {
      after: (_made, { ids }) => Object.assign(ids, { route: 'main', provider: 'Gmail' }),
    },
  ),
  step(`PATCH ${ROUTE}`, 'route.edit', { ratePerSecond: 5 }),
  step(`POST ${ROUTE}/pause`, 'route.pause'),
  step(`POST ${ROUTE}/resume`, 'route.resume'),
  step(`PATCH ${ROUTE}/providers/:provider`, 'route.shape', LIMITS),
  step(`DELETE ${ROUTE}/providers/:provider`, 'route.shape'),
  step(`PUT ${ROUTE}/warm-up`, 'route.warm-up', { first: 100, growth: 1.5, goal: 10_000 }),
  step(`PATCH ${ROUTE}/warm-up`, 'route.warm-up', { growth: 2 }),
  step(`DELETE ${ROUTE}/warm-up`, 'route.warm-up'),
  step(
    'POST /installation/route-rules',
    'route-rule.add',
    { route: 'main', kind: 'newsletter' },
    {
      after: keeping('ruleId'),
    },
  ),
  step('PATCH /installation/route-rules/:ruleId', 'route-rule.edit', { kind: 'test' }),
  step('DELETE /installation/route-rules/:ruleId', 'route-rule.remove'),
  step(`DELETE ${ROUTE}`, 'route.remove'),
  step(
    'POST /installation/mailboxes',
    'inbox.add',
    { url: 'imaps://u:p@mail.test' },
    {
      after: keeping('mailboxId'),
    },
  ),
  step('PATCH /installation/mailboxes/:mailboxId', 'inbox.edit', { everySeconds: 300 }),
  step('DELETE /installation/mailboxes/:mailboxId', 'inbox.remove'),
]

const last: AuditStep[] = [
  step('DELETE /subscribers/:subscriberId', 'subscriber.erase'),
  step('POST /sample', 'sample.add'),
  step('DELETE /sample', 'sample.remove'),
  step('DELETE /newsletters/:newsletterId', 'newsletter.remove', undefined, {
    before: async ({ ids }) => {
      ids.newsletterId = ids.copyId
    },
  }),
  step('DELETE /lists/:listId', 'list.remove', undefined, {
    async before({ call, ids }) {
      const { body } = await call('POST', '/lists', { name: 'Gone', fromEmail: 'a@shop.test' })
      ids.listId = body.id
    },
  }),
]

export const installationSteps: readonly AuditStep[] = [...sms, ...accounts, ...relays, ...last]
