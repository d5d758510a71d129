/**
 * A file that may be `-`: standard input is copied to a temporary file, since readers read it
 * twice.
 */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandFailed } from './context.ts'

/** Runs the work with the path and the size of the file. */
export async function withFile<T>(
  file: string,
  work: (path: string, bytes: number) => Promise<T>,
): Promise<T> {
  if (file !== '-') return work(file, await sizeOf(file))
  const folder = await mkdtemp(join(tmpdir(), 'pennypost-'))
  try {
    const path = join(folder, 'input')
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }))
    return await work(path, await sizeOf(path))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file)
    if (found.isDirectory()) throw new CommandFailed(`${file} is a folder.`)
    return found.size
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandFailed(
      code === 'ENOENT' ? `There is no file ${file}.` : `${file} can't be read: ${message}.`,
      {
        cause: error,
      },
    )
  }
}
