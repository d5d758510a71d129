/**
 * A store with a list of people and a newsletter, and workers in this process: what tests of
 * sending begin with.
 */
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { openKeys } from '../../src/domain/keys/keys.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { readConfig } from '../../src/settings/config.ts'
import { startSendingWorkers, type WorkersOptions } from '../../src/start/sending-workers.ts'
import { temporaryStore } from './database.ts'
import { LOW_COST } from './password-cost.ts'

export const SECRET = 'a secret for the tests, long enough'

/** On a database of its own, or one that is given: migrated, and empty. */
export async function sendingSetup(
  people: number,
  given?: Awaited<ReturnType<typeof temporaryStore>>,
) {
  const { store, connection, drop } = given ?? (await temporaryStore())
  const ask = async (text: string, values: unknown[] = []) =>
    (await store.run({ name: '', text, again: true }, values)).rows
  const account = (await addAccount(store, {
    username: 'sender',
    password: 'correct horse battery staple',
    cost: LOW_COST,
  }))!
  const list = {
    name: 'All',
    fromName: 'Shop',
    fromEmail: 'shop@example.test',
    description: '',
    characterSet: '',
  }
  const listId = await makeList(store, account.id, list)
  await ask(
    `insert into subscribers (account_id, id, email, email_key, name)
     select $1, i, 'p' || i || '@example.test', 'p' || i || '@example.test', \
'P' || i from generate_series(1, $2::int) i`,
    [account.id, people],
  )
  await ask(
    'insert into subscriptions (account_id, subscriber_id, list_id) select $1, i, $2 from ' +
      'generate_series(1, $3::int) i',
    [account.id, listId, people],
  )
  const newsletterId = await addDraft(store, account.id, {
    name: 'News',
    subject: 'News for {{ name }}',
    preheader: '',
    source: {
      kind: 'html' as const,
      html: '<p>Hello {{ name }}, <a href="https://example.test/">look</a>.</p>',
    },
    text: '',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    listId: null,
  })
  const sealer = createSealer(SECRET)
  const keys = await openKeys(store, sealer)
  return {
    store,
    connection,
    ask,
    accountId: account.id,
    listId,
    newsletterId,
    send: () =>
      makeSending(store, account.id, { newsletterId, listId, dueAt: new Date(), zone: '+01:00' }),
    /** On the store itself, or on one that is reached in another way. */
    startWorkers: (
      port: number,
      env: Record<string, string> = {},
      by = store,
      {
        timeOuts = {},
        log = createLog({ level: 'silent' }),
        shapingTimes = {},
      }: Partial<Pick<WorkersOptions, 'timeOuts' | 'log' | 'shapingTimes'>> = {},
    ) =>
      startSendingWorkers({
        config: readConfig({
          SMTP_URL: `smtp://127.0.0.1:${port}`,
          PUBLIC_URL: 'https://mail.example.test',
          LEASE_SECONDS: '10',
          ...env,
        }),
        store: by,
        keys,
        sealer,
        log,
        timeOuts,
        shapingTimes,
      }),
    async drop() {
      keys.close()
      await drop()
    },
  }
}
