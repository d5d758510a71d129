/**
 * The pages of the sandbox, with emails of our composer: who may see them, what is in them, and
 * that nothing in an email runs.
 */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { makeLoginLink } from '../../src/domain/accounts/login-link.ts'
import { hidden, idsIn, newOwner, type Owner } from './pages-setup.ts'

describe('the list', () => {
  test('is for a signed-in account, and for its own emails', async () => {
    const owner = await newOwner()
    const stranger = await newOwner()
    await owner.keep(1, 'asa@example.test')
    for (const path of ['/sandbox', '/sandbox/1', '/sandbox/1/body', '/sandbox/1/message.eml']) {
      const answer = await owner.visit(path, { headers: { cookie: 'pennypost_session=1.x' } })
      assert.deepEqual(
        [answer.status, answer.headers.get('location')],
        [303, `/console?to=${encodeURIComponent(path)}`],
      )
    }
    const [id] = idsIn(await owner.text('/sandbox'))
    for (const path of [
      `/sandbox/${id}`,
      `/sandbox/${id}/body`,
      `/sandbox/${id}/source`,
      `/sandbox/${id}/message.eml`,
    ]) {
      assert.equal((await owner.visit(path)).status, 200)
      assert.equal((await stranger.visit(path)).status, 404)
    }
    assert.match(await stranger.text('/sandbox'), /No emails yet/)
  })

  test('is led to after signing in, by link and by password; other sites are not', async () => {
    const owner = await newOwner()
    const { store } = owner.service
    const token = await makeLoginLink(store, owner.account.id)
    const byLink = await owner.visit(`/console/login/${token}?to=/sandbox/3`, {
      headers: { cookie: '' },
    })
    assert.equal(byLink.headers.get('location'), '/sandbox/3')
    assert.match(byLink.headers.get('set-cookie')!, /Path=\/;/)
    const asked = await owner.visit('/console?to=%2Fsandbox%3Femail%3Da%2540b', {
      headers: { cookie: '' },
    })
    assert.match(await asked.text(), /name="to" value="\/sandbox\?email=a%40b"/)
    for (const [to, expected] of [
      ['/sandbox?email=a%40b', '/sandbox?email=a%40b'],
      ['https://evil.example.test/', '/console'],
      ['//evil.example.test/sandbox', '/console'],
      ['/sandbox.evil.example.test', '/console'],
      ['/sandbox/\r\nSet-Cookie: a=b', '/console'],
    ] as const) {
      const body = new URLSearchParams({
        username: owner.account.username,
        password: owner.account.password,
        to,
      })
      const answer = await owner.visit('/console/sign-in', {
        method: 'POST',
        body,
        headers: { cookie: '' },
      })
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, expected])
    }
  })

  test('has the newest first, page by page, and finds addresses by a part', async () => {
    const owner = await newOwner()
    for (let id = 1; id <= 120; id++) await owner.keep(id, `Person-${id}@example.test`)
    const seen: number[] = []
    let path: string | undefined = '/sandbox'
    let pages = 0
    while (path !== undefined) {
      const text: string = await owner.text(path)
      seen.push(...idsIn(text))
      path = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&#38;', '&')
      pages++
    }
    assert.equal(pages, 3)
    assert.equal(seen.length, 120)
    assert.deepEqual(
      seen,
      [...new Set(seen)].sort((a, b) => b - a),
    )
    const found = hidden(await owner.text('/sandbox?email=PERSON-11'))
    assert.equal(idsIn(found).length, 11)
    assert.ok(!found.includes('person-12@'))
    for (const nobody of ['%', '_', 'nobody', '%00x', '"><script>'])
      assert.match(
        await owner.text(`/sandbox?email=${encodeURIComponent(nobody)}`),
        /No email to such an address/,
      )
    assert.match(await owner.text('/sandbox'), /120 emails/)
  })

  test('is emptied by its own form only, and only for the account', async () => {
    const owner = await newOwner()
    const neighbour = await newOwner()
    for (const each of [owner, neighbour]) await each.keep(1, 'asa@example.test')
    assert.equal((await owner.visit('/sandbox/empty')).status, 405)
    const foreign = await owner.visit('/sandbox/empty', {
      method: 'POST',
      headers: { Origin: 'https://evil.example.test' },
    })
    assert.equal(foreign.status, 403)
    assert.equal((await owner.visit('/sandbox', { method: 'POST' })).status, 405)
    assert.equal(idsIn(await owner.text('/sandbox')).length, 1)
    const emptied = await owner.visit('/sandbox/empty', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    assert.deepEqual([emptied.status, emptied.headers.get('location')], [303, '/sandbox'])
    assert.deepEqual(idsIn(await owner.text('/sandbox')), [])
    assert.equal(idsIn(await neighbour.text('/sandbox')).length, 1)
  })
})

