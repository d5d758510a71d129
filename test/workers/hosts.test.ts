/** Emails of an account with a host and a return path of its own: all of them have both. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseBounceDomain } from '../../src/domain/hosts/bounce-domains.ts'
import { chooseHost, claimHost } from '../../src/domain/hosts/manage-hosts.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

test('links, the pixel, headers and the return path of a newsletter are the account’s', async () => {
  const setup = await sendingSetup(2)
  const sink = await startSink({ keep: 10 })
  const { store, accountId } = setup
  await claimHost(store, accountId, 'news.shop.test', 'mail.example.test')
  await chooseHost(store, accountId, 'news.shop.test')
  await chooseBounceDomain(store, accountId, 'bounce.shop.test')
  const workers = await setup.startWorkers(sink.port)
  try {
    await setup.send()
    await until(() => sink.messages.length === 2)
    for (const { bytes, mail } of sink.messages) {
      assert.match(mail, /b-[^@]+@bounce\.shop\.test/)
      const text = bytes.toString().replaceAll('=\r\n', '')
      const addresses = text.match(/https:\/\/[\w.-]+\/[tupws]\//g) ?? []
      assert.ok(addresses.length >= 3, text)
      assert.deepEqual(
        [...new Set(addresses.map(one => one.slice(0, -3)))],
        ['https://news.shop.test'],
      )
      assert.match(text, /^Feedback-ID: .*:mail-exa-[0-9a-f]{6}\r$/m)
      assert.match(text, /^List-Unsubscribe: .*<https:\/\/news\.shop\.test\/u\//im)
      assert.match(text, /<mailto:u-[^@]+@bounce\.shop\.test\?subject=unsubscribe>/)
      assert.ok(!text.includes('https://mail.example.test'), text)
    }
  } finally {
    await workers.stop()
    await sink.stop()
    await setup.drop()
  }
})
