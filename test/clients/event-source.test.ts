/** The example for PHP in the documentation of event sources, run by PHP itself. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { apiClient } from '../console-api/api-setup.ts'
import { commandOrSkip, phpAlone } from './language-programs.ts'
import { account, serviceUrl } from './setup.ts'

test('the example for PHP posts an event, and again the same one', async context => {
  const command = commandOrSkip(context, phpAlone)
  if (command === undefined) return
  const { origin } = new URL(await serviceUrl())
  const visitor = apiClient(origin, { 'X-Pennypost-Console': '1' })
  const { headers } = await visitor('POST', '/session', account)
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  const call = apiClient(origin, { cookie, 'X-Pennypost-Console': '1' })
  const made = async (path: string, body: object) => {
    const answer = await call('POST', path, body)
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const { id: listId } = await made('/lists', { name: 'All', fromEmail: 'n@x.test' })
  const { id } = await made('/subscribers', { listId, email: 'ada@example.com' })
  const scheme = { scheme: 'woocommerce', emailAt: 'billing.email', idAt: 'id' }
  const source = await made('/event-sources', { name: 'shop', event: 'order', ...scheme })

  const page = readFileSync(new URL('../../docs/event-sources.md', import.meta.url), 'utf8')
  const [, script] = /```php\n(.*?)```/s.exec(page)!
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-php-'))
  try {
    const file = join(folder, 'post.php')
    writeFileSync(file, `<?php\n${script}`)
    const address = `${origin}${new URL(source.address, origin).pathname}`
    const env = { ...process.env, SECRET: source.secret, ADDRESS: address }
    const post = async () => {
      const { stdout } = await promisify(execFile)(command, [file], { env, timeout: 60_000 })
      return JSON.parse(stdout).outcome
    }
    assert.deepEqual([await post(), await post()], ['recorded', 'repeated'])
    const { items } = (await call('GET', `/subscribers/${id}/events`)).body
    assert.deepEqual(
      items.map((one: { name: string; values: { total: string } }) => [one.name, one.values.total]),
      [['order', '49.50']],
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})
