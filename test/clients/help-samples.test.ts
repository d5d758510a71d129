/** The samples of the help pages in PHP and for curl, run by PHP and a shell. */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { operationNames } from '../../src/contract/index.ts'
import { account, commandOf, type Program, php, serviceUrl } from './setup.ts'

const run = promisify(execFile)
const curl: Program = { wants: 'curl', commands: ['curl'], probe: ['--version'] }
const folder = mkdtempSync(join(tmpdir(), 'samples-'))
after(() => rmSync(folder, { recursive: true }))

const plain = (html: string) =>
  html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

/** With the account's name and password, and 1 for all other values. */
async function sampleOf(operation: string, title: string): Promise<string> {
  const page = await (await fetch(`${await serviceUrl()}?op=${operation}`)).text()
  const [, html = ''] = page.split(`<h3>${title}</h3><pre tabindex="0">`)
  const values = [account.username, account.password]
  return plain(html.split('</pre>')[0]!.replace(/<var>.*?<\/var>/g, '\u0001')).replaceAll(
    '\u0001',
    () => values.shift() ?? '1',
  )
}

function skipped(program: Program, context: { skip(why: string): void }): boolean {
  if (commandOf(program) !== undefined) return false
  const sentence = `this machine lacks ${program.wants}`
  assert.notEqual(process.env.REQUIRE_ALL, '1', sentence)
  context.skip(sentence)
  return true
}

test('the sample in PHP of each operation is PHP, and one answers', async context => {
  if (skipped(php, context)) return
  const samples = await Promise.all(operationNames.map(name => sampleOf(name, 'PHP')))
  const whole = samples.map((code, at) => `function sample${at}() {\n${code}\n}`).join('\n')
  const file = join(folder, 'all.php')
  writeFileSync(file, `<?php\n${whole}\n`)
  execFileSync(commandOf(php)!, ['-l', file])
  const one = join(folder, 'one.php')
  writeFileSync(one, `<?php\n${await sampleOf('InsertMailingList', 'PHP')}\n`)
  assert.match((await run(commandOf(php)!, [one])).stdout, /^-?\d+$/)
})

test('the sample for curl answers', async context => {
  if (skipped(curl, context)) return
  const code = await sampleOf('GetMailingLists', 'curl')
  assert.match((await run('sh', ['-c', code])).stdout, /<DataSet|<diffgr:diffgram/)
})
