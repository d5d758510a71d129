/** A small disk of its own, filled up and given room again: what tests of full disks begin with. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

export interface SmallDisk {
  /** A folder on it. */
  dataDir: string
  /** Fills it up but for so many bytes. */
  fill(except: number): void
  makeRoom(): void
  remove(): void
}

/**
 * Undefined where this user may not mount one; the test is skipped then, or fails where nothing may
 * be.
 */
export function smallDisk(t: TestContext, megabytes: number): SmallDisk | undefined {
  const disk = mkdtempSync(join(tmpdir(), 'pennypost-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(disk, { recursive: true })
    assert.notEqual(process.env.REQUIRE_ALL, '1', 'a small disk can not be mounted')
    t.skip('this user may not mount a small disk')
    return undefined
  }
  const dataDir = join(disk, 'data')
  const ballast = join(disk, 'ballast')
  mkdirSync(dataDir)
  return {
    dataDir,
    fill(except) {
      const { bavail, bsize } = statfsSync(disk)
      try {
        appendFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - except)))
      } catch (error) {
        // Another program has taken the rest meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    makeRoom: () => rmSync(ballast),
    remove() {
      execFileSync('umount', ['-l', disk])
      rmSync(disk, { recursive: true, force: true })
    },
  }
}
