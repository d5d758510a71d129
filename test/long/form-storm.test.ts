/**
 * Posts of many networks at few addresses, half of them known, opted out or bounced: at most one
 * email an hour and three a day for each address, the quota of the form kept, all answers the same
 * bytes. STORM=20000 is the whole storm.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { pathOfForm } from '../../src/domain/forms/form.ts'
import { keyOfLinks, macKeyOf } from '../../src/domain/keys/link-keys.ts'
import { PACE, PER_NETWORK_HOUR } from '../../src/domain/sign-ups/settle-sign-up.ts'
import { createRequestBodies } from '../../src/lib/request-bodies.ts'
import { createRecipient } from '../../src/recipient/routes.ts'
import { signUpSetup } from '../domain/sign-ups/setup.ts'

const POSTS = Number(process.env.STORM ?? 1_200)
const NETWORKS = POSTS / 100
const ADDRESSES = POSTS / 4
const AT_A_TIME = 50
/** Ten are decided about at a time, so a few more may pass. */
const MORE = 10

test('a storm is kept, asked about slowly, and mails nobody twice in an hour', async () => {
  const setup = await signUpSetup(0)
  const { store, keys, accountId, formId, ask, settle, later } = setup
  const bodies = createRequestBodies({ most: 1 << 26, networkOf: () => '' })
  const recipient = createRecipient({
    db: store,
    bodies,
    keyOf: keyOfLinks(keys),
    newestKey: () => macKeyOf(keys.newest()),
    peerOf: req => String(req.headers['x-from']),
    report: error => void setup.reported.push(error),
  })
  const server = createServer((req, res) => {
    // As the service does for each request.
    res.once('close', () => bodies.release(req))
    void recipient(req, res)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}${pathOfForm(accountId, formId)}`
  const email = (number: number) => `p${number}@example.test`
  try {
    await ask(
      `insert into subscribers (account_id, id, email, email_key, name, opted_out_at,
         undeliverable_since)
       select $1, i, 'p' || i || '@example.test', 'p' || i || '@example.test', '',
         case i % 3 when 1 then now() end, case i % 3 when 2 then now() end
       from generate_series(0, $2::int) i`,
      [accountId, ADDRESSES / 2],
    )
    /** Each answer once, by the hash of its bytes. */
    const pages = new Map<string, string>()
    const post = async (number: number) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          Referer: 'https://shop.example.test/',
          'X-From': `10.${(number % NETWORKS) >> 8}.${(number % NETWORKS) & 255}.7`,
        },
        body: new URLSearchParams({ email: email(number % ADDRESSES), consent: 'yes' }),
      })
      const page = `${answer.status} ${await answer.text()}`
      pages.set(createHash('sha256').update(page).digest('hex'), page)
    }
    const begun = performance.now()
    for (let at = 0; at < POSTS; at += AT_A_TIME)
      await Promise.all(Array.from({ length: AT_A_TIME }, (_, of) => post(at + of)))
    console.log(`${Math.round(POSTS / ((performance.now() - begun) / 1000))} posts a second`)
    assert.deepEqual(
      [...pages.values()].map(page => page.match(/^\d+|<h1>.*?<\/h1>/g)),
      [['200', '<h1>Look into your mailbox</h1>']],
      'the same bytes',
    )
    const [[kept]] = (await ask('select count(*) from sign_ups')) as [[string]]
    assert.equal(Number(kept), POSTS)
    for (let hour = 0; hour < 3; hour++) {
      const from = performance.now()
      while (await settle());
      const mailed = await ask(
        `select count(*) from sign_ups where mailed_at > now() - interval '1 hour'`,
      )
      const seconds = Math.round((performance.now() - from) / 1000)
      console.log(`hour ${hour}: ${mailed} mailed, decided in ${seconds} s`)
      assert.ok(Number(mailed) <= PACE.least + MORE, `${mailed} in an hour`)
      if (hour === 0) assert.ok(Number(mailed) >= PACE.least, `${mailed} in an hour`)
      await later('61 minutes')
    }
    const near = (interval: string) =>
      ask(
        `select max(mails) from (select count(*) over (partition by mailbox_key order by mailed_at
           range between interval '${interval}' preceding and current row) as mails
         from sign_ups where mailed_at is not null) of_mailbox`,
      )
    assert.deepEqual(await near('59 minutes 59 seconds'), [['1']])
    assert.ok(Number(await near('1 day')) <= 3)
    const byNetwork = await ask(
      `select max(mails) from (select count(*) as mails from sign_ups
         where mailed_at is not null group by network,
         extract(epoch from now() - mailed_at)::int / 3600) of_network`,
    )
    assert.ok(Number(byNetwork) <= PER_NETWORK_HOUR + MORE, `${byNetwork} of a network`)
    const wrong = await ask(
      `select count(*) from sign_ups u join subscribers s on s.email_key = u.email_key
       where s.undeliverable_since is not null and u.mailed_at is not null`,
    )
    assert.deepEqual(wrong, [['0']])
    const twice = await ask('select count(*), count(distinct transaction_id) from sign_ups')
    const emails = await ask('select count(*) from transactions')
    assert.equal(String(twice[0]![1]), String(emails[0]![0]))
    assert.deepEqual(setup.reported, [])
  } finally {
    server.closeAllConnections()
    server.close()
    await setup.close()
  }
})
