/** `pennypost send` looks at the sender before anything is sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendingByCommand } from './sending-setup.ts'

test('a sender that no receiver accepts is refused unless --anyway, and an unsigned one is told', async t => {
  const setup = await sendingByCommand(1, {
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'https://mail.example.test',
  })
  t.after(() => setup.drop())
  const { run, json, rows, file, newsletter, listId, fails } = setup
  const troubles = async () =>
    (await json(['status'])).troubles.map(({ todo }: { todo: string }) => todo)
  const theirs = await newsletter('--from', 'Shop.Owner@Gmail.com')
  const send = ['send', '--newsletter', theirs, '--list', listId]
  await fails(send, /^gmail\.com allows no other server to send in its name: .* --anyway$/m)
  assert.deepEqual(await json(['sending', 'list']), [])
  const anyway = await run([...send, '--anyway'])
  assert.equal(anyway.code, 0)
  assert.match(anyway.err, /^gmail\.com allows no other server/)
  const [{ id }] = await json(['sending', 'list'])
  assert.match(
    (await run(['sending', 'show', String(id)])).out,
    /^Sender: {7}gmail\.com allows no/m,
  )
  const { sender } = await json(['sending', 'show', String(id)])
  assert.deepEqual(sender, { domain: 'gmail.com', signed: false })
  await json(['project', 'add', '--name', 'Receipts', '--newsletter', theirs])
  assert.deepEqual(await troubles(), [])
  // As a worker does at its start.
  await rows("insert into routes (id, name, sealed_url, priority) values (0, 'default', '', 50)")
  const steps = `steps:\n  - step: hello\n    send: ${theirs}\n`
  const trigger = file('t.yaml', `trigger: Hello\nlist: Customers\nstart: joined\n${steps}`)
  await json(['trigger', 'add', '--file', trigger])
  assert.deepEqual(await troubles(), [
    `pennypost newsletter edit ${theirs} --from ADDRESS`,
    'pennypost project edit 1 --from-email ADDRESS',
    `pennypost sending cancel ${id}`,
  ])

  const own = ['send', '--newsletter', await newsletter(), '--list', listId]
  assert.match((await run(own)).err, /^Emails are not signed for example\.test, .* dkim add/)
  await json(['dkim', 'add', 'example.test'])
  assert.doesNotMatch((await run(own)).err, /signed/)
})

test('a newsletter in which something is wrong is refused, also by the API, unless --anyway', async t => {
  const setup = await sendingByCommand(1)
  t.after(() => setup.drop())
  const { run, json, file, fails, listId } = setup
  const html = file('long.html', `<p>${'Hello '.repeat(20_000)}</p>`)
  const added = ['newsletter', 'add', '--file', html, '--subject', 'News', '--list', listId]
  const { id } = await json(added)
  const send = ['send', '--newsletter', String(id)]
  await fails(
    send,
    /^The newsletter can't be sent as it is: .*Gmail clips.* To send it all the same: --anyway$/m,
  )
  for (const [language, says] of [
    ['de', /^Der Newsletter kann so nicht gesendet werden: .*102 kB/],
    ['sv', /^Nyhetsbrevet kan inte skickas som det är: .*102 kB/],
  ] as const) {
    const { err: refused } = await run(['--language', language, ...send])
    assert.match(refused, says)
    assert.doesNotMatch(refused, /clips|hidden/)
  }
  assert.deepEqual(await json(['sending', 'list']), [])
  const { code, err } = await run([...send, '--anyway'])
  assert.equal(code, 0, err)
  assert.equal((await json(['sending', 'list'])).length, 1)
})
