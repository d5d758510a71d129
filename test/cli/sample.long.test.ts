/**
 * The sample comes in one command without a service, and goes without a trace; a restored backup
 * sends nothing by itself.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { sendingByCommand } from './sending-setup.ts'
import { emptyDatabase, pennypost } from './setup.ts'

type Setup = Awaited<ReturnType<typeof sendingByCommand>>

describe('sample', () => {
  let setup: Setup
  before(async () => {
    setup = await sendingByCommand(5)
  })
  after(() => setup.drop())

  /**
   * How many rows each table has, but for what every process leaves behind, the record of who did
   * it, what tells copies of the account that rows are gone, and the words of those who were here
   * before, which come some seconds later.
   */
  const counts = async () => {
    const names = await setup.rows(
      "select table_name from information_schema.tables where table_schema = 'public' order by 1",
    )
    const own =
      /^(workers|counters|login_links|signing_keys|account_.*|list_departures|hits_\d{4}_\d\d)$/
    const measured = /^(load_samples|store_sizes)$/
    const others = /^(audit_entries|change_tombstones|subscriber_words|word_progress|work)$/
    const kept = names
      .map(([name]) => String(name))
      .filter(name => !own.test(name) && !measured.test(name) && !others.test(name))
    const counted: [string, unknown][] = []
    for (const name of kept)
      counted.push([name, (await setup.rows(`select count(*)::int from ${name}`))[0]![0]])
    return counted
  }

  test('is sent to the sandbox by the command itself, and taken away whole', async () => {
    const { run, json, rows, newsletter, listId, fails } = setup
    await newsletter('--list', listId)
    const before = await counts()
    await fails(['sample', 'add'], /^Emails go to a relay here \(default\)/, {
      SMTP_URL: 'smtp://127.0.0.1:2525',
    })
    assert.deepEqual(await counts(), before)

    const added = await run(['sample', 'add'])
    assert.equal(added.code, 0, added.err)
    assert.match(added.out, /^1,000 emails are in the sandbox\.$/m)
    assert.match(added.out, /http:\/\/127\.0\.0\.1:8080\/console\/login\/\S+/)
    assert.match(added.err, /finished: 1,000 of 1,000 emails; accepted 1,000/)
    assert.deepEqual(
      await rows('select count(*)::int, count(distinct email)::int from sandbox_messages'),
      [[1000, 1000]],
    )
    const [[japanese]] = (await rows(
      "select content from sandbox_messages where email like 'sakura.sato.jp@%'",
    )) as [[Buffer]]
    const message = await PostalMime.parse(japanese)
    assert.equal(message.subject, '佐藤 さくら, the ovens are warm again')
    assert.match(message.html!, /佐藤 さくら[\s\S]*メロンパン/)
    await fails(['sample', 'add'], /^The sample exists already: list \d+\./)

    // Somebody whom a person put on the sample's list stays.
    await rows(
      'insert into subscriptions (account_id, subscriber_id, list_id) select 1, 1, max(id) ' +
        'from lists',
    )
    await json(['optout', 'add', 'asa.lindstrom.se@sample.example.com'])
    const removed = await json(['sample', 'remove'])
    assert.deepEqual(removed, {
      lists: 1,
      people: 1000,
      newsletters: 1,
      sendings: 1,
      messages: 1000,
    })
    assert.deepEqual(await counts(), before)
    const left = await rows(
      'select (select count(*)::int from subscriber_words w where not exists (select from ' +
        'subscribers s where s.id = w.subscriber_id)), (select count(*)::int from work where ' +
        "kind <> 'words')",
    )
    assert.deepEqual(left, [[0, 0]])
    assert.equal((await run(['sample', 'remove'])).out, 'There is no sample here.\n')
  })
})

describe('a restored backup', () => {
  test('sends nothing by itself; emails in flight wait for confirmation', async () => {
    const setup = await sendingByCommand(8)
    const empty = await emptyDatabase()
    try {
      const { run, newsletter, listId, rows, folder, env } = setup
      const id = await newsletter()
      const send = ['send', '--repeat', '--hold', '0', '--newsletter', id, '--list', listId]
      for (const args of [send, [...send, '--at', '2099-01-01 09:00'], send])
        assert.equal((await run(args)).code, 0)
      // The first was being sent, the third was paused.
      await rows("update sendings set state = 'sending', planned_at = now() where id = 1")
      await rows("update work set kind = 'deliver' where source_id = 1")
      await rows(
        'insert into deliveries (account_id, source_kind, source_id, id, email, ' +
          'next_try_at) select 1, 1, 1, id, email, now() from subscribers',
      )
      await run(['sending', 'pause', '3'])
      assert.equal((await run(['backup', `${folder}/b.backup`, '--without-key'])).code, 0)

      const there = { env: { ...env, ...empty.env, CONFIRM_AFTER: '100000' } }
      const back = await pennypost(['restore', `${folder}/b.backup`], there)
      assert.equal(back.code, 0, back.err)
      const states = async () =>
        JSON.parse((await pennypost(['sending', 'list', '--json'], there)).out).map(
          (row: { state: string }) => row.state,
        )
      assert.deepEqual(await states(), ['paused', 'unconfirmed', 'unconfirmed'])
      const worker = setup.worker(there.env)
      await pause(4_000)
      assert.deepEqual(await states(), ['paused', 'unconfirmed', 'unconfirmed'])
      assert.match(
        (await pennypost(['sending', 'show', '1'], there)).out,
        /^Stopped: +The store was restored from a backup/m,
      )
      assert.match(
        (await pennypost(['sending', 'confirm', '2'], there)).out,
        /^Sending 2 is sent at 2099-01-01 09:00 \+01:00\.\n$/,
      )
      assert.equal(
        (await pennypost(['sending', 'confirm', '1'], there)).out,
        'Sending 1 is sent now.\n',
      )
      const { counts } = JSON.parse(
        (await pennypost(['sending', 'show', '1', '--watch', '--json'], there)).out,
      )
      assert.deepEqual(counts, { accepted: 8 })
      assert.deepEqual(await states(), ['paused', 'scheduled', 'finished'])
      await worker.stop()
    } finally {
      await setup.drop()
      await empty.drop()
    }
  })
})
