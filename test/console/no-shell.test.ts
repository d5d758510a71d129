/**
 * Users of the console have no shell: no text that it can show names a command, an option or a
 * setting. The service's texts for pages have that apart (`shell` of a refusal or finding), where
 * only commands print it.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'

const ROOT = resolve(import.meta.dirname, '..', '..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** Names of settings: words in capitals with an underscore that src/settings reads. */
const SETTINGS = new Set(
  globSync('src/settings/**/*.ts', { cwd: ROOT }).flatMap(file =>
    [...read(file).matchAll(/\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b/g)].map(([name]) => name),
  ),
)
const COMMAND = /\bpennypost [a-z]|(?:^|[\s("`])--[a-z]/
const isForShell = (text: string): boolean =>
  COMMAND.test(text) ||
  [...text.matchAll(/\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b/g)].some(([name]) => SETTINGS.has(name))

/** What only commands print: a property of that name, an argument of that method. */
const APART = new Set(['shell', 'atShell'])

/**
 * Files whose texts no page of the console shows, or that speak to the operator, who can set the
 * settings that they name.
 */
const ELSEWHERE: Record<string, string> = {
  'src/console-api/style.ts': 'a style sheet',
  'src/actions/imports/imports.ts': 'the reference of the API',
  'src/actions/relays/relays.ts': 'the reference of the API',
  'src/actions/media/media.ts': 'the operator is told which setting is the limit',
  'src/actions/sms/gateway.ts': 'the reference of the API',
  'src/actions/http/uploaded-file.ts': 'the operator is told which setting is the limit',
  'src/domain/keys/keys.ts': 'the log of a start',
  'src/domain/details/relays.ts': 'the operator, about a relay of the settings',
  'src/domain/routes/refused.ts': 'the operator; pages say it by its code',
  'src/domain/sendings/progress.ts': 'pages say it by its code',
  'src/domain/details/sendings.ts': 'the operator, about a setting; pages say it by its code',
  'src/domain/sendings/reach.ts': 'the operator, about a setting',
  'src/mail/links/signing.ts': 'bytes that are signed',
  'src/mail/links/web-version.ts': 'bytes that are signed',
  'src/mail/template/render-process.ts': 'commands',
  'src/mail/template/renderer.ts': 'an option of Node.js',
  'src/recipient/plain-look.ts': 'a style sheet',
  'src/recipient/published/style.ts': 'a style sheet',
  'src/recipient/report/style.ts': 'a style sheet',
  'src/recipient/sign-up/brand-style.ts': 'a style sheet',
  'src/sandbox/sms-pages.ts': 'the operator, about a setting',
  'src/sandbox/style.ts': 'a style sheet',
  'src/actions/relays/known-routes.ts': 'the operator, about a setting',
  'src/actions/installation/doctor-words.ts': 'the name of a check, which pages have in words',
  'src/actions/home/load-troubles.ts': 'pages show what is to be done by links',
  'src/actions/home/status.ts': 'pages show what is to be done by links',
}

interface Node {
  type: string
  [key: string]: unknown
}

/** The texts of a program that name commands, options or settings, but those apart. */
function textsForShell(source: string): string[] {
  const found: string[] = []
  const look = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) look(one)
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return
    const { type, ...rest } = node as Node
    if (type === 'ImportDeclaration') return
    if (type === 'Property' && APART.has((rest.key as { name?: string }).name ?? '')) return
    if (type === 'CallExpression') {
      const callee = rest.callee as { property?: { name?: string } }
      if (APART.has(callee.property?.name ?? '')) {
        look(rest.callee)
        return
      }
    }
    if (type === 'VariableDeclarator' && (rest.id as { name?: string }).name === 'shell') return
    const text =
      type === 'Literal'
        ? rest.value
        : type === 'TemplateElement'
          ? (rest.value as { cooked?: string }).cooked
          : type === 'JSXText'
            ? rest.value
            : undefined
    if (typeof text === 'string' && isForShell(text)) found.push(text.trim())
    for (const one of Object.values(rest)) look(one)
  }
  look(parseSync('page.tsx', source).program)
  return found
}

const ROOMS = 'domain,actions,mail,sms,webhooks,console-api,recipient,sandbox'

test('what is meant for a shell is found, unless it stands apart', () => {
  const found = (source: string) => textsForShell(source).length
  assert.equal(found("const a = 'To see them: pennypost list list'"), 1)
  assert.equal(found('const a = `Name a list (--list)`'), 1)
  assert.equal(found("const a = 'Set PUBLIC_URL.'"), 1)
  assert.equal(found("const a = { says: 'Set SMTP_URL.', shell: 'pennypost dkim add' }"), 1)
  assert.equal(found("throw new Refusal('not-valid', 'No.').atShell('pennypost list list')"), 0)
  assert.equal(found("const a = 'Pennypost keeps it; nothing -- at all -- is lost.'"), 0)
  assert.ok(SETTINGS.has('BOUNCE_DOMAIN') && SETTINGS.size > 50)
})

test('no text that the service says to pages names a command, an option or a setting', () => {
  const files = globSync(`src/{${ROOMS}}/**/*.ts`, { cwd: ROOT }).filter(
    file => !file.endsWith('.sql.ts'),
  )
  const wrong = files.filter(file => textsForShell(read(file)).length > 0)
  const unknown = wrong
    .filter(file => !(file in ELSEWHERE))
    .flatMap(file => textsForShell(read(file)).map(text => `${file}: ${text}`))
  assert.deepEqual(unknown, [])
  assert.deepEqual(
    Object.keys(ELSEWHERE).filter(file => !wrong.includes(file)),
    [],
    'needs no exception any more',
  )
})

test('no text of the console names a command, an option or a setting, in any language', () => {
  const files = globSync('src/console/**/*.{ts,tsx}', { cwd: ROOT })
  assert.ok(files.filter(file => /texts|languages\//.test(file)).length > 70)
  const found = files.flatMap(file =>
    textsForShell(read(file))
      // A variable of a style sheet.
      .filter(text => !/^[^.]*var\(--[a-z0-9-]+\)[^.]*$/.test(text) && text !== '--email-accent')
      .map(text => `${file}: ${text}`),
  )
  // Of what they are told about an own account, it is mended beside.
  assert.deepEqual(found, [])
})
