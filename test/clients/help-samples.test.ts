/** The samples of the help pages in PHP, in C# and for curl: compiled, and run. */
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
/** With the generator of proxies, which the samples name. */
const cSharp: Program = {
  wants: 'a compiler of C# with wsdl (mono-devel)',
  commands: ['/usr/bin/mcs', 'mcs'],
  probe: ['--version'],
}
const folder = mkdtempSync(join(tmpdir(), 'samples-'))
after(() => rmSync(folder, { recursive: true }))

const plain = (html: string) =>
  html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

/** With the account's name and password, true for what is either, and 1 for all other values. */
async function sampleOf(operation: string, title: string): Promise<string> {
  const page = await (await fetch(`${await serviceUrl()}?op=${operation}`)).text()
  const [, html = ''] = page.split(`<h3>${title}</h3><pre tabindex="0">`)
  const values = [account.username, account.password]
  const code = html.split('</pre>')[0]!.replace(/<var>(.*?)<\/var>/g, '⟨$1⟩')
  return plain(code).replace(/⟨(.*?)⟩/g, (_, type: string) => {
    const value = values.shift() ?? (type === 'boolean' ? 'true' : '1')
    return title === 'C#' ? value.replaceAll('"', '\\"') : value
  })
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

test('the sample in C# of each operation compiles with the proxy of the WSDL, and one answers', async context => {
  if (skipped(cSharp, context)) return
  const wsdl = join(folder, 'service.wsdl')
  writeFileSync(wsdl, await (await fetch(`${await serviceUrl()}?WSDL`)).text())
  const proxy = join(folder, 'proxy.cs')
  execFileSync('wsdl', [`-out:${proxy}`, wsdl], { stdio: 'ignore' })
  const samples = await Promise.all(operationNames.map(name => sampleOf(name, 'C#')))
  const methods = samples.map((code, at) => `static void Sample${at}() {\n${code}\n}`)
  const one = await sampleOf('InsertMailingList', 'C#')
  const file = join(folder, 'samples.cs')
  writeFileSync(
    file,
    `using System;\nstatic class Samples {\n${methods.join('\n')}\n` +
      `static void Main() {\n${one}\nConsole.Write(answer);\n}\n}\n`,
  )
  const program = join(folder, 'samples.exe')
  const options = [
    '-nologo',
    '-r:System.Web.Services,System.Data,System.Xml',
    '-nowarn:0219,0618',
    `-out:${program}`,
  ]
  execFileSync(commandOf(cSharp)!, [...options, proxy, file], { stdio: 'pipe' })
  assert.match((await run('mono', [program])).stdout, /^-?\d+$/)
})

test('the sample for curl answers', async context => {
  if (skipped(curl, context)) return
  const code = await sampleOf('GetMailingLists', 'curl')
  assert.match((await run('sh', ['-c', code])).stdout, /<DataSet|<diffgr:diffgram/)
})
