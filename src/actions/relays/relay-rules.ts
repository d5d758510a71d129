/** Rules: which emails go by which relay. */
import { z } from 'zod'
import { routeRules } from '../../domain/routes/route-rules.sql.ts'
import { dropRouteRule, EMAIL_KINDS, keepRouteRule } from '../../domain/routes/route-rules.ts'
import { routes } from '../../domain/routes/routes.sql.ts'
import { action } from '../action.ts'
import { id } from '../values.ts'

const criteria = {
  accountId: id.nullable(),
  listId: id.nullable().describe('Of that account.'),
  kind: z.enum(EMAIL_KINDS).nullable(),
  senderDomain: z.string().max(255).nullable(),
}

const Rule = z.object({ id, route: z.string(), ...criteria, kind: z.string().nullable() })

export const relayRules = [
  action({
    route: 'GET /installation/route-rules',
    right: 'operate',
    about: 'The rules, the oldest first. The one with the most criteria decides.',
    commands: ['route-rule list'],
    out: z.object({ items: z.array(Rule) }),
    async run({ db }) {
      const names = new Map((await routes(db, {})).map(row => [row.id, row.name]))
      const rules = await routeRules(db, {})
      return {
        items: rules.map(({ routeId, ofAccount, ofList, ...rule }) => ({
          ...rule,
          route: names.get(routeId) ?? '',
          accountId: ofAccount,
          listId: ofList,
        })),
      }
    },
  }),
  action({
    route: 'POST /installation/route-rules',
    right: 'operate',
    about: 'Reserve a relay for emails that meet all that is given; it takes no others then.',
    commands: ['route-rule add'],
    body: z.strictObject({
      route: z.string().max(100),
      accountId: criteria.accountId.default(null),
      listId: criteria.listId.default(null),
      kind: criteria.kind.default(null),
      senderDomain: criteria.senderDomain.default(null),
    }),
    out: z.object({ id }),
    creates: true,
    run: async ({ db }, { body: { route: which, accountId, listId, ...rule } }) => ({
      id: await keepRouteRule(db, which, { ...rule, ofAccount: accountId, ofList: listId }),
    }),
  }),
  action({
    route: 'DELETE /installation/route-rules/:ruleId',
    right: 'operate',
    about: 'Remove a rule. Workers notice within two seconds.',
    commands: ['route-rule remove'],
    params: z.strictObject({ ruleId: id }),
    run: ({ db }, { params: { ruleId } }) => dropRouteRule(db, ruleId),
  }),
] as const
