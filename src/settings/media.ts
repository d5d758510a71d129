/** The settings of the library of pictures. */
import { entry, secret } from './entry.ts'
import { bytesUpTo, oneLine, optional, UnreadableSetting } from './values.ts'

function bucketAddress(value: string): string {
  const url = URL.parse(value)
  const isAddress = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash
  if (!isAddress || url.username !== '')
    throw new UnreadableSetting('the address of a bucket like https://s3.example.com/bucket')
  return url.href
}

export const mediaSettings = {
  maxBytes: entry(
    'MEDIA_MAX_BYTES',
    'size',
    '10 MB',
    'The largest picture that is taken into the library.',
    bytesUpTo(50 * 1024 ** 2, '50 MB'),
  ),
  s3Url: entry(
    'MEDIA_S3_URL',
    'address',
    '',
    'The address of a bucket of an object store with the protocol of S3, for new pictures: ' +
      'https://s3.example.com/bucket. Without it they are kept in the store.',
    optional(bucketAddress),
  ),
  s3Region: entry(
    'MEDIA_S3_REGION',
    'text',
    'us-east-1',
    'The region of that object store.',
    oneLine,
  ),
  s3KeyId: secret(
    entry('MEDIA_S3_KEY_ID', 'text', '', 'The id of its access key.', optional(oneLine)),
  ),
  s3Secret: secret(
    entry('MEDIA_S3_SECRET', 'text', '', 'The secret of its access key.', optional(oneLine)),
  ),
}
