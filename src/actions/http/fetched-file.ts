/** A file that the service fetches for a caller, kept on the disk while it is used. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { download, isFetched } from '../../lib/download/download.ts'
import { ApiProblem } from '../problem.ts'
import type { HttpCall } from './http-action.ts'

/** The caller waits for it; a slower file is imported by the command. */
const TOTAL_MILLIS = 55_000

/** Runs the work with the file and its name: `people.csv`. Refuses what can't be fetched. */
export async function withFetched<Result>(
  call: HttpCall,
  url: string,
  work: (document: AsyncIterable<Buffer>, name: string) => Promise<Result>,
): Promise<Result> {
  const { imports, fetchable } = call.services
  const own = await mkdtemp(join(await imports.folder(), 'fetched-'))
  try {
    const path = join(own, 'file')
    const rules = {
      allow: fetchable,
      maxBytes: imports.maxBytes,
      connectMillis: 10_000,
      idleMillis: 20_000,
      leastRate: 1_000,
      rateMillis: 60_000,
      totalMillis: TOTAL_MILLIS,
      tries: 2,
      firstPauseMillis: 1_000,
    }
    const fetched = await download(url, path, rules, call.gone())
    if (!isFetched(fetched))
      throw new ApiProblem('not-valid', { ...fetched.why[0], field: 'body.url' })
    const { pathname, hostname } = new URL(url)
    const name = pathname.split('/').at(-1) || hostname
    return await work(createReadStream(path), name.slice(0, 200))
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}
