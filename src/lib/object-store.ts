/**
 * A bucket of an object store with the protocol of S3: objects are put, read and deleted by key.
 * Failures name the server and its answer, never the key that signs.
 */
import { AwsClient } from 'aws4fetch'

export interface ObjectStoreAddress {
  /** Of the bucket: https://s3.example.com/bucket, or https://bucket.s3.example.com. */
  url: string
  region: string
  keyId: string
  secret: string
}

export interface ObjectStore {
  put(key: string, bytes: Buffer, type: string): Promise<void>
  /** Undefined: there is none. */
  read(key: string): Promise<Buffer | undefined>
  remove(key: string): Promise<void>
}

const MOST_MILLIS = 15_000

/** The object store failed a request. */
export class ObjectStoreFailed extends Error {
  override name = 'ObjectStoreFailed'
}

/** `mostBytes`: no longer object is read. */
export function createObjectStore(
  { url, region, keyId, secret }: ObjectStoreAddress,
  mostBytes: number,
): ObjectStore {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: 2,
    initRetryMs: 200,
  })
  const base = url.replace(/\/$/, '')
  const { host } = new URL(base)
  async function ask(method: string, key: string, init: RequestInit = {}): Promise<Response> {
    try {
      const signal = AbortSignal.timeout(MOST_MILLIS)
      return await client.fetch(`${base}/${key}`, { ...init, method, signal, redirect: 'manual' })
    } catch (cause) {
      throw new ObjectStoreFailed(`The object store ${host} does not answer.`, { cause })
    }
  }
  const failed = async (response: Response, doing: string) => {
    const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec((await response.text()).slice(0, 2000))?.[1]
    const answer = `${response.status}${code ? ` ${code}` : ''}`
    return new ObjectStoreFailed(`The object store ${host} refuses ${doing}: ${answer}.`)
  }
  return {
    async put(key, bytes, type) {
      const headers = {
        'Content-Type': type,
        'Content-Length': String(bytes.length),
        'Cache-Control': 'public, max-age=31536000, immutable',
      }
      const response = await ask('PUT', key, { body: new Uint8Array(bytes), headers })
      if (!response.ok) throw await failed(response, 'to keep a picture')
      await response.body?.cancel()
    },
    async read(key) {
      const response = await ask('GET', key)
      if (response.status === 404) {
        await response.body?.cancel()
        return undefined
      }
      if (!response.ok) throw await failed(response, 'to give a picture')
      const chunks: Uint8Array[] = []
      let bytes = 0
      for await (const chunk of response.body ?? []) {
        bytes += chunk.length
        if (bytes > mostBytes)
          throw new ObjectStoreFailed(`The object store ${host} has a file that is too long.`)
        chunks.push(chunk)
      }
      return Buffer.concat(chunks)
    },
    async remove(key) {
      const response = await ask('DELETE', key)
      if (!response.ok && response.status !== 404)
        throw await failed(response, 'to delete a picture')
      await response.body?.cancel()
    },
  }
}
