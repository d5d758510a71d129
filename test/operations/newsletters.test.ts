/** Account operations, section 4.8: GetLoginLink. GetDemographicData is in demographic-data; the newsletter operations are of a later version. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useLoginLink } from '../../src/domain/accounts/login-link.ts'
import { accountOfSession } from '../../src/domain/accounts/session.ts'
import { newAccount } from '../support/account.ts'
import { refusal } from '../support/client.ts'

const tokenOf = (link: string): string => decodeURIComponent(/[^/=]+$/.exec(new URL(link).href)![0])

describe('GetLoginLink', () => {
  test('answers a link into the console of this account, another each time', async () => {
    const own = await newAccount()
    const { store, url } = own.service
    const links = new Set<string>()
    await own.inEveryBinding(async call => {
      const link = await call.GetLoginLink()
      assert.equal(new URL(link).origin, new URL(url).origin)
      assert.match(new URL(link).pathname, /^\/console\//)
      links.add(link)
      const session = await useLoginLink(store, tokenOf(link))
      assert.equal((await accountOfSession(store, session!))?.id, own.account.id)
    })
    assert.equal(links.size, 4)
  })

  test('a link is good once', async () => {
    const { call, service } = await newAccount()
    const token = tokenOf(await call.GetLoginLink())
    assert.ok(await useLoginLink(service.store, token))
    assert.equal(await useLoginLink(service.store, token), undefined)
  })

  test('a link is good for ten minutes', async () => {
    const { call, service, account } = await newAccount()
    const token = tokenOf(await call.GetLoginLink())
    const { rows } = await service.store.withClient(client =>
      client.query(
        `update login_links set expires_at = expires_at - interval '10 minutes' where account_id = $1
         returning extract(epoch from expires_at + interval '10 minutes' - created_at)::int as seconds`,
        [account.id],
      ),
    )
    assert.deepEqual(rows, [{ seconds: 600 }])
    assert.equal(await useLoginLink(service.store, token), undefined)
  })

  test('the store does not hold what would let anybody in', async () => {
    const { call, service, account } = await newAccount()
    const token = tokenOf(await call.GetLoginLink())
    const { rows } = await service.store.withClient(client =>
      client.query('select token_hash from login_links where account_id = $1', [account.id]),
    )
    assert.equal(rows.length, 1)
    assert.ok(!token.includes(rows[0].token_hash))
  })

  test('refuses a stranger with a fault', async () => {
    const { as } = await newAccount()
    await as({ password: 'wrong' }).inEveryBinding(async own => {
      await assert.rejects(own.GetLoginLink(), refusal('unknown-credentials'))
    })
  })
})
