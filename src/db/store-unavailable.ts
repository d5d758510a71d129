// The error for a store that can't be used. Its message gives the operator the cause and the
// remedy.

export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** A failed system call as a StoreUnavailable; any other error is returned unchanged. */
export function inWords(error: unknown, dataDir: string): unknown {
  const { code, path, message } = error as NodeJS.ErrnoException
  if (error instanceof StoreUnavailable || typeof code !== 'string') return error
  if (code === 'ENOSPC') return new StoreUnavailable(fullDisk(dataDir), { cause: error })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new StoreUnavailable(
      `The store in ${dataDir} belongs to another user or cannot be written ` +
        `(${path ?? message}): run as the user who made it, or give it to this one with chown ` +
        '-R.',
      { cause: error },
    )
  return error
}

export const fullDisk = (dataDir: string) =>
  `The disk that holds the store in ${dataDir} is full: free some space.`
