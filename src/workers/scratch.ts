/**
 * A folder used by this process only, for temporary files; removes the folders of dead processes.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** A folder of another machine on a shared disk is removed after this time without a touch. */
const DEAD_MILLIS = 24 * 3_600_000
const TOUCH_MILLIS = 3_600_000

export interface Scratch {
  folder: string
  close(): Promise<void>
}

/** Folders of this process. */
const ours = new Set<string>()

/** The folder for temporary files of all processes on this machine; made if it is missing. */
export async function scratchRoot(dataDir: string): Promise<string> {
  const root = join(dataDir, 'scratch')
  await mkdir(root, { recursive: true, mode: 0o700 })
  return root
}

export async function openScratch(dataDir: string): Promise<Scratch> {
  const root = await scratchRoot(dataDir)
  await clearDead(root)
  const name = `${here()}.${process.pid}.${randomBytes(6).toString('hex')}`
  const folder = join(root, name)
  ours.add(name)
  await mkdir(folder, { mode: 0o700 })
  const touching = setInterval(
    () => utimes(folder, new Date(), new Date()).catch(() => {}),
    TOUCH_MILLIS,
  ).unref()
  return {
    folder,
    async close() {
      clearInterval(touching)
      ours.delete(name)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const here = (): string => hostname().replaceAll('.', '-')

async function clearDead(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const [host, pid] = name.split('.')
    if (pid === undefined || !/^\d+$/.test(pid)) continue
    const path = join(root, name)
    const dead =
      host === here()
        ? !ours.has(name) && !isAlive(Number(pid))
        : Date.now() - (await stat(path)).mtimeMs > DEAD_MILLIS
    if (dead) await rm(path, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  // Our own process id is an earlier process of this container, where the id is always the same.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
