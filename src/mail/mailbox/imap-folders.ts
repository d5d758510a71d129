/**
 * Looks for one message in the folders of a mailbox by IMAP, read-only: the inbox, junk, and some
 * others, in each the newest since a day. Runs in the thread that imap.ts starts.
 */
import type { PlacedMail } from './imap.ts'
import { type ImapSession, openImap } from './imap-session.ts'
import type { FetchLimits } from './mailbox.ts'
import type { MailboxAddress } from './url.ts'

/** Folders that are opened, and messages of each. */
const MOST_FOLDERS = 8
const MOST_MESSAGES = 20
/** In bytes: the list of folders, and the UIDs of a day. */
const LONGEST_LIST = 1 << 20
const JUNK = /(?:^|[/.])(?:junk|spam|bulk|unerwünscht|skräppost)/iu
/** What one sends, writes or throws away is not where emails arrive. */
const NOT_ARRIVING = new Set(['\\Sent', '\\Drafts', '\\Trash', '\\All', '\\Flagged'])

interface Folder {
  path: string
  placement: PlacedMail['placement']
}

const RANK = { inbox: 0, junk: 1, other: 2 }

async function foldersOf({ client, answer }: ImapSession): Promise<Folder[]> {
  const listed = await answer('LIST', client.list(), LONGEST_LIST)
  return listed
    .filter(
      ({ flags, specialUse }) => !flags.has('\\Noselect') && !NOT_ARRIVING.has(specialUse ?? ''),
    )
    .map(({ path, specialUse }): Folder => {
      if (path.toUpperCase() === 'INBOX') return { path, placement: 'inbox' }
      const isJunk = specialUse === '\\Junk' || JUNK.test(path.slice(0, 200))
      return { path, placement: isJunk ? 'junk' : 'other' }
    })
    .sort((one, other) => RANK[one.placement] - RANK[other.placement])
    .slice(0, MOST_FOLDERS)
}

/** Returns how many were judged; ends with the first for which `isIt` resolves to true. */
export async function placedMails(
  address: MailboxAddress,
  limits: FetchLimits,
  since: Date,
  isIt: (mail: PlacedMail) => Promise<boolean>,
): Promise<number> {
  const session = await openImap(address, limits, { readOnly: true })
  const { client, answer } = session
  let judged = 0
  try {
    for (const { path, placement } of await foldersOf(session)) {
      await answer('EXAMINE', client.mailboxOpen(path, { readOnly: true }))
      const uids = await answer('SEARCH', client.search({ since }, { uid: true }), LONGEST_LIST)
      for (const uid of (uids || []).slice(-MOST_MESSAGES).reverse()) {
        const mail = await answer('FETCH', headOf(session, uid, limits.keep), limits.keep)
        if (!mail) continue
        judged++
        if (await isIt({ ...mail, folder: path.slice(0, 200), placement })) return judged
      }
    }
    await client.logout().catch(() => {})
    return judged
  } finally {
    session.close()
  }
}

async function headOf({ client }: ImapSession, uid: number, keep: number) {
  const wanted = {
    uid: true,
    size: true,
    internalDate: true,
    source: { start: 0, maxLength: keep },
  }
  let found: Omit<PlacedMail, 'folder' | 'placement'> | undefined
  for await (const message of client.fetch(String(uid), wanted, { uid: true })) {
    const { size, source, internalDate } = message
    if (message.uid !== uid || !source || !internalDate) continue
    const arrived = new Date(internalDate)
    if (Number.isNaN(arrived.getTime())) continue
    found ??= { uid, size: size ?? source.length, content: source, arrived: arrived.toISOString() }
  }
  return found
}
