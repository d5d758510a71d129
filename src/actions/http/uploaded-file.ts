/** Bodies that are files: bounded, and kept on the disk where their readers want a path. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { detailed } from '../../domain/details/details.ts'
import { ApiProblem } from '../problem.ts'
import type { HttpCall } from './http-action.ts'

/** Refuses an upload that says it is larger than allowed, and ends one that turns out to be. */
export function upTo(
  most: number,
  { upload, declaredBytes = 0 }: Pick<HttpCall, 'upload' | 'declaredBytes'>,
  setting = 'IMPORT_MAX_BYTES',
): AsyncGenerator<Buffer> {
  const large = detailed('file-large', { setting, most, megabytes: Math.floor(most / 1e6) })
  async function* bounded() {
    let bytes = 0
    for await (const chunk of upload()) {
      bytes += chunk.length
      if (bytes > most) throw new ApiProblem('too-large', large)
      yield chunk
    }
  }
  if (declaredBytes > most) throw new ApiProblem('too-large', large)
  return bounded()
}

/** Runs the work with the path of a temporary file that holds the body. */
export async function withUpload<T>(
  call: Pick<HttpCall, 'services' | 'upload' | 'declaredBytes'>,
  work: (path: string) => Promise<T>,
  limit: { most: number; setting: string } = {
    most: call.services.imports.maxBytes,
    setting: 'IMPORT_MAX_BYTES',
  },
): Promise<T> {
  const document = upTo(limit.most, call, limit.setting)
  const { folder } = call.services.imports
  const own = await mkdtemp(join(await folder(), 'upload-'))
  try {
    const path = join(own, 'file')
    await pipeline(document, createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}
