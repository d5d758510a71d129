/**
 * Where a search of single emails looks: at the emails that have a rare piece of the query, else at
 * all, the newest first.
 */
import type { Db, Store } from '../../../db/db.ts'
import { emailKey } from '../../../lib/email-address.ts'
import { hasOrderedAddresses, LAST } from '../../words/search.ts'
import { folded } from '../../words/words.ts'
import { beginsWord, isEnough, type QueryPiece } from './pieces.ts'
import {
  idsWithIdentifier,
  newestEmails,
  newestOfAddresses,
  newestOfEmails,
  newestOfProject,
  type subjectsOfProjects,
  targetsWithWord,
} from './search-emails.sql.ts'

/** A piece that more words or identifiers have is frequent: the newest emails are looked at. */
const MOST_RARE = 500
const MOST_PROJECTS = 20
/** Emails read at a time. */
const STEP = { all: 500, rare: 100 }

/** All emails with a piece: of addresses, of calls with content, by identifier, of projects. */
export interface RareEmails {
  addressKeys: string[]
  emailIds: number[]
  ids: number[]
  projectIds: number[]
}

export type ProjectSubjects = Awaited<ReturnType<typeof subjectsOfProjects>>

/** Of the rarest piece; undefined if none is rare. */
export async function rareEmails(
  db: Store,
  accountId: number,
  pieces: readonly QueryPiece[],
  subjects: ProjectSubjects,
): Promise<RareEmails | undefined> {
  const ordered = await hasOrderedAddresses(db)
  const found = await Promise.all(
    pieces.filter(isEnough).map(piece => emailsWith(db, accountId, piece, { subjects, ordered })),
  )
  const size = ({ addressKeys, emailIds, ids, projectIds }: RareEmails) =>
    addressKeys.length + emailIds.length + ids.length + projectIds.length * MOST_RARE
  return found.filter(one => one !== undefined).sort((a, b) => size(a) - size(b))[0]
}

async function emailsWith(
  db: Db,
  accountId: number,
  { raw, word, address }: QueryPiece,
  { subjects, ordered }: { subjects: ProjectSubjects; ordered: boolean },
): Promise<RareEmails | undefined> {
  const most = MOST_RARE
  const words = { accountId, first: word, beyond: word + LAST, most }
  const identifiers = { accountId, first: raw, last: ordered ? raw + LAST : raw, most }
  const [targets, identified] = await Promise.all([
    targetsWithWord(db, words),
    idsWithIdentifier(db, identifiers),
  ])
  const matching = subjects.filter(({ subject }) => beginsWord(folded(subject), word))
  const projectIds = address === '' ? matching.map(({ projectId }) => projectId) : []
  if (targets.length === most || identified.length === most) return undefined
  if (new Set(projectIds).size > MOST_PROJECTS) return undefined
  const isAddress = (target: string) => target.includes('@')
  const known = targets.map(({ target }) => target)
  return {
    // The words of an address are written when its first email is tried; the whole one is known.
    addressKeys: [
      ...new Set([...known.filter(isAddress), ...(address === '' ? [] : [emailKey(raw)])]),
    ],
    emailIds: [...new Set(known.filter(target => !isAddress(target)).map(Number))],
    ids: identified.map(({ id }) => id),
    projectIds: [...new Set(projectIds)],
  }
}

/** Ids between two, exclusively. */
export interface IdRange {
  before: number
  above: number
  since: Date | undefined
  until: Date | undefined
}

/** What limits the emails, beside ids; `states` only where the emails of a project are read. */
export interface SearchLimits {
  rare: RareEmails | undefined
  projectId: number | undefined
  states: readonly string[] | undefined
}

interface NextIds {
  /** The newest first; of these states, where they were asked for. */
  ids: number[]
  looked: number
  /** Where the next ones are; undefined: nowhere. */
  before: number | undefined
}

export async function nextIds(
  db: Db,
  accountId: number,
  range: IdRange,
  among: SearchLimits,
): Promise<NextIds> {
  const most = among.rare ? STEP.rare : STEP.all
  const read = await Promise.all(readers(db, accountId, { ...range, most }, among))
  // Below the end of a part that was cut there may be more of it.
  const floor = Math.max(0, ...read.map(rows => (rows.length === most ? rows.at(-1)!.id : 0)))
  const listed = (among.rare?.ids ?? []).filter(id => id < range.before && id > range.above)
  const found = read.flat()
  const fitting = found.flatMap(({ id, fits = true }) => (fits ? id : []))
  const ids = [...new Set([...fitting, ...listed])].filter(id => id >= floor).sort((a, b) => b - a)
  return { ids, looked: found.length + listed.length, before: floor === 0 ? undefined : floor }
}

function readers(
  db: Db,
  accountId: number,
  range: IdRange & { most: number },
  { rare, projectId, states: some }: SearchLimits,
): Promise<{ id: number; fits?: boolean }[]>[] {
  const states = some ? [...some] : null
  const { since = null, until = null, ...ids } = range
  const place = { accountId, ...ids }
  if (!rare)
    return [
      projectId === undefined
        ? newestEmails(db, { ...place, since, until })
        : newestOfProject(db, { ...place, projectId, states }),
    ]
  const { addressKeys, emailIds, projectIds } = rare
  return [
    ...(addressKeys.length > 0 ? [newestOfAddresses(db, { ...place, addressKeys })] : []),
    ...(emailIds.length > 0 ? [newestOfEmails(db, { ...place, emailIds })] : []),
    ...projectIds
      .filter(id => projectId === undefined || id === projectId)
      .map(id => newestOfProject(db, { ...place, projectId: id, states })),
  ]
}
