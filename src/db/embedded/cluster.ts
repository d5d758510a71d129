/** The cluster of the embedded server: created once by initdb, while the start lock is held. */
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StoreUnavailable } from '../store-unavailable.ts'
import { openAs } from './locks.ts'
import { logSince, logSize, startFailure } from './log.ts'
import { withInitdb } from './nameless.ts'
import { type ClusterPaths, makePassword } from './place.ts'
import type { Programs } from './programs.ts'
import { giveCluster, nameOfCluster, type ServerUser, spawnAs } from './user.ts'

/** Creates the cluster if there is none. It gets its name only when it is complete. */
export async function makeCluster(
  place: ClusterPaths,
  programs: Programs,
  user: ServerUser | undefined,
) {
  const versionFile = join(place.cluster, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const major = readFileSync(versionFile, 'utf8').trim()
    if (major === programs.major) return giveCluster(place.cluster, user)
    throw new StoreUnavailable(
      `The store in ${place.dataDir} was made by PostgreSQL ${major} and this Pennypost ` +
        `brings ${programs.major}: ` +
        'make a backup with the Pennypost that made it and restore that into an empty ' +
        'DATA_DIR with this one.',
    )
  }
  if (existsSync(place.cluster) && readdirSync(place.cluster).length > 0)
    throw new StoreUnavailable(
      `The folder ${place.cluster} holds something else than a store: move it away or ` +
        'choose another DATA_DIR.',
    )

  for (const name of readdirSync(place.dataDir))
    if (name.startsWith('postgres.new-'))
      rmSync(join(place.dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  const unfinished = join(place.dataDir, `postgres.new-${process.pid}`)
  await withInitdb(place, programs, user, async initdb => {
    mkdirSync(unfinished, { mode: 0o700 })
    giveCluster(unfinished, user)
    await runInitdb(place, unfinished, initdb, user)
  })
  renameSync(unfinished, place.cluster)
  const folder = openSync(place.dataDir, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

async function runInitdb(
  place: ClusterPaths,
  folder: string,
  initdb: string,
  user: ServerUser | undefined,
) {
  const password = makePassword(place)
  const args = [
    '-D',
    nameOfCluster(folder, user),
    '-U',
    'postgres',
    '--pwfile=/dev/stdin',
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
  ]
  args.push(
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    // Iterations protect passwords that can be guessed. Ours has 192 random bits, and hashing it
    // 4,096 times took a third of the processor time of a connection.
    '--set=scram_iterations=1',
  )
  const from = logSize(place)
  const log = openAs(place.log, place.dataDir)
  const secret = namelessFile(
    join(place.dataDir, `postgres.new-password-${process.pid}`),
    `${password}\n`,
    user,
  )
  const child = spawnAs(user, initdb, args, folder, [secret, log, log])
  closeSync(secret)
  closeSync(log)
  const [status] = await once(child, 'exit')
  if (status !== 0) throw startFailure(place, logSince(place, from))
}

/**
 * A file that initdb can open as its input, although its user may not enter the folder. Pipes of
 * Node.js are sockets, which cannot be opened by path.
 */
function namelessFile(path: string, text: string, user: ServerUser | undefined): number {
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
  const fd = openSync(path, 'r')
  if (user) fchownSync(fd, user.uid, user.gid)
  unlinkSync(path)
  return fd
}
