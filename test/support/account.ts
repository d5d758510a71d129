/**
 * A fresh account on the service of the tests: it has no other rows, so a test neither cleans up
 * nor minds its neighbours.
 */
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { Account } from '../../src/domain/accounts/account.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { activateFields } from '../../src/domain/accounts/change-account.ts'
import { type Caller, createCaller } from './client.ts'
import { LOW_COST } from './password-cost.ts'
import { type Running, service } from './service.ts'

export interface TestAccount extends Caller {
  account: Account & { password: string }
  service: Running
  /** The id of a list of the account: the same one each time, made when it is first asked for. */
  list(): Promise<number>
  /** The id of one more list. */
  newList(name?: string): Promise<number>
}

/**
 * Each account calls from an address of its own, where the system has all of 127.0.0.0/8: failed
 * log-ins are counted by address, and those of one test are not to slow another.
 */
function callingFrom(accountId: number): http.Agent {
  const localAddress = `127.100.${Math.floor(accountId / 250) % 250}.${1 + (accountId % 250)}`
  return new http.Agent({
    keepAlive: true,
    maxSockets: 64,
    ...(process.platform === 'linux' && { localAddress }),
  })
}

export async function newAccount({
  fieldCount = 25,
}: {
  fieldCount?: 25 | 100
} = {}): Promise<TestAccount> {
  const running = await service()
  const username = `account-${randomBytes(6).toString('hex')}`
  const password = 'correct horse battery staple'
  const account = (await addAccount(running.store, { username, password, cost: LOW_COST }))!
  if (fieldCount !== 25) await activateFields(running.store, username, fieldCount)
  const { url, namespace } = running
  const caller = createCaller({
    url,
    namespace,
    username,
    password,
    agent: callingFrom(account.id),
  })
  const newList = (name = 'Customers') =>
    caller.call.InsertMailingList({ name, fromName: 'Shop', fromEmail: 'shop@example.test' })
  let list: Promise<number> | undefined
  return {
    ...caller,
    account: { ...account, fieldCount, password },
    service: running,
    newList,
    list() {
      list ??= newList()
      return list
    },
  }
}

let addresses = 0

/** An address that no other test uses. */
export const newAddress = (): string => `person-${++addresses}@example.test`

/**
 * A decision of a person through an unsubscribe link: it is remembered of all lists that the
 * address is on.
 */
export const personUnsubscribes = (
  { service, account }: TestAccount,
  email: string,
): Promise<unknown> =>
  service.store.withClient(client =>
    client.query(
      `update subscriptions s set unsubscribed_at = now(), unsubscribe_source = 'link'
       from subscribers p where p.account_id = $1 and s.account_id = $1 and p.id = \
s.subscriber_id and p.email_key = $2`,
      [account.id, email],
    ),
  )
