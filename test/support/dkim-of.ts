/** What a verifier says of the DKIM signatures of an email, by the records that the API names. */
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import type { ApiClient } from '../console-api/api-setup.ts'

export async function signaturesOf(call: ApiClient, message: Buffer): Promise<string[]> {
  const { body } = await call('GET', '/dkim-keys')
  const records = new Map<string, string>(
    body.items.map(({ record }: { record: { name: string; text: string } }) => [
      record.name,
      record.text,
    ]),
  )
  const { results } = await dkimVerify(message, {
    resolver: async (name: string) => [[records.get(name) ?? '']],
  })
  return results.map(({ status }) => status.result)
}
