/**
 * Templates, newsletters made of them and of MJML, versions and the check, run as a user runs them.
 */
import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import PostalMime from 'postal-mime'
import { sendingByCommand } from './sending-setup.ts'

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const MJML = `<mjml><mj-body><mj-section><mj-column>
<mj-image data-slot="hero" src="logo.gif" alt="x" /><mj-text data-slot="body">Nothing yet, \
{{ name }}</mj-text>
</mj-column></mj-section></mj-body></mjml>`

let setup: Awaited<ReturnType<typeof sendingByCommand>>
let web: http.Server
let origin: string
before(async () => {
  setup = await sendingByCommand(2, { FETCH_ALLOW: '127.0.0.1' })
  writeFileSync(join(setup.folder, 'logo.gif'), PIXEL)
  web = http.createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/there' })
    else response.writeHead(request.url === '/gone' ? 404 : request.url === '/closed' ? 403 : 200)
    response.end('<p>here</p>')
  })
  await new Promise<void>(resolve => void web.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
})
after(async () => {
  web.close()
  web.closeAllConnections()
  await setup.drop()
})

describe('template', () => {
  test('is added, shown, changed, and put aside', async () => {
    const { run, json, file, fails } = setup
    assert.match(
      (await run(['template', 'list'])).out,
      /^There are no templates yet\. To save one: pennypost template add /,
    )
    const added = await run([
      'template',
      'add',
      '--file',
      file('plain.mjml', MJML),
      '--name',
      'Plain',
      '--description',
      'For all',
    ])
    assert.match(
      added.out,
      /^Template 1 was saved\. Its slots: hero, body\.\nTo make a newsletter of it: pennypost newsletter add --template 1 --slot hero=FILE/,
      added.err,
    )
    const shown = await run(['template', 'show', '1'])
    assert.match(
      shown.out,
      /^Plain, version 1, in MJML\nFor all\nSlots, .*\n {2}hero {13}picture: logo\.gif\n {2}body {13}Nothing yet, \{\{ name \}\}\nVersions:\n {5}1 /,
    )
    assert.equal((await run(['template', 'show', '1', '--source'])).out, MJML)
    const html = file('plain.html', '<h1 data-slot="body">Hi</h1>')
    const edited = await json(['template', 'edit', '1', '--file', html])
    assert.deepEqual(
      [edited.version, edited.slots],
      [2, [{ name: 'body', kind: 'content', content: 'Hi' }]],
    )
    assert.equal(
      (await json(['template', 'edit', '1', '--restore', '1', '--no-active'])).version,
      3,
    )
    const [listed] = await json(['template', 'list'])
    assert.deepEqual(
      [listed.id, listed.name, listed.version, listed.active],
      [1, 'Plain', 3, false],
    )
    assert.match((await run(['template', 'list'])).out, / {2}Plain \(inactive\)$/m)
    await json(['template', 'edit', '1', '--active'])
    await fails(['template', 'edit', '1'], /^Nothing to change/)
    await fails(
      ['template', 'edit', '9', '--name', 'x'],
      /^There is no template 9\. To see them: pennypost template list\n$/,
    )
    await fails(
      ['template', 'show', '1', '--at', '7'],
      /^There is no version 7 of this template\.\n$/,
    )
    await fails(
      ['template', 'add', '--file', file('bad.html', '<p>\n<b data-slot="x">'), '--name', 'x'],
      /^html, line 2, column 1: The slot x is opened and not closed\.\n$/,
    )
    await fails(
      [
        'template',
        'add',
        '--file',
        file('bad.mjml', '<mjml><mj-body><mj-include path="/etc/hostname"/></mj-body></mjml>'),
        '--name',
        'x',
      ],
      /^mjml, line 1, column 16: mj-include is not supported/,
    )
  })

  test('makes newsletters, with pictures that lie beside what was given', async () => {
    const { run, json, file, fails, folder, listId } = setup
    mkdirSync(join(folder, 'spring'))
    writeFileSync(join(folder, 'spring', 'new one.gif'), PIXEL)
    const body = file('body.html', '<b>{% if DD1 %}{{ DD1 }}{% else %}Spring{% endif %}</b>')
    const add = ['newsletter', 'add', '--template', '1', '--subject', 'Spring', '--list', listId]
    const { id } = await json([
      ...add,
      '--slot',
      `body=${body}`,
      '--slot',
      'hero=spring/new one.gif',
    ])
    const { out } = await run(['newsletter', 'preview', String(id), '--source'])
    const message = await PostalMime.parse(out)
    assert.match(message.html!, /<b>Spring<\/b>/)
    assert.deepEqual(
      message.attachments.map(({ mimeType, filename, related }) => [mimeType, filename, related]),
      [['image/gif', 'newone.gif', true]],
    )
    assert.match(
      (await run(['newsletter', 'preview', String(id)])).out,
      /src="data:image\/gif;base64,R0lGOD/,
    )
    assert.match(
      (await run(['newsletter', 'preview', String(id), '--as', 'p1@example.test'])).out,
      /<b>Spring<\/b>/,
    )
    assert.equal(
      (
        await json([
          ...add,
          '--slots',
          file('slots.json', '{"body": "<i>x</i>"}'),
          '--set',
          'body=<u>y</u>',
        ])
      ).id,
      id + 1,
    )
    assert.match((await run(['newsletter', 'preview', String(id + 1)])).out, /<u>y<\/u>/)
    await fails(
      [...add, '--set', 'shoe=x'],
      /^The template has no slot "shoe"\. It has: hero, body\.\n$/,
    )
    await fails(
      [...add, '--set', 'body={{ shoe }}'],
      /^slot body, line 1, column 4: There is no "shoe"/,
    )
    await fails([...add, '--slots', file('slots.json', '[1]')], /must hold one object of texts/)
    await fails([...add, '--slots', file('slots.json', '{')], /^slots\.json is no JSON/)
    await fails([...add, '--file', body], /^--file or --template/)
    await fails(['newsletter', 'add', '--set', 'body=x', '--subject', 'x'], /^Say with --template/)
    await fails([...add, '--set', 'hero=../logo.gif'], /There is no picture "\.\.\/logo\.gif"/)
    symlinkSync('/etc/hostname', join(folder, 'spring', 'link.gif'))
    await fails([...add, '--slot', 'hero=spring/link.gif'], /There is no picture "link\.gif"/)
    assert.equal((await run([...add, '--slot', 'body'])).code, 2)
  })
})