describe('an email', () => {
  let owner: Owner
  let id: number
  before(async () => {
    owner = await newOwner()
    await owner.keep(9, 'asa@example.test')
    id = idsIn(await owner.text('/sandbox'))[0]!
  })

  test('shows its HTML in a frame where nothing runs', async () => {
    const answer = await owner.visit(`/sandbox/${id}`)
    const text = await answer.text()
    assert.match(
      text,
      /<iframe src="\/sandbox\/\d+\/body"[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/,
    )
    assert.match(text, /<h1>Höst &#60;b&#62;sale&#60;\/b&#62; for Åsa 9<\/h1>/)
    assert.ok(
      text.includes('Äcme') &&
        text.includes('asa@<wbr>example.<wbr>test') &&
        !text.includes('<script'),
    )
    assert.match(
      answer.headers.get('content-security-policy')!,
      /^default-src 'none'; style-src 'sha256-[^']+'; frame-src 'self';/,
    )
    const body = await owner.visit(`/sandbox/${id}/body`)
    assert.match(
      body.headers.get('content-security-policy')!,
      /^sandbox allow-popups [^;]*; default-src 'none'; img-src/,
    )
    assert.ok(
      !/allow-scripts|allow-same-origin|script-src/.test(
        body.headers.get('content-security-policy')!,
      ),
    )
    const html = await body.text()
    assert.match(html, /^\s*<!DOCTYPE html><base target="_blank">/)
    assert.ok(html.includes('Hej Åsa 9') && html.includes('https://shop.example.test/p.png'))
    // Looking at it here is no open, and the email's own <base> leads nowhere.
    assert.ok(!html.includes('.gif') && !html.includes('evil.example.test'))
  })

  test('shows text, headers, links and source', async () => {
    const text = hidden(await owner.text(`/sandbox/${id}/text`))
    assert.match(text, /<pre>[\s\S]*Åsa 9/i)
    const headers = hidden(await owner.text(`/sandbox/${id}/headers`))
    assert.match(headers, /<td>Subject<\/td><td>Höst &#60;b&#62;sale&#60;\/b&#62; for Åsa 9<\/td>/)
    assert.match(headers, /<td>List-Unsubscribe-Post<\/td><td>List-Unsubscribe=One-Click<\/td>/)
    const links = hidden(await owner.text(`/sandbox/${id}/links`))
    assert.match(
      links,
      /See the bicycles <span class="tag">counted<\/span><\/td><td>https:\/\/shop\.example\.test\/bikes\?a=1&#38;b=2/,
    )
    assert.match(links, /A bicycle <span class="tag">counted/)
    assert.match(links, /No more <span class="tag">unsubscribe/)
    const source = hidden(await owner.text(`/sandbox/${id}/source`))
    assert.match(source, /<pre>[\s\S]*Content-Transfer-Encoding: /)
    const file = await owner.visit(`/sandbox/${id}/message.eml`)
    assert.equal(file.headers.get('content-disposition'), `attachment; filename="email-${id}.eml"`)
    assert.match(
      Buffer.from(await file.arrayBuffer()).toString('latin1'),
      /^Date: [\s\S]*\r\nMIME-Version: 1\.0\r\n/,
    )
  })

  test('links and the unsubscribe address in it work', async () => {
    const links = await owner.text(`/sandbox/${id}/links`)
    const [, counted] = /<small>http:\/\/[^/]+(\/t\/[^<]+)<\/small>/.exec(links)!
    const answer = await owner.visit(counted!)
    assert.equal(answer.status, 302)
    assert.match(
      answer.headers.get('location')!,
      /^https:\/\/shop\.example\.test\/bikes\?a=1&b=2&pp=[0-9a-z.]+$/,
    )
    const [, unsubscribe] = /http:\/\/[^/]+(\/u\/[\w.]+)/.exec(links)!
    assert.equal((await owner.visit(unsubscribe!)).status, 200)
  })

  test('that is no message, has no HTML, or is enormous, is shown as far as it goes', async () => {
    const other = await newOwner()
    const shown = async (content: Buffer) => {
      await other.keep(1, 'x@example.test', content)
      const [newest] = idsIn(await other.text('/sandbox'))
      const pages: string[] = []
      for (const side of ['', '/body', '/text', '/links', '/source']) {
        const answer = await other.visit(`/sandbox/${newest}${side}`)
        assert.equal(answer.status, 200)
        pages.push(await answer.text())
      }
      return pages
    }
    const [plain] = await shown(
      Buffer.from('Subject: x\r\nContent-Type: text/plain\r\n\r\nHello <b>there'),
    )
    assert.match(plain!, /<pre>Hello &#60;b&#62;there\s*<\/pre>/)
    assert.doesNotMatch(plain!, /<iframe/)
    await shown(Buffer.alloc(0))
    await shown(Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10, 0]))
    const nested = Array.from(
      { length: 400 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
    ).join('')
    assert.match((await shown(Buffer.from(nested)))[0]!, /can't be read/)
    const [large, , , , source] = await shown(
      Buffer.from(
        `Content-Type: text/html; charset=utf-8\r\n\r\n` +
          `${`<p>${'x'.repeat(95)}\r\n`.repeat(50_000)}`,
      ),
    )
    assert.match(large!, /Gmail shows the first 102 kB/)
    assert.ok(source!.length < 600_000)
  })

  test('that is not there, or an address that is none: a page that says so', async () => {
    for (const path of [
      '/sandbox/0',
      '/sandbox/999999999999999',
      '/sandbox/9999999999999999999',
      '/sandbox/-1',
      `/sandbox/${id}/x`,
      '/sandbox/x/y',
      '/sandbox/%00',
    ])
      assert.equal((await owner.visit(path)).status, 404, path)
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      assert.equal((await owner.visit(`/sandbox/${id}`, { method })).status, 405)
    const head = await owner.visit(`/sandbox/${id}`, { method: 'HEAD' })
    assert.deepEqual([head.status, await head.text()], [200, ''])
    assert.deepEqual(owner.service.reported, [])
  })
})
