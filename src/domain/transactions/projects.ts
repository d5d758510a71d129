/**
 * Transaction projects, as the operator keeps them: checked, made, changed, paused. What they send
 * is told in insert.ts.
 */
import { randomUUID } from 'node:crypto'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { findNewsletter } from '../newsletters/newsletters.sql.ts'
import { noSuch, quoted, Refusal } from '../refusal.ts'
import { checkText } from '../text.ts'
import {
  addProject,
  addVersions,
  changeProject,
  findProject,
  projectNamed,
  removeVersionsOfProject,
  senderOfNewsletter,
  setProjectActive,
  versionsOfProject,
} from './projects.sql.ts'

export const REPEATS = ['off', '24h', 'forever'] as const

export interface ProjectVersion {
  /** `A`, `B`, ... */
  name: string
  newsletterId: number
  /** A share of the sum; 0 gets nobody. */
  weight: number
}

export interface ProjectFacts {
  name: string
  newsletterId: number
  /** Empty: those of the newsletter, else of its list. */
  fromName: string
  fromEmail: string
  replyTo: string
  /** Null: letters go as all others do. */
  routeId: number | null
  /** Its letters name a way to unsubscribe, and don't go to those who opted out. */
  marketing: boolean
  /** For how long the same call again is a repetition. */
  repeats: (typeof REPEATS)[number]
  /** Null: for good. */
  retentionDays: number | null
  versions: readonly ProjectVersion[]
}

export interface Project extends ProjectFacts {
  id: number
  guid: string
  active: boolean
  created: string
}

const VERSION_NAME = /^[A-Za-z0-9]{1,20}$/
const MOST_VERSIONS = 26
const MOST_WEIGHT = 1_000_000
const MOST_DAYS = 36_500

/** Makes a project, which takes transactions at once. */
export async function makeProject(
  db: Store,
  accountId: number,
  given: ProjectFacts,
): Promise<Project> {
  const facts = await checked(db, accountId, given, undefined)
  const id = await takeId(db, accountId, 'project')
  const guid = randomUUID()
  const work = async (tx: Db) => {
    await addProject(tx, { accountId, id, guid, ...facts })
    await setVersions(tx, accountId, id, facts.versions)
  }
  await atomically(db, work, { again: true })
  return projectMeant(db, accountId, String(id))
}

/** What is not given stays. Versions that are given take the place of all there were. */
export async function editProject(
  db: Store,
  accountId: number,
  which: string,
  changes: Partial<ProjectFacts>,
): Promise<Project> {
  const known = await projectMeant(db, accountId, which)
  const facts = await checked(db, accountId, { ...known, ...changes }, known.id)
  const work = async (tx: Db) => {
    await changeProject(tx, { accountId, id: known.id, ...facts })
    if (changes.versions) await setVersions(tx, accountId, known.id, facts.versions)
  }
  await atomically(db, work, { again: true })
  return projectMeant(db, accountId, which)
}

/** A paused project takes no transactions, and what it has waits. */
export async function setActive(
  db: Db,
  accountId: number,
  which: string,
  active: boolean,
): Promise<Project> {
  const { id } = await projectMeant(db, accountId, which)
  await setProjectActive(db, { accountId, id, active })
  return projectMeant(db, accountId, which)
}

const GUID = /^\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}?$/i

/** The guid in a text that programs or people write, in lower case; undefined for what is none. */
export const guidIn = (text: string): string | undefined =>
  GUID.exec(text.trim())?.[1]?.toLowerCase()

/** By id, guid or name. Refuses one that is not there. */
export async function projectMeant(db: Db, accountId: number, which: string): Promise<Project> {
  const text = which.trim()
  const guid = guidIn(text) ?? null
  const id = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
  const named =
    guid === null && id === null ? await projectNamed(db, { accountId, name: text }) : undefined
  const row = await findProject(db, { accountId, guid, id: id ?? named?.id ?? null })
  if (!row) throw new Refusal('no-such-project', `There is no project ${quoted(text)}.`)
  const versions = await versionsOfProject(db, { accountId, projectId: row.id })
  return { ...row, repeats: row.repeats as Project['repeats'], versions }
}

async function setVersions(
  tx: Db,
  accountId: number,
  projectId: number,
  versions: readonly ProjectVersion[],
): Promise<void> {
  await removeVersionsOfProject(tx, { accountId, projectId })
  await addVersions(tx, {
    accountId,
    projectId,
    names: versions.map(({ name }) => name),
    newsletterIds: versions.map(({ newsletterId }) => newsletterId),
    weights: versions.map(({ weight }) => weight),
  })
}

const wrong = (sentence: string): never => {
  throw new Refusal('not-valid', sentence)
}

/** The facts without surrounding blanks. `id`: of the project that is changed. */
async function checked(
  db: Db,
  accountId: number,
  given: ProjectFacts,
  id: number | undefined,
): Promise<ProjectFacts> {
  const name = checkText(given.name, 'name of the project', 200)
  if (name === '') wrong('A project needs a name.')
  if (/^\d+$/.test(name) || guidIn(name) !== undefined)
    wrong('A number or a guid is no name: projects are found by those too.')
  const twin = await projectNamed(db, { accountId, name })
  if (twin && twin.id !== id) wrong(`Project ${twin.id} has that name already.`)
  const fromEmail = given.fromEmail.trim()
  const replyTo = given.replyTo.trim()
  for (const [what, address] of [['sender', fromEmail] as const, ['reply', replyTo] as const])
    if (address !== '' && !isEmailAddress(address))
      wrong(`The ${what} address is not an e-mail address.`)
  for (const newsletterId of [
    given.newsletterId,
    ...given.versions.map(version => version.newsletterId),
  ])
    await refuseWithoutSender(db, accountId, newsletterId, fromEmail)
  const { retentionDays: days } = given
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= MOST_DAYS))
    wrong(`Retention is 1 to ${MOST_DAYS} days, or none.`)
  return {
    ...given,
    name,
    fromEmail,
    replyTo,
    fromName: checkText(given.fromName, "sender's name", 200),
    versions: versionsIn(given),
  }
}

async function refuseWithoutSender(
  db: Db,
  accountId: number,
  newsletterId: number,
  fromEmail: string,
): Promise<void> {
  if (!(await findNewsletter(db, { accountId, id: newsletterId })))
    throw noSuch('no-such-newsletter', newsletterId)
  if (fromEmail !== '') return
  const sender = await senderOfNewsletter(db, { accountId, newsletterId })
  if (!sender || sender.fromEmail === '')
    wrong(
      `Newsletter ${newsletterId} has no sender, and no list whose sender it could have: give the project one.`,
    )
}

function versionsIn({ versions }: ProjectFacts): ProjectVersion[] {
  if (versions.length > MOST_VERSIONS) wrong(`A project has ${MOST_VERSIONS} versions at most.`)
  const names = new Set<string>()
  for (const { name, weight } of versions) {
    if (!VERSION_NAME.test(name))
      wrong('A version is called by 1 to 20 letters and digits, such as A.')
    if (names.has(name.toLowerCase())) wrong(`Version ${name} is given twice.`)
    names.add(name.toLowerCase())
    if (!Number.isInteger(weight) || weight < 0 || weight > MOST_WEIGHT)
      wrong(`A weight is a whole number up to ${MOST_WEIGHT}.`)
  }
  if (versions.length > 0 && versions.every(({ weight }) => weight === 0))
    wrong('One version at least needs a weight.')
  return [...versions]
}
