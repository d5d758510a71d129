/**
 * The reference of the JSON API: each example of a body is one that its route reads, and the code
 * beside it runs in the languages that it is in.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { openApiDocument } from '../../src/console-api/v1/openapi/document.ts'
import { exampleOf } from '../../src/console-api/v1/openapi/example-values.ts'
import { nounPage, type OpenApiDocument } from '../../src/console-api/v1/reference/noun-page.ts'
import { routes } from '../../src/console-api/v1/table.ts'
import { type ApiSetup, apiSetup } from '../console-api/api-setup.ts'
import { commandOrSkip, curl, node, phpAlone, python } from './language-programs.ts'

const LANGUAGES = {
  curl: { program: curl, file: 'call.sh' },
  TypeScript: { program: node, file: 'call.ts' },
  PHP: { program: phpAlone, file: 'call.php' },
  Python: { program: python, file: 'call.py' },
}

const document = openApiDocument(routes, 'https://news.example.com') as unknown as OpenApiDocument

test('each example of a body is one that the route reads', () => {
  const wrong: string[] = []
  for (const { method, path, body } of routes) {
    if (!body) continue
    const { requestBody } = document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
    const { schema } = requestBody!.content['application/json']!
    const { schemas } = document.components
    const example = exampleOf(schema, { components: schemas, whole: false })
    const read = body.safeParse(example)
    if (!read.success)
      wrong.push(`${method} ${path}: ${JSON.stringify(example)} ${read.error.issues[0]!.message}`)
  }
  assert.deepEqual(wrong, [])
})

test('each route has a place on the page of its noun, with code and an answer', () => {
  for (const { path, method } of routes) {
    const noun = path.split('/')[1]!
    const { operationId } = document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
    const { page } = nounPage(document, noun)!
    assert.ok(page.includes(`id="${operationId}"`), operationId)
  }
  assert.equal(nounPage(document, 'nobody'), undefined)
  assert.equal(nounPage(document, '__proto__'), undefined)
})

describe('the code of a sample', () => {
  let setup: ApiSetup
  let key: string
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-samples-'))
  before(async () => {
    setup = await apiSetup()
    const rights = ['read', 'people']
    key = (await setup.call('POST', '/api-keys', { name: 'reader', rights })).body.token
  })
  after(async () => {
    await setup.running.close()
    rmSync(folder, { recursive: true })
  })

  /** Of a page as a browser has it. */
  async function samplesOf(noun: string, operationId: string): Promise<Map<string, string>> {
    const at = `${setup.running.origin}/api/v1/reference/${noun}`
    const text = await (await fetch(at)).text()
    const section = text.split('<section').find(one => one.includes(`id="${operationId}"`))!
    const plain = (code: string) => code.replace(/&#(\d+);/g, (_, n) => String.fromCharCode(n))
    const pattern = /<summary>(.*?)<\/summary><pre><code>(.*?)<\/code>/gs
    return new Map([...section.matchAll(pattern)].map(([, name, code]) => [name!, plain(code!)]))
  }

  for (const [language, { program, file }] of Object.entries(LANGUAGES))
    test(`makes a list and shows it: ${language}`, async context => {
      const command = commandOrSkip(context, program)
      if (command === undefined) return
      const env = { ...process.env, PENNYPOST_KEY: key }
      const run = async (code: string) => {
        const written = join(folder, file)
        writeFileSync(written, code)
        const started = language === 'curl' ? 'sh' : command
        const { stdout } = await promisify(execFile)(started, [written], { env, timeout: 60_000 })
        return JSON.parse(stdout)
      }
      const made = await run((await samplesOf('lists', 'listsCreate')).get(language)!)
      const { items } = await run((await samplesOf('lists', 'listsList')).get(language)!)
      assert.ok(items.some(({ id }: { id: number }) => id === made.id))
    })
})
