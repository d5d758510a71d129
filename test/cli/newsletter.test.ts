/**
 * The commands for newsletters and test groups, and what `send` refuses, run as a user runs them.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import PostalMime from 'postal-mime'
import { HTML, sendingByCommand } from './sending-setup.ts'
import { pennypost } from './setup.ts'

let setup: Awaited<ReturnType<typeof sendingByCommand>>
before(async () => {
  setup = await sendingByCommand(3)
})
after(() => setup.drop())

test('a command of sending that is not understood ends with 2', async () => {
  for (const args of [
    ['newsletter', 'preview', 'x'],
    ['send', '--list', '1'],
    ['sending', 'show', '-1'],
    ['sending', 'retry', '1', '--states', 'accepted'],
    ['route', 'limit', 'x', '--rate', 'fast'],
    ['route', 'test', 'x'],
  ])
    assert.equal((await pennypost(args)).code, 2, args.join(' '))
})

describe('newsletter', () => {
  test('is added, changed, listed', async () => {
    const { run, json, file, listId } = setup
    const added = await run([
      'newsletter',
      'add',
      '--file',
      file('a.html', HTML),
      '--subject',
      'First',
      '--list',
      listId,
    ])
    const id = /^Newsletter (\d+) was saved\. To see it: pennypost newsletter preview \1$/m.exec(
      added.out,
    )?.[1]
    assert.ok(id, added.err)
    await json(['newsletter', 'edit', id, '--subject', 'Second', '--name', 'Spring'])
    const [listed] = await json(['newsletter', 'list'])
    assert.deepEqual(
      [listed.id, listed.name, listed.subject, listed.listId],
      [Number(id), 'Spring', 'Second', Number(listId)],
    )
    assert.match(listed.modified, /\+01:00$/)
    assert.match((await run(['newsletter', 'list'])).out, / {2}Spring$/m)
  })

  test('that does not compile is refused in one sentence with line and column, and is not saved', async () => {
    const { run, fails, file, json } = setup
    const before = (await json(['newsletter', 'list'])).length
    const bad = file('bad.html', '<p>Hello</p>\n<p>{{ shoe }}</p>')
    await fails(
      ['newsletter', 'add', '--file', bad, '--subject', 'x'],
      /^html, line 2, column 7: There is no "shoe"\. .*\n$/,
    )
    await fails(
      ['newsletter', 'add', '--file', file('good.html', HTML), '--subject', 'Dear {{ name'],
      /^subject, line 1, column 6: .*\n$/,
    )
    assert.equal((await run(['newsletter', 'add', '--file', file('good.html', HTML)])).code, 2)
    await fails(
      ['newsletter', 'add', '--file', 'nowhere.html', '--subject', 'x'],
      /^There is no file nowhere\.html\.\n$/,
    )
    writeFileSync(join(setup.folder, 'latin.html'), Buffer.from([0x3c, 0xe5, 0x3e]))
    await fails(
      ['newsletter', 'add', '--file', 'latin.html', '--subject', 'x'],
      /^latin\.html is not in UTF-8/,
    )
    await fails(
      ['newsletter', 'edit', '999', '--subject', 'x'],
      /^There is no newsletter 999\. To see them: pennypost newsletter list\n$/,
    )
    assert.equal((await json(['newsletter', 'list'])).length, before)
  })

  test('of blocks is added, shown as JSON and changed; what is wrong in them is named', async () => {
    const { run, json, fails, file, listId } = setup
    const text = (html: string) => ({ blocks: [{ id: 'a', type: 'text', html }] })
    const add = (name: string, document: unknown) => [
      'newsletter',
      'add',
      '--blocks',
      file(name, JSON.stringify(document)),
      '--subject',
      'Of blocks',
      '--list',
      listId,
    ]
    const { id } = await json(add('blocks.json', text('<p>Dear {{ name }}</p><script>x</script>')))
    const shown = await run(['newsletter', 'show', String(id)])
    assert.match(shown.out, /Dear \{\{ name \}\}/)
    assert.doesNotMatch(shown.out, /script/)
    const args = ['newsletter', 'edit', String(id), '--blocks', '-']
    assert.equal((await run(args, {}, JSON.stringify(text('<p>Changed</p>')))).code, 0)
    assert.match((await run(['newsletter', 'preview', String(id)])).out, /Changed/)

    await fails(
      add('tag.json', text('<p>{{ shoe }}</p>')),
      /^.*Block a \(text\), html, line 1.*"shoe"/,
    )
    const link = { id: 'b', type: 'button', text: 'x', href: 'javascript:alert(1)' }
    await fails(add('link.json', { blocks: [link] }), /^.*Block b \(button\), href/)
    await fails(
      add('kind.json', { blocks: [{ id: 'c', type: 'carousel' }] }),
      /^blocks\.blocks\.0\.type: /,
    )
    file('broken.json', '{')
    await fails(
      ['newsletter', 'add', '--blocks', 'broken.json', '--subject', 'x'],
      /^The blocks are no JSON: /,
    )
    await fails(
      [...add('both.json', text('x')), '--file', file('both.html', HTML)],
      /^--blocks alone, not with --file or a template\.\n$/,
    )
  })

  test('is shown as a person gets it', async () => {
    const { run, newsletter, listId, json } = setup
    const id = await newsletter('--list', listId, '--preheader', 'Look, {{ name }}')
    const shown = await run(['newsletter', 'preview', id, '--as', 'P2@Example.test'])
    assert.match(shown.out, /<h1>Hello P2<\/h1>/)
    assert.match(shown.err, /^To: {6}P2 <p2@example\.test>\nSubject: News for P2$/m)
    assert.match((await run(['newsletter', 'preview', id, '--text'])).out, /Hello Ada Example/)
    const filter = String(
      (await json(['filter', 'add', 'The second', 'email = "p2@example.test"'])).id,
    )
    writeFileSync(
      join(setup.folder, 'parts.html'),
      `<p>All</p><p data-filter="${filter}">For the second</p>`,
    )
    const inParts = await newsletter('--list', listId, '--file', 'parts.html')
    assert.match(
      (await run(['newsletter', 'preview', inParts, '--as', 'p2@example.test'])).out,
      /All.*For the second/s,
    )
    assert.doesNotMatch(
      (await run(['newsletter', 'preview', inParts, '--as', 'p1@example.test'])).out,
      /For the second/,
    )
    await json(['dkim', 'add', 'example.test', '--selector', 'pre'])
    const { out } = await run(['newsletter', 'preview', id, '--as', 'p2@example.test', '--source'])
    assert.deepEqual(
      [...out.matchAll(/^DKIM-Signature: .*a=(\S+);/gm)].map(([, kind]) => kind),
      ['rsa-sha256', 'ed25519-sha256'],
    )
    const message = await PostalMime.parse(out)
    assert.deepEqual(
      [message.subject, message.to?.[0]?.address, message.from?.address],
      ['News for P2', 'p2@example.test', 'shop@example.test'],
    )
    assert.match(message.html!, /Look, P2/)
    assert.match(message.text!, /Hello P2/)
    assert.equal(
      (await run(['newsletter', 'preview', id, '--as', 'nobody@example.test'])).err,
      'No subscriber has the address nobody@example.test.\n',
    )
  })
})

test('test groups', async () => {
  const { json, run, fails } = setup
  assert.deepEqual(
    await json(['test-group', 'add', 'office', 'a@example.test', 'b@example.test']),
    { size: 2 },
  )
  assert.deepEqual(
    await json(['test-group', 'add', 'office', 'b@example.test', 'c@example.test']),
    { size: 3 },
  )
  await fails(
    ['test-group', 'add', 'office', 'd@example.test', 'nobody'],
    /^No mail can be sent to "nobody"; nothing was done\.\n$/,
  )
  assert.equal(
    (await run(['test-group', 'list'])).out,
    'office: a@example.test, b@example.test, c@example.test\n',
  )
  assert.equal(
    (await run(['test-group', 'remove', 'office', 'a@example.test'])).out,
    'One address was removed.\n',
  )
  assert.deepEqual(await json(['test-group', 'list']), [
    { name: 'office', emails: ['b@example.test', 'c@example.test'] },
  ])
  await json(['test-group', 'remove', 'office', '--yes'])
  await fails(['test-group', 'remove', 'office'], /^There is no test group office\./)
})

describe('send refuses', () => {
  const relay = (host: string) => ({ SMTP_URL: `smtp://${host}:2525` })

  test('to hand emails to a relay while links would lead nowhere, and says what to set', async () => {
    const { fails, newsletter, listId, run, rows } = setup
    const id = await newsletter()
    const send = ['send', '--newsletter', id, '--list', listId]
    const before = await rows('select count(*) from sendings')
    await fails(
      send,
      /^PUBLIC_URL is not set, so links .* Set PUBLIC_URL to .* --local\.\n$/,
      relay('127.0.0.1'),
    )
    await fails(
      [...send, '--local'],
      /^PUBLIC_URL is not set.* --local does not help/,
      relay('relay.example.com'),
    )
    for (const url of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:80'])
      await fails(send, /^PUBLIC_URL is http.*, which only this machine can reach/, {
        ...relay('relay.example.com'),
        PUBLIC_URL: url,
      })
    assert.deepEqual(await rows('select count(*) from sendings'), before)
    assert.equal((await run([...send, '--local'], relay('localhost'))).code, 0)
    assert.equal(
      (await run(send, { ...relay('relay.example.com'), PUBLIC_URL: 'https://mail.example.com' }))
        .code,
      0,
    )
    // With a route in the store it is the same, without SMTP_URL.
    await run(['route', 'add', 'far', '--url', 'smtp://relay.example.com'])
    await fails(send, /^PUBLIC_URL is not set/)
    await run(['route', 'remove', 'far', '--yes'])
    assert.equal((await run(send)).code, 0)
    await rows('delete from work')
    await rows('delete from sendings')
  })

  test('missing objects, and invalid times', async () => {
    const { fails, newsletter, listId } = setup
    const id = await newsletter()
    const send = ['send', '--newsletter', id, '--list', listId]
    await fails(['send', '--newsletter', '999', '--list', listId], /^There is no newsletter 999\./)
    await fails(
      ['send', '--newsletter', id, '--list', '999'],
      /^There is no list 999\. To see them: pennypost list list\n$/,
    )
    await fails(
      ['send', '--newsletter', id, '--test', 'nobody'],
      /^There is no test group of that name/,
    )
    await fails([...send, '--at', 'tomorrow'], /^That is not a time in the zone \+01:00/)
    await fails(
      [...send, '--at', '2099-03-29 02:30', '--zone', 'Europe/Stockholm'],
      /^That is not a time in the zone Europe\/Stockholm/,
    )
    await fails(
      [...send, '--at', '2099-01-01 09:00', '--zone', 'Mars/Olympus'],
      /^There is no such time zone/,
    )
    await fails([...send, '--at', '2020-01-01 09:00'], /^2020-01-01 09:00 \+01:00 has passed/)
    await fails([...send, '--zone', '+02:00'], /^--zone says how --at is meant/)
  })
})
