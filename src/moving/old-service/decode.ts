/**
 * Decodes the bytes of an answer as they come: by the byte order mark, the charset of the content
 * type, the XML declaration, else UTF-8.
 */
import { TextDecoder } from 'node:util'

/** The bytes are no text in the character set that the answer claims to have. */
export class WrongCharacterSet extends Error {
  readonly claimed: string
  constructor(claimed: string) {
    super(`bytes that are no text in ${claimed}`)
    this.claimed = claimed
  }
}

export interface ByteDecoder {
  push(bytes: Buffer): string
  end(): string
}

/** `fixed`: the character set that an earlier answer turned out to have. */
export function createByteDecoder(contentType: string, fixed: string | undefined): ByteDecoder {
  let decoder: TextDecoder | undefined
  const decoded = (bytes: Buffer | undefined): string => {
    try {
      return bytes ? decoder!.decode(bytes, { stream: true }) : decoder!.decode()
    } catch {
      throw new WrongCharacterSet(decoder!.encoding)
    }
  }
  return {
    push(bytes) {
      decoder ??= decoderFor(bytes, contentType, fixed)
      return decoded(bytes)
    },
    end: () => (decoder ? decoded(undefined) : ''),
  }
}

function decoderFor(first: Buffer, contentType: string, fixed: string | undefined): TextDecoder {
  if (fixed !== undefined) return decoderOf(fixed)!
  if (first[0] === 0xff && first[1] === 0xfe) return decoderOf('utf-16le')!
  if (first[0] === 0xfe && first[1] === 0xff) return decoderOf('utf-16be')!
  if (first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf) return decoderOf('utf-8')!
  const [, named = ''] = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType.slice(0, 200)) ?? []
  const [, declared = ''] =
    /^<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)/.exec(first.toString('latin1', 0, 200)) ?? []
  return decoderOf(named) ?? decoderOf(declared) ?? decoderOf('utf-8')!
}

function decoderOf(label: string): TextDecoder | undefined {
  if (label === '') return undefined
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    return undefined
  }
}