describe('newsletter', () => {
  test('in MJML, with its versions', async () => {
    const { run, json, file, fails } = setup
    const { id } = await json([
      'newsletter',
      'add',
      '--file',
      file('a.mjml', MJML.replace(/ data-slot="\w+"/g, '')),
      '--subject',
      'First',
    ])
    assert.match((await run(['newsletter', 'show', String(id)])).out, /^<mjml>/)
    assert.match((await run(['newsletter', 'show', String(id), '--html'])).out, /^<!doctype html>/i)
    const edited = await run([
      'newsletter',
      'edit',
      String(id),
      '--file',
      file('a.html', '<p>Plain</p>'),
      '--subject',
      'Second',
    ])
    assert.equal(edited.out, `Newsletter ${id} was changed; this is version 2.\n`)
    assert.equal(
      (await run(['newsletter', 'restore', String(id), '1'])).out,
      `Newsletter ${id} is as it was in version 1; this is version 3.\n`,
    )
    assert.deepEqual(
      (await json(['newsletter', 'versions', String(id)])).map((row: Record<string, unknown>) => [
        row.version,
        row.kind,
        row.subject,
      ]),
      [
        [3, 'mjml', 'First'],
        [2, 'html', 'Second'],
        [1, 'mjml', 'First'],
      ],
    )
    assert.match((await run(['newsletter', 'preview', String(id)])).out, /data:image\/gif/)
    await fails(['newsletter', 'restore', String(id), '9'], /^There is no version 9/)
    await fails(['newsletter', 'versions', '999'], /^There is no newsletter 999\./)
  })

  test('is checked', async () => {
    const { run, json, file, listId } = setup
    const html = (links: string) =>
      '<title>News</title><style>a { color: red }</style><p>Hello {{ name }} €</p><img ' +
      `src="${origin}/a.png">${links}<a href="{{ unsubscribe_url }}">Bye</a>`
    const good = file(
      'good.html',
      html(
        `<a href="${origin}/there">a</a><a href="${origin}/moved">b</a><a ` +
          `href="${origin}/{{ DD1 }}">c</a>`,
      ),
    )
    const { id } = await json([
      'newsletter',
      'add',
      '--file',
      good,
      '--subject',
      'News',
      '--list',
      listId,
    ])
    const checked = await run(['newsletter', 'check', String(id)])
    assert.equal(checked.code, 0, checked.out + checked.err)
    assert.deepEqual(
      checked.out
        .trimEnd()
        .split('\n')
        .map(line => line.split(/\s+/).slice(0, 2).join(' ')),
      [
        'look pictures',
        'look pictures',
        'look characters',
        'look sender',
        'look tags',
        'look spam',
        'look access',
        'look access',
        'fine subject',
        'fine size',
        'fine unsubscribe',
        'fine links',
      ],
    )
    assert.match(checked.out, /Not in the list's character set, .*: € \(U\+20AC\)\./)
    assert.match(checked.out, /2 links answer\./)
    const bad = file(
      'bad.html',
      html(
        `<a href="${origin}/gone">a</a><a href="${origin}/closed">b</a><a href="">c</a><a ` +
          `href="page.html">d</a>${'x'.repeat(103_000)}`,
      ),
    )
    await run([
      'newsletter',
      'edit',
      String(id),
      '--file',
      bad,
      '--from',
      'me@gmail.com',
      '--subject',
      '{{ DD1 }}',
    ])
    const { code, out } = await run(['newsletter', 'check', String(id), '--json'])
    assert.equal(code, 1)
    const { findings, wrong } = JSON.parse(out)
    assert.equal(wrong, true)
    const says = (what: string, severity: string) =>
      findings
        .filter((one: Record<string, string>) => one.what === what && one.severity === severity)
        .map((one: Record<string, string>) => one.says)
    assert.match(says('subject', 'wrong')[0], /empty/)
    assert.match(says('size', 'wrong')[0], /Gmail clips emails/)
    assert.match(says('sender', 'wrong')[0], /gmail\.com allows no other server/)
    assert.match(
      says('links', 'wrong').join('\n'),
      /^A link without an address .*\n"page\.html" does not work in an email/s,
    )
    // What does not answer today may answer when the email is read.
    assert.match(
      says('links', 'look').join('\n'),
      /http.*\/gone: .*404.*\n.*\/closed: the server answered 403/s,
    )
    // Places that only the service can reach are asked for nobody.
    const refused = await run(['newsletter', 'check', String(id), '--json'], { FETCH_ALLOW: '' })
    assert.match(refused.out, /\/gone: [^"]*127\.0\.0\.1/)
    assert.doesNotMatch(
      (await run(['newsletter', 'check', String(id), '--no-links'])).out,
      /\/gone/,
    )
  })
})
