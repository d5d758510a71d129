/** `pennypost route-rule ...`: which emails go by which route. */
import type { Command } from 'commander'
import type { Db } from '../db/db.ts'
import { accountsInOrder } from '../domain/accounts/accounts.sql.ts'
import { findList } from '../domain/lists/lists.sql.ts'
import { noSuch } from '../domain/refusal.ts'
import { routeRules } from '../domain/routes/route-rules.sql.ts'
import {
  dropRouteRule,
  EMAIL_KINDS,
  keepRouteRule,
  type RouteCriteria,
} from '../domain/routes/route-rules.ts'
import { routes } from '../domain/routes/routes.sql.ts'
import { forAccount, forStore } from './account-option.ts'
import { number } from './arguments.ts'
import type { Context } from './context.ts'

interface RuleOptions {
  account?: string
  list?: number
  kind?: string
  senderDomain?: string
  json?: boolean
}

export function register(group: Command, context: Context): void {
  group
    .command('add')
    .argument('<route>', 'which route takes these emails')
    .option('--account <username>', 'emails of this account')
    .option('--list <id>', 'emails to this list of the account', number)
    .option('--kind <kind>', `emails of this kind: ${EMAIL_KINDS.join(', ')}`)
    .option('--sender-domain <domain>', 'emails with a sender of this domain')
    .option('--json', 'as JSON, for programs')
    .description('Reserve a route for emails that meet all that is given.')
    .addHelpText(
      'after',
      `
The rule with the most criteria decides. A route with rules takes no other emails, and emails with
a rule go by no other route: while theirs is paused they wait. Two routes with the same rule are
used in the order of their priority. Emails without a rule go by the routes without rules.

Examples:
  $ pennypost route-rule add bulk --account shop --kind newsletter
  $ pennypost route-rule add fast --kind transaction`,
    )
    .action((route: string, options: RuleOptions) => add(context, route, options))

  group
    .command('list')
    .option('--json', 'as JSON, for programs')
    .description('List the rules, oldest first.')
    .addHelpText('after', '\nExample:\n  $ pennypost route-rule list')
    .action((options: { json?: boolean }) => list(context, options))

  group
    .command('remove')
    .argument('<id>', 'which rule, by its number in the list', number)
    .option('--json', 'as JSON, for programs')
    .description('Remove a rule. Workers notice within two seconds.')
    .addHelpText('after', '\nExample:\n  $ pennypost route-rule remove 3')
    .action((id: number, options: { json?: boolean }) => remove(context, id, options))
}

async function add(context: Context, route: string, options: RuleOptions): Promise<void> {
  const criteria: RouteCriteria = {
    ofAccount: null,
    ofList: options.list ?? null,
    kind: options.kind ?? null,
    senderDomain: options.senderDomain ?? null,
  }
  const ofAccount = options.account !== undefined || options.list !== undefined
  const id = ofAccount
    ? await forAccount(context, options, async (db, account) => {
        const place = { accountId: account.id, listId: options.list ?? 0 }
        if (options.list !== undefined && !(await findList(db, place)))
          throw noSuch('no-such-list', options.list)
        return keepRouteRule(db, route, { ...criteria, ofAccount: account.id })
      })
    : await forStore(context, db => keepRouteRule(db, route, criteria))
  if (options.json) context.printJson({ id, route })
  else context.print(`Rule ${id}: the route ${route} takes these emails, and none without a rule.`)
}

async function list(context: Context, { json }: { json?: boolean }): Promise<void> {
  const rows = await forStore(context, described)
  if (json) return context.printJson(rows)
  if (rows.length === 0)
    return context.print(
      'There are no rules: all routes take all emails, in the order of their priority. To add ' +
        'one: pennypost route-rule add ROUTE --account USER',
    )
  for (const { id, route, account, list, kind, senderDomain } of rows) {
    const criteria = Object.entries({ account, list, kind, 'sender domain': senderDomain })
    const asked = criteria.flatMap(([name, value]) => (value === null ? [] : `${name} ${value}`))
    context.print(`${String(id).padStart(4)}  ${route}  ${asked.join(', ')}`)
  }
}

async function described(db: Db) {
  const rules = await routeRules(db, {})
  const names = new Map((await routes(db, {})).map(({ id, name }) => [id, name]))
  const usernames = new Map((await accountsInOrder(db, {})).map(one => [one.id, one.username]))
  return rules.map(({ id, routeId, ofAccount, ofList, kind, senderDomain }) => ({
    id,
    route: names.get(routeId) ?? '',
    account: ofAccount === null ? null : (usernames.get(ofAccount) ?? String(ofAccount)),
    list: ofList,
    kind,
    senderDomain,
  }))
}

async function remove(context: Context, id: number, { json }: { json?: boolean }): Promise<void> {
  await forStore(context, db => dropRouteRule(db, id))
  if (json) context.printJson({ id, removed: true })
  else context.print(`Rule ${id} was removed.`)
}
