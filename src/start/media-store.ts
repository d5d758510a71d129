/** Where the pictures of the library are kept. */
import { createObjectStore, type ObjectStore } from '../lib/object-store.ts'
import type { Config } from '../settings/config.ts'
import { bucketOf } from '../settings/whole.ts'

/** Undefined: in the store. */
export function objectStoreOf(media: Config['media']): ObjectStore | undefined {
  const bucket = bucketOf(media)
  return bucket && createObjectStore(bucket, media.maxBytes)
}
