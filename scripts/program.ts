/**
 * The program as the package has it: a few hundred files instead of a thousand, so that a service
 * starts with two thirds of the processor time, and beside them what modules read at run time.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

const root = resolve(import.meta.dirname, '..')
const from = join(root, 'src')

/** Threads and processes are started by the address of their file. */
const entries = ['cli/main.ts', ...globSync('**/*-{thread,process}.ts', { cwd: from })]

/**
 * Packages that commands and starts read, packed too: as hundreds of files they cost a command an
 * eighth of its processor time.
 */
const PACKED =
  /^(?:@zxcvbn-ts|commander|entities|liquidjs|pg|pg-copy-streams|prom-client|saxes|zod)(?:\/|$)/

const isOutside = (id: string, from: string | undefined): boolean => {
  if (/^[./]/.test(id)) return false
  if (isBuiltin(id) || id === 'pg-native') return true
  return !PACKED.test(id) && !from?.includes('/node_modules/')
}

/** In whichever file a module is packed, it finds what stands beside it in `src/`. */
const places: Plugin = {
  name: 'places of modules',
  transform: {
    filter: { code: 'import.meta' },
    handler(code, id) {
      const module = relative(from, id).replace(/ts$/, 'js')
      return code
        .replaceAll('import.meta.url', `URL_OF(${JSON.stringify(module)})`)
        .replaceAll('import.meta.dirname', `FOLDER_OF(${JSON.stringify(dirname(module))})`)
    },
  },
  renderChunk(code, { fileName }) {
    const top = relative(dirname(fileName), '.') || '.'
    return code
      .replace(/URL_OF\("(.*?)"\)/g, `new URL("${top}/$1", import.meta.url).href`)
      .replace(/FOLDER_OF\("(.*?)"\)/g, `(import.meta.dirname + "/${top}/$1")`)
  },
}

/** Named queries are not among the files read at run time: they are in the .sql.ts files. */
const isRead = (file: string): boolean =>
  statSync(join(from, file)).isFile() &&
  !file.endsWith('.ts') &&
  !file.startsWith('console/') &&
  !existsSync(join(from, `${file}.ts`))

/** Writes the program, all but its console, to `to`, a folder like `dist/`. */
export async function buildProgram(to: string): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(entries.map(file => [file.replace(/\.ts$/, ''), join(from, file)])),
    platform: 'node',
    external: isOutside,
    plugins: [places],
    // An import of ours may be there for what its module does.
    treeshake: { moduleSideEffects: id => !id.includes('/node_modules/') },
  })
  await build.write({
    dir: to,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    keepNames: true,
    // What many parts share is one file: else each set of parts has its own.
    codeSplitting: { groups: [{ name: 'common', minShareCount: 8 }] },
  })
  await build.close()
  for (const file of globSync('**/*', { cwd: from }).filter(isRead)) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    copyFileSync(join(from, file), join(to, file))
  }
  const commit = process.env.COMMIT || commitHere()
  if (commit) writeFileSync(join(to, 'commit'), `${commit}\n`)
}

/** For `pennypost_build_info`; undefined outside a repository, as in an image. */
function commitHere(): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : undefined
}
