/** The body of an answer, read up to a limit. */

/** Throws when it is longer. */
export async function bodyOf({ body }: Response, most: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > most) throw new Error('the answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
