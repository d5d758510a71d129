/**
 * Works on what is queued. Several imports are open at a time and get their batches applied in turns, so that a small one never waits
 * for a large one; when more wait than can be open, one that has had its time goes back to the end of the queue.
 */
import { rm } from 'node:fs/promises'
import { dueImports } from '../domain/imports/imports.sql.ts'
import { type Claimed, claim } from '../domain/imports/lease.ts'
import type { ImportContext } from './import-context.ts'
import type { Kept } from './import-file.ts'
import { runImport } from './import-run.ts'
import { createTurns } from './turns.ts'

/** Imports that a process has open. */
const OPEN = 8
/** Of one account. */
const OF_EACH = 2
/** Batches that are applied at a time. */
const AT_ONCE = 2

export function createImporter(context: ImportContext) {
  const { db, worker, settings } = context
  const open = new Map<string, { accountId: number; work: Promise<void> }>()
  const kept: Kept = new Map()
  const turns = createTurns(AT_ONCE)
  let othersWait = false

  const roomFor = (accountId: number) =>
    open.size < OPEN && [...open.values()].filter(other => other.accountId === accountId).length < OF_EACH

  return {
    /** Opens imports that wait, and says whether any was opened. */
    async step(stopping: AbortSignal): Promise<boolean> {
      let opened = false
      let waiting = false
      // What is open here has its mark in the future: it is not among these.
      for (const { accountId, importId } of await dueImports(db, { ofEach: OF_EACH * 2, most: 50 })) {
        const key = `${accountId}-${importId}`
        if (open.has(key) || stopping.aborted) continue
        if (!roomFor(accountId)) {
          waiting ||= open.size >= OPEN
          continue
        }
        const claimed = await claim(db, { accountId, importId, worker, leaseMillis: settings.leaseMillis })
        if (!claimed) continue
        const work = start(claimed, stopping)
          .catch(error => context.report(error, `import ${key}`))
          .finally(() => open.delete(key))
        open.set(key, { accountId, work })
        opened = true
      }
      othersWait = waiting
      return opened
    },

    /** Resolves when what was in hand is applied and given back. */
    async finish(): Promise<void> {
      await Promise.all([...open.values()].map(({ work }) => work))
      for (const { path } of kept.values()) await rm(path, { force: true })
    },
  }

  function start(claimed: Claimed, stopping: AbortSignal): Promise<void> {
    const until = Date.now() + settings.sliceMillis
    return runImport(context, claimed, { turns, kept, stopping, sliceOver: () => othersWait && Date.now() > until })
  }
}
