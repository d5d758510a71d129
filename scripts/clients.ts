/**
 * Writes the clients of the JSON API for npm, PHP and Python, from its OpenAPI document:
 * `npm run clients`, into dist/clients; `npm run clients -- FOLDER` elsewhere.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { programVersion } from '../src/lib/build.ts'
import { npmFiles } from './clients/npm-client.ts'
import { clientApi } from './clients/operations.ts'
import { phpFiles } from './clients/php-client.ts'
import { pythonFiles } from './clients/python-client.ts'

const root = resolve(import.meta.dirname, '..')
const to = resolve(process.argv[2] ?? join(root, 'dist', 'clients'))
const runtime = join(root, 'scripts', 'clients', 'runtime')

/** Into these files of a client, those of the runtime. */
const COPIED = {
  'npm/connection.js': 'connection.js',
  'php/src/Connection.php': 'Connection.php',
  'php/src/PennypostError.php': 'PennypostError.php',
  'python/pennypost_client/connection.py': 'connection.py',
}

const api = clientApi()
const version = programVersion()
const clients = {
  npm: npmFiles(api, version),
  php: phpFiles(api.nouns),
  python: pythonFiles(api.nouns, version),
}

rmSync(to, { recursive: true, force: true })
for (const [client, files] of Object.entries(clients))
  for (const [name, text] of Object.entries(files)) write(join(to, client, name), text)
for (const [name, source] of Object.entries(COPIED)) cpSync(join(runtime, source), join(to, name))
for (const client of Object.keys(clients))
  cpSync(join(root, 'docs', 'clients.md'), join(to, client, 'README.md'))
const operations = api.nouns.flatMap(one => one.operations).length
console.log(`${to}: ${api.nouns.length} nouns, ${operations} operations, in npm, php and python`)

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
