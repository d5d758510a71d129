/**
 * Builds the web console, src/console, into dist/console: `npm run console`. `npm ci` and `npm
 * start` call it with --if-older, which builds only when a source is newer than what was built, and
 * never fails. Plain JavaScript, so that an old Node.js gets to the sentence of bin/pennypost.js.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const from = join(root, 'src', 'console')
const to = join(root, 'dist', 'console')
/** Built beside it and moved, so that whoever reads or builds at the same time sees a whole one. */
const scratch = join(root, 'node_modules', '.cache', `console-${process.pid}`)
const page = join(to, 'index.html')

const filesIn = folder =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  )

const changed = file => statSync(file).mtimeMs

function isCurrent() {
  if (!existsSync(page)) return false
  const sources = [
    ...filesIn(from),
    join(root, 'package-lock.json'),
    fileURLToPath(import.meta.url),
  ]
  return sources.every(file => changed(file) <= changed(page))
}

async function build() {
  // A source that changes meanwhile is newer than the page.
  const begun = new Date()
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: from,
    base: '/console/',
    logLevel: 'warn',
    // The service puts a new one into each answer: src/console-api/console-files.ts.
    html: { cspNonce: 'PENNYPOST_NONCE' },
    build: {
      outDir: scratch,
      emptyOutDir: true,
      target: 'es2024',
      // A data: address would need a wider policy.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 800,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // "use client", which is for servers that render.
        onLog: (level, log, next) => log.code === 'MODULE_LEVEL_DIRECTIVE' || next(level, log),
      },
    },
  })
  for (const file of filesIn(join(scratch, 'assets')).filter(name => /\.(?:js|css)$/.test(name))) {
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
  mkdirSync(dirname(to), { recursive: true })
  rmSync(to, { recursive: true, force: true })
  try {
    renameSync(scratch, to)
  } catch (error) {
    // Another process has built the same in this moment.
    if (!existsSync(page)) throw error
    rmSync(scratch, { recursive: true })
  }
  utimesSync(page, begun, begun)
}

const ifOlder = process.argv.includes('--if-older')
if (existsSync(from) && !(ifOlder && isCurrent())) {
  try {
    if (ifOlder) console.error('Building the web console, which takes some seconds.')
    await build()
  } catch (error) {
    if (!ifOlder) throw error
    console.error(`The web console was not built, the service starts without it: ${error.message}`)
  }
}
