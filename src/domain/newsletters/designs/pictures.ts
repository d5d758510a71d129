/**
 * Pictures of the designs, drawn for them. Emails show them for years, at an address by their hash:
 * one that is taken out of a design stays in its folder.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { pictureHash } from '../../../mail/template/prepare.ts'
import { mediaAddress } from '../../media/media.ts'

/** No account has it: these pictures are everybody's. */
export const NO_ACCOUNT = 0
const FOLDER = new URL('./pictures/', import.meta.url)

interface DesignPictures {
  /** By name, without ending. */
  addresses: ReadonlyMap<string, string>
  /** By hash. */
  files: ReadonlyMap<string, Buffer>
}

let read: DesignPictures | undefined

function pictures(): DesignPictures {
  if (read) return read
  const addresses = new Map<string, string>()
  const files = new Map<string, Buffer>()
  for (const file of readdirSync(FOLDER)) {
    const bytes = readFileSync(new URL(file, FOLDER))
    const hash = pictureHash(bytes)
    files.set(hash, bytes)
    addresses.set(file.replace(/\.png$/, ''), mediaAddress(NO_ACCOUNT, { hash, kind: 'png' }))
  }
  read = { addresses, files }
  return read
}

/** The address under that of the service. */
export function addressOfDesignPicture(name: string): string {
  const address = pictures().addresses.get(name)
  if (address === undefined) throw new Error(`there is no picture ${name}`)
  return address
}

/** A PNG; undefined if no picture has the hash. */
export const designPicture = (hash: string): Buffer | undefined => pictures().files.get(hash)
