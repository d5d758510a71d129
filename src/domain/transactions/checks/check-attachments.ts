/**
 * Files that come with an email, validated: names that are names of files on every system, no
 * programs, and no more bytes than other servers take.
 */
import { hash } from 'node:crypto'
import { refused } from '../../refusal.ts'
import { wrongText } from '../../text.ts'

export const MOST_FILES = 20
/** Of all files of an email together, in bytes: encoded 14 MB, of 20 to 25 that mailboxes take. */
const MOST_FILE_BYTES = 10_000_000
/** Of one in base64, also with line ends. */
export const MAX_BASE64 = 14_000_000
export const MAX_FILE_NAME = 200

/** A file as it is given. */
export interface FileGiven {
  name: string
  /** Base64. */
  content: string
  /** Empty: by the ending of the name. */
  type: string
  contentId: string
}

export interface CheckedFile {
  name: string
  type: string
  contentId: string
  octets: number
  /** SHA-256 in hex. */
  hash: string
  bytes: Buffer
}

/** Refuses what would be no file or a program, and names the value. */
export function checkFiles(given: readonly FileGiven[]): CheckedFile[] {
  if (given.length > MOST_FILES)
    throw refused('not-valid', 'attachments-many', { most: MOST_FILES })
  const characters = given.reduce((sum, { content }) => sum + content.length, 0)
  const tooLarge = () =>
    refused('not-valid', 'attachments-large', { most: MOST_FILE_BYTES / 1_000_000 })
  if (characters > MAX_BASE64) throw tooLarge()
  const ids = new Set<string>()
  const files = given.map((file, i) => {
    const checked = checkFile(file, `attachments.${i}`)
    if (checked.contentId !== '' && ids.has(checked.contentId))
      throw refused('not-valid', 'content-id-twice', { name: checked.contentId })
    ids.add(checked.contentId)
    return checked
  })
  if (files.reduce((sum, { octets }) => sum + octets, 0) > MOST_FILE_BYTES) throw tooLarge()
  return files
}

export function checkFile(
  { name, content, type, contentId }: FileGiven,
  field: string,
): CheckedFile {
  const checked = checkName(name, `${field}.name`)
  if (contentId !== '' && !CONTENT_ID.test(contentId))
    throw refused('not-valid', 'content-id', { field: `${field}.contentId` })
  const ending = endingOf(checked)
  const media = checkType(type.trim().toLowerCase() || typeOf(ending), `${field}.type`)
  if (PROGRAMS.has(ending)) throw refused('not-valid', 'attachment-program', { field })
  const bytes = bytesOf(content, `${field}.content`)
  if (isProgram(bytes)) throw refused('not-valid', 'attachment-program', { field })
  return {
    name: checked,
    type: media,
    contentId,
    octets: bytes.length,
    hash: hash('sha256', bytes),
    bytes,
  }
}

/** As the HTML has it after `cid:`. */
const CONTENT_ID = /^[A-Za-z0-9][\w.+-]{0,99}(?:@[A-Za-z0-9.-]{1,100})?$/

/**
 * Separators of folders and drives, and what is not seen or turns the order around: a name that is
 * read as `invoice-exe.pdf` and ends with .exe.
 */
const NOT_IN_NAMES = /[/\\:\p{Cc}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u

function checkName(name: string, field: string): string {
  const trimmed = name.trim()
  if (
    trimmed === '' ||
    /^\.{1,2}$/.test(trimmed) ||
    wrongText(trimmed, field, MAX_FILE_NAME) ||
    NOT_IN_NAMES.test(trimmed)
  )
    throw refused('not-valid', 'attachment-name', { field })
  return trimmed
}

/** In lower case; dots and blanks at the end are none for Windows. */
const endingOf = (name: string): string => {
  let end = name.length
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--
  const dot = name.lastIndexOf('.', end - 1)
  return dot === -1
    ? ''
    : name
        .slice(dot + 1, end)
        .toLowerCase()
        .trim()
}

/** Endings that large mailbox providers refuse, Gmail's and Outlook's lists, and shell scripts. */
const PROGRAMS: ReadonlySet<string> = new Set(
  `ade adp apk app appref-ms appx appxbundle asp aspx bas bash bat cab cer chm cmd cnt com cpl crt
  csh der diagcab diagcfg diagpack diagpkg dll dmg ex ex_ exe fxp gadget grp hlp hpj hta htc img
  inf ins iso isp its jar jnlp js jse ksh lib lnk mad maf mag mam maq mar mas mat mau mav maw mcf
  mda mdb mde mdt mdw mdz mjs msc msh msh1 msh2 mshxml msh1xml msh2xml msi msix msixbundle msp mst
  msu nsh ops osd pcd pif pl plg prf prg printerexport ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psdm1
  pst py pyc pyo pyw pyz pyzw reg scf scr sct sh shb shs sys theme tmp udl url vb vbe vbp vbs vhd
  vhdx vsmacros vsw vxd webpnp website ws wsb wsc wsf wsh xbap xll xnk`.split(/\s+/),
)

/** ELF, and Mach-O of 64 and 32 bits and for several processors (which Java classes begin with). */
const PROGRAM_STARTS: ReadonlySet<number> = new Set([
  0x7f454c46, 0xcffaedfe, 0xfeedfacf, 0xcefaedfe, 0xfeedface, 0xcafebabe,
])

/** What begins a program of Windows, Linux or macOS, or a script, under any name. */
function isProgram(bytes: Buffer): boolean {
  if (/^#! ?\//.test(bytes.toString('latin1', 0, 4))) return true
  if (bytes.length < 64) return false
  if (PROGRAM_STARTS.has(bytes.readUInt32BE(0))) return true
  if (bytes.toString('latin1', 0, 2) !== 'MZ') return false
  const at = bytes.readUInt32LE(0x3c)
  return at + 4 <= bytes.length && bytes.toString('latin1', at, at + 4) === 'PE\0\0'
}

const TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,62}$/
/** Programs, and messages and parts, which are not sent in base64 (RFC 2046 5.1, 5.2). */
const NO_TYPE =
  /^(?:multipart|message)\/|^(?:application|text)\/(?:x-)?(?:msdownload|dosexec|msdos-program|ms-dos-executable|executable|ms-installer|msi|sh|csh|bat|ecmascript|javascript|java-archive|vbscript|hta|vnd\.microsoft\.portable-executable|vnd\.android\.package-archive)$/

function checkType(type: string, field: string): string {
  if (!TYPE.test(type) || NO_TYPE.test(type))
    throw refused('not-valid', 'attachment-type', { field })
  return type
}

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gif: 'image/gif',
  html: 'text/html',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
}

const typeOf = (ending: string): string =>
  Object.hasOwn(TYPES, ending) ? TYPES[ending]! : 'application/octet-stream'

/** Base64 with its padding, in one line or several; another text decodes to fewer bytes. */
function bytesOf(content: string, field: string): Buffer {
  const text = content.replace(/[\r\n]+/g, '')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = Buffer.from(text, 'base64')
  if (text === '' || text.length % 4 !== 0 || bytes.length !== (text.length / 4) * 3 - padding)
    throw refused('not-valid', 'attachment-content', { field })
  return bytes
}
