/** Where the pictures of the library are kept. */
import { createObjectStore, type ObjectStore } from '../lib/object-store.ts'
import { type Config, WrongSetting } from '../settings/config.ts'

/** Undefined: in the store. */
export function objectStoreOf({
  maxBytes,
  s3Url: url,
  s3Region: region,
  s3KeyId: keyId,
  s3Secret: secret,
}: Config['media']): ObjectStore | undefined {
  if (url === undefined) return undefined
  if (keyId === undefined || secret === undefined)
    throw new WrongSetting('MEDIA_S3_URL needs MEDIA_S3_KEY_ID and MEDIA_S3_SECRET.')
  return createObjectStore({ url, region, keyId, secret }, maxBytes)
}
