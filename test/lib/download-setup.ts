/** Shared by the tests of fetching: a server, a folder, and rules that are quick. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DownloadedFile,
  download,
  isFetched,
  type NotFetched,
} from '../../src/lib/download/download.ts'
import type { FetchRules } from '../../src/lib/download/request.ts'
import { parseAllowed } from '../../src/lib/fetch-guard.ts'

const folder = mkdtempSync(join(tmpdir(), 'pennypost-fetch-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

let made = 0
export const newPath = (): string => join(folder, `file-${made++}`)

export const quick: FetchRules = {
  allow: parseAllowed('127.0.0.1'),
  maxBytes: 10 * 1024 * 1024,
  connectMillis: 5_000,
  idleMillis: 5_000,
  leastRate: 1,
  rateMillis: 5_000,
  totalMillis: 30_000,
  tries: 3,
  firstPauseMillis: 10,
}

export async function fetched(
  url: string,
  rules: Partial<FetchRules> = {},
): Promise<DownloadedFile & { bytes: Buffer }> {
  const outcome = await download(url, newPath(), { ...quick, ...rules })
  assert.ok(isFetched(outcome), JSON.stringify(outcome))
  return { ...outcome, bytes: readFileSync(outcome.path) }
}

/** The message of a failed one; no file is left. */
export async function notFetched(
  url: string,
  rules: Partial<FetchRules> = {},
): Promise<NotFetched> {
  const path = newPath()
  const outcome = await download(url, path, { ...quick, ...rules })
  assert.ok(!isFetched(outcome), JSON.stringify(outcome))
  assert.equal(existsSync(path), false)
  assert.match(outcome.sentence, /^\S.*\.$/)
  return outcome
}
