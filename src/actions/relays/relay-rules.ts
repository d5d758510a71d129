/** Rules: which emails go by which relay. */
import { z } from 'zod'
import { accountsInOrder } from '../../domain/accounts/accounts.sql.ts'
import { findList } from '../../domain/lists/lists.sql.ts'
import { noSuch } from '../../domain/refusal.ts'
import { routeRules } from '../../domain/routes/route-rules.sql.ts'
import { dropRouteRule, EMAIL_KINDS, keepRouteRule } from '../../domain/routes/route-rules.ts'
import { routes } from '../../domain/routes/routes.sql.ts'
import { action } from '../action.ts'
import { id } from '../values.ts'

const criteria = {
  accountId: id.nullable(),
  listId: id.nullable().describe('Of that account.'),
  kind: z.enum(EMAIL_KINDS).nullable().describe('Of which kind they are.'),
  senderDomain: z.string().max(255).nullable().describe('The domain of their sender.'),
}

const Rule = z
  .object({
    id,
    route: z.string(),
    ...criteria,
    account: z.string().nullable().describe('The user name of that account.'),
    kind: z.string().nullable(),
  })
  .meta({ id: 'RelayRule' })

export const relayRules = [
  action({
    route: 'GET /installation/route-rules',
    right: 'operate',
    about: 'The rules, the oldest first. The one with the most criteria decides.',
    command: 'route-rule list',
    installation: true,
    out: z.object({ items: z.array(Rule) }),
    async run({ db }) {
      const names = new Map((await routes(db, {})).map(row => [row.id, row.name]))
      const rules = await routeRules(db, {})
      const usernames = new Map((await accountsInOrder(db, {})).map(one => [one.id, one.username]))
      return {
        items: rules.map(({ routeId, ofAccount, ofList, ...rule }) => ({
          ...rule,
          route: names.get(routeId) ?? '',
          accountId: ofAccount,
          account: ofAccount === null ? null : (usernames.get(ofAccount) ?? String(ofAccount)),
          listId: ofList,
        })),
      }
    },
  }),
  action({
    route: 'POST /installation/route-rules',
    right: 'operate',
    about: 'Reserve a relay for emails that meet all that is given; it takes no others then.',
    command: 'route-rule add <route>',
    installation: true,
    body: z.strictObject({
      route: z.string().max(100),
      accountId: criteria.accountId.default(null),
      listId: criteria.listId.default(null),
      kind: criteria.kind.default(null),
      senderDomain: criteria.senderDomain.default(null),
    }),
    out: z.object({ id }),
    creates: true,
    async run({ db }, { body: { route: which, accountId, listId, ...rule } }) {
      if (listId !== null && !(accountId && (await findList(db, { accountId, listId }))))
        throw noSuch('no-such-list', listId)
      const criteria = { ...rule, ofAccount: accountId, ofList: listId }
      return { id: await keepRouteRule(db, which, criteria) }
    },
  }),
  action({
    route: 'DELETE /installation/route-rules/:ruleId',
    right: 'operate',
    about: 'Remove a rule. Workers notice within two seconds.',
    command: 'route-rule remove',
    installation: true,
    params: z.strictObject({ ruleId: id }),
    run: ({ db }, { params: { ruleId } }) => dropRouteRule(db, ruleId),
  }),
] as const
