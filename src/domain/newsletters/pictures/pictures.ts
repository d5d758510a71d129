/**
 * Pictures of our own: those of the designs, and icons of blocks. Emails show them for years, at an
 * address by their hash: one that is no longer used stays in its folder.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { pictureHash } from '../../../mail/template/prepare.ts'
import { mediaAddress } from '../../media/media.ts'

/** No account has it: these pictures are everybody's. */
export const NO_ACCOUNT = 0
const FOLDER = new URL('./png/', import.meta.url)

interface OwnPictures {
  /** By name, without ending. */
  addresses: ReadonlyMap<string, string>
  /** By hash. */
  files: ReadonlyMap<string, Buffer>
}

let read: OwnPictures | undefined

function pictures(): OwnPictures {
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
export function addressOfOwnPicture(name: string): string {
  const address = pictures().addresses.get(name)
  if (address === undefined) throw new Error(`there is no picture ${name}`)
  return address
}

/** A PNG; undefined if no picture has the hash. */
export const ownPicture = (hash: string): Buffer | undefined => pictures().files.get(hash)
