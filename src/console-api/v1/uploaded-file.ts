/** Bodies that are files: bounded, and kept on the disk where their readers want a path. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ApiProblem } from './problem.ts'
import type { ApiCall } from './route.ts'

/** Ends an upload that is larger than allowed. */
export async function* upTo(
  most: number,
  document: AsyncIterable<Buffer>,
  setting = 'IMPORT_MAX_BYTES',
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of document) {
    bytes += chunk.length
    const detail = `The file is larger than ${setting} allows: ${most} bytes.`
    if (bytes > most) throw new ApiProblem('too-large', { detail })
    yield chunk
  }
}

/** Runs the work with the path of a temporary file that holds the body. */
export async function withUpload<T>(
  { services, upload }: Pick<ApiCall, 'services' | 'upload'>,
  work: (path: string) => Promise<T>,
  limit: { most: number; setting: string } = {
    most: services.imports.maxBytes,
    setting: 'IMPORT_MAX_BYTES',
  },
): Promise<T> {
  const { folder } = services.imports
  const own = await mkdtemp(join(await folder(), 'upload-'))
  try {
    const path = join(own, 'file')
    await pipeline(
      upTo(limit.most, upload(), limit.setting),
      createWriteStream(path, { mode: 0o600 }),
    )
    return await work(path)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}
