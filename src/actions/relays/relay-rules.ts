/** Rules: which emails go by which relay. */
import { z } from 'zod'
import { accountsInOrder } from '../../domain/accounts/accounts.sql.ts'
import { findList } from '../../domain/lists/lists.sql.ts'
import { noSuch } from '../../domain/refusal.ts'
import { routeRules } from '../../domain/routes/route-rules.sql.ts'
import {
  changeRouteRule,
  dropRouteRule,
  EMAIL_KINDS,
  keepRouteRule,
  senderDomainOf,
  specificity,
  violationsOfRouteRule,
} from '../../domain/routes/route-rules.ts'
import { routes } from '../../domain/routes/routes.sql.ts'
import { type ActionCall, action } from '../action.ts'
import { withRules } from '../value-problems.ts'
import { id } from '../values.ts'
import { OBSTACLES, trialOf } from './route-trial.ts'

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
    list: z.string().nullable().describe('The name of that list.'),
    kind: z.string().nullable(),
  })
  .meta({ id: 'RelayRule' })

async function listName(db: ActionCall['db'], accountId: number | null, listId: number | null) {
  if (accountId === null || listId === null) return null
  return (await findList(db, { accountId, listId }))?.name ?? null
}

/** A list is one of an account. */
async function refuseStrangeList(
  db: ActionCall['db'],
  accountId: number | null,
  listId: number | null,
): Promise<void> {
  if (listId !== null && (await listName(db, accountId, listId)) === null)
    throw noSuch('no-such-list', listId)
}

const given = <Value>(value: Value | undefined, before: Value): Value =>
  value === undefined ? before : value

export const relayRules = [
  action({
    route: 'GET /installation/route-rules',
    right: 'operate',
    about: 'The rules in the order in which they decide: most criteria first, then the oldest.',
    command: 'route-rule list',
    installation: true,
    out: z.object({ items: z.array(Rule) }),
    async run({ db }) {
      const names = new Map((await routes(db, {})).map(row => [row.id, row.name]))
      const rules = await routeRules(db, {})
      const usernames = new Map((await accountsInOrder(db, {})).map(one => [one.id, one.username]))
      return {
        items: await Promise.all(
          rules
            .toSorted((a, b) => specificity(b) - specificity(a) || a.id - b.id)
            .map(async ({ routeId, ofAccount, ofList, ...rule }) => ({
              ...rule,
              route: names.get(routeId) ?? '',
              accountId: ofAccount,
              account: ofAccount === null ? null : (usernames.get(ofAccount) ?? String(ofAccount)),
              listId: ofList,
              list: await listName(db, ofAccount, ofList),
            })),
        ),
      }
    },
  }),
  action({
    route: 'POST /installation/route-rules',
    right: 'operate',
    about: 'Reserve a relay for emails that meet all that is given; it takes no others then.',
    command: 'route-rule add <route>',
    installation: true,
    body: withRules(
      z.strictObject({
        route: z.string().max(100),
        accountId: criteria.accountId.default(null),
        listId: criteria.listId.default(null),
        kind: criteria.kind.default(null),
        senderDomain: criteria.senderDomain.default(null),
      }),
      ({ accountId: ofAccount, listId: ofList, kind, senderDomain }) =>
        violationsOfRouteRule({ ofAccount, ofList, kind, senderDomain }),
    ),
    out: z.object({ id }),
    creates: true,
    async run({ db }, { body: { route: which, accountId, listId, ...rule } }) {
      await refuseStrangeList(db, accountId, listId)
      const criteria = { ...rule, ofAccount: accountId, ofList: listId }
      return { id: await keepRouteRule(db, which, criteria) }
    },
  }),
  action({
    route: 'PATCH /installation/route-rules/:ruleId',
    right: 'operate',
    about: 'Change a rule: its relay, or which emails it is for. Workers notice in two seconds.',
    command: 'route-rule edit',
    installation: true,
    params: z.strictObject({ ruleId: id }),
    body: withRules(
      z.strictObject({ route: z.string().max(100), ...criteria }).partial(),
      ({ senderDomain }) => violationsOfRouteRule({ senderDomain }),
    ),
    async run({ db }, { params: { ruleId }, body }) {
      const { accountId, listId, route: which, kind, senderDomain } = body
      const old = (await routeRules(db, {})).find(rule => rule.id === ruleId)
      const ofAccount = given(accountId, old?.ofAccount ?? null)
      const ofList = given(listId, old?.ofList ?? null)
      if (old) await refuseStrangeList(db, ofAccount, ofList)
      const rule = {
        ofAccount,
        ofList,
        kind: given(kind, old?.kind ?? null),
        senderDomain: given(senderDomain, old?.senderDomain ?? null),
      }
      await changeRouteRule(db, ruleId, { route: which, ...rule })
    },
  }),
  action({
    route: 'POST /installation/route-rules/trial',
    right: 'operate',
    about: 'Which relay an email of an account would go by now, and which rule says so.',
    command: 'route-rule trial',
    installation: true,
    body: z.strictObject({
      accountId: id,
      listId: id.optional().describe('Of that account.'),
      kind: z.enum(EMAIL_KINDS).default('newsletter').describe('Of which kind it is.'),
      senderDomain: z
        .string()
        .max(255)
        .optional()
        .describe('The domain of its sender; by default that of the list.'),
    }),
    out: z.object({
      ruleIds: z.array(id).describe('The rules that decide; none: relays without rules.'),
      relays: z
        .array(
          z.object({
            name: z.string(),
            obstacle: z.enum(OBSTACLES).nullable().describe('Why it takes none now.'),
            warms: z.boolean().describe('It warms up: what is over a quota waits for tomorrow.'),
          }),
        )
        .describe('Those that may take it, in their order.'),
      takes: z.string().nullable().describe('Null: it waits.'),
      sandbox: z.boolean().describe('There is no relay: the sandbox keeps it.'),
    }),
    async run(call, { body: { accountId, listId = null, kind, senderDomain } }) {
      const list = listId === null ? undefined : await findList(call.db, { accountId, listId })
      if (listId !== null && !list) throw noSuch('no-such-list', listId)
      const domain = senderDomain?.trim() || list?.fromEmail
      const sender = domain === undefined ? '' : senderDomainOf(domain)
      return trialOf(call, { accountId, listId, kind, senderDomain: sender })
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
