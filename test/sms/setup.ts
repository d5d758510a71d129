/**
 * A store with a list of people who have numbers, credits, and workers in this process: what tests
 * of SMS begin with.
 */

import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { addCredits, balanceOf } from '../../src/domain/sms/credits/credits.ts'
import { sendSmsToList } from '../../src/domain/sms/send-sms.ts'
import { createLog } from '../../src/lib/log.ts'
import { readConfig } from '../../src/settings/config.ts'
import { type SmsWorkersOptions, startSmsWorkers } from '../../src/start/sms-workers.ts'
import { temporaryStore } from '../support/database.ts'
import { LOW_COST } from '../support/password-cost.ts'

/** The number of the n-th person. */
export const numberOf = (n: number): string => `+4670${String(1_000_000 + n)}`

export async function smsSetup(people: number, credits = '1000000') {
  const { store, connection, drop } = await temporaryStore()
  const ask = async (text: string, values: unknown[] = []) =>
    (await store.run({ name: '', text, again: true }, values)).rows
  const account = (await addAccount(store, {
    username: 'texter',
    password: 'correct horse battery staple',
    cost: LOW_COST,
  }))!
  const accountId = account.id
  const list = {
    name: 'All',
    fromName: 'Shop',
    fromEmail: 'shop@example.test',
    description: '',
    characterSet: '',
  }
  const listId = await makeList(store, accountId, list)
  await ask(
    `insert into subscribers (account_id, id, email_key, email, name, country_code, phone)
     select $1, i, 'p' || i || '@example.test', 'p' || i || '@example.test', 'P' || i, '46', \
'070' || (1000000 + i) from generate_series(1, $2::int) i`,
    [accountId, people],
  )
  await ask(
    'insert into subscriptions (account_id, subscriber_id, list_id) select $1, i, $2 from ' +
      'generate_series(1, $3::int) i',
    [accountId, listId, people],
  )
  await ask('analyze')
  if (credits !== '0') await addCredits(store, accountId, credits, 'to begin with')
  return {
    store,
    connection,
    ask,
    accountId,
    listId,
    send: (text = 'Hello') => sendSmsToList(store, accountId, listId, text),
    balance: () => balanceOf(store, accountId),
    /** How many SMS of a message are in each state. */
    async states(messageId: number): Promise<Record<string, number>> {
      const rows = await ask(
        'select state, count(*) from sms_deliveries where account_id = $1 and message_id = ' +
          '$2 group by 1 order by 1',
        [accountId, messageId],
      )
      return Object.fromEntries(rows.map(([state, count]) => [state, Number(count)]))
    },
    startWorkers: (env: Record<string, string>, more: Partial<SmsWorkersOptions> = {}) =>
      startSmsWorkers({
        config: readConfig({ LEASE_SECONDS: '10', ...env }),
        store,
        log: createLog({ level: 'silent' }),
        firstPauseMillis: 50,
        ...more,
      }),
    drop,
  }
}
