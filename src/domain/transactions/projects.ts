/**
 * Transaction projects, as the operator manages them: create, change, pause. Sending is in
 * insert.ts.
 */
import { randomUUID } from 'node:crypto'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { recordChange } from '../audit/record.ts'
import type { DetailArguments, DetailCode } from '../details/details.ts'
import { findNewsletter } from '../newsletters/newsletters.sql.ts'
import { noSuch, refused, type Violation, violationsOf } from '../refusal.ts'
import { checkLine } from '../text.ts'
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
  /** A share of the sum; with 0 it is never chosen. */
  weight: number
}

export interface ProjectFacts {
  name: string
  /** 0: none, in the project of emails whose content comes with the call. */
  newsletterId: number
  /** Empty: the sender of the newsletter, else of its list. */
  fromName: string
  fromEmail: string
  replyTo: string
  /** Null: the default routing. */
  routeId: number | null
  /** Its emails have an unsubscribe link, and are not sent to subscribers who opted out. */
  marketing: boolean
  /** How long the same call is a repetition. */
  repeats: (typeof REPEATS)[number]
  /** Null: without limit. */
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

/**
 * Creates a project, active immediately; with the given guid, unless another project has it. `also`
 * is done in the same transaction.
 */
export async function makeProject(
  db: Store,
  accountId: number,
  given: ProjectFacts,
  givenGuid?: string,
  also?: AlsoDone,
): Promise<Project> {
  const facts = await checked(db, accountId, given, undefined)
  const guid = await guidFor(db, accountId, givenGuid)
  const id = await takeId(db, accountId, 'project')
  const work = async (tx: Db) => {
    await addProject(tx, { accountId, id, guid, ...facts })
    await setVersions(tx, accountId, id, facts.versions)
    await recordChange(tx, accountId, { action: 'project.add', id, after: facts })
    await also?.(tx, id)
  }
  await atomically(db, work, { again: true })
  return findProjectBy(db, accountId, String(id))
}

async function guidFor(db: Db, accountId: number, given: string | undefined): Promise<string> {
  if (given === undefined) return randomUUID()
  const guid = guidIn(given) ?? wrong('project-guid')
  const there = await findProject(db, { accountId, guid, id: null })
  return there ? wrong('project-guid-taken', { name: there.name.slice(0, 60) }) : guid
}

type AlsoDone = (tx: Db, projectId: number) => Promise<void>

/** Omitted values stay. Given versions replace all present ones. */
export async function editProject(
  db: Store,
  accountId: number,
  which: string,
  changes: Partial<ProjectFacts>,
  also?: AlsoDone,
): Promise<Project> {
  const known = await findProjectBy(db, accountId, which)
  const facts = await checked(db, accountId, { ...known, ...changes }, known.id)
  const work = async (tx: Db) => {
    await changeProject(tx, { accountId, id: known.id, ...facts })
    if (changes.versions) await setVersions(tx, accountId, known.id, facts.versions)
    const change = { before: known, after: facts }
    await recordChange(tx, accountId, { action: 'project.edit', id: known.id, ...change })
    await also?.(tx, known.id)
  }
  await atomically(db, work, { again: true })
  return findProjectBy(db, accountId, which)
}

/** A paused project refuses transactions, and its emails wait. */
export async function setActive(
  db: Store,
  accountId: number,
  which: string,
  active: boolean,
): Promise<Project> {
  const { id } = await findProjectBy(db, accountId, which)
  const action = active ? 'project.resume' : 'project.pause'
  const work = async (tx: Db) => {
    await setProjectActive(tx, { accountId, id, active })
    await recordChange(tx, accountId, { action, id })
  }
  await atomically(db, work, { again: true })
  return findProjectBy(db, accountId, which)
}

const GUID = /^\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}?$/i

/** The guid in a text by a program or user, in lower case; undefined if it is not a guid. */
export const guidIn = (text: string): string | undefined =>
  GUID.exec(text.trim())?.[1]?.toLowerCase()

/** By id, guid or name. Refuses an unknown one. */
export async function findProjectBy(db: Db, accountId: number, which: string): Promise<Project> {
  const project = await projectAlone(db, accountId, which)
  const versions = await versionsOfProject(db, { accountId, projectId: project.id })
  return { ...project, versions }
}

/** Without its versions: a statement less. */
export async function projectAlone(
  db: Db,
  accountId: number,
  which: string,
): Promise<Omit<Project, 'versions'>> {
  const text = which.trim()
  const guid = guidIn(text) ?? null
  const id = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
  const named =
    guid === null && id === null ? await projectNamed(db, { accountId, name: text }) : undefined
  const row = await findProject(db, { accountId, guid, id: id ?? named?.id ?? null })
  if (!row) throw refused('no-such-project', 'project-none', { project: text.slice(0, 60) })
  return { ...row, repeats: row.repeats as Project['repeats'] }
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

const wrong = <Code extends DetailCode>(code: Code, ...values: DetailArguments<Code>): never => {
  throw refused('not-valid', code, ...values)
}

function checkName(given: string): string {
  const name = checkLine(given, 'name of the project', 200)
  if (name === '') wrong('project-nameless')
  if (/^\d+$/.test(name) || guidIn(name) !== undefined) wrong('project-number')
  return name
}

/** Empty: that of the newsletter. */
function checkAddress(given: string, code: 'project-sender' | 'project-reply'): string {
  const address = given.trim()
  if (address !== '' && !isEmailAddress(address)) wrong(code)
  return address
}

/** Values of a project that are refused, without asking the store. */
export const violationsOfProject = ({
  name,
  fromEmail = '',
  replyTo = '',
}: Partial<Pick<ProjectFacts, 'name' | 'fromEmail' | 'replyTo'>>): Violation[] =>
  violationsOf([
    [['name'], () => name !== undefined && checkName(name)],
    [['fromEmail'], () => checkAddress(fromEmail, 'project-sender')],
    [['replyTo'], () => checkAddress(replyTo, 'project-reply')],
  ])

/** The facts, trimmed. `id`: the project that is changed. */
async function checked(
  db: Db,
  accountId: number,
  given: ProjectFacts,
  id: number | undefined,
): Promise<ProjectFacts> {
  const name = checkName(given.name)
  const twin = await projectNamed(db, { accountId, name })
  if (twin && twin.id !== id) wrong('project-twin', { id: twin.id })
  const fromEmail = checkAddress(given.fromEmail, 'project-sender')
  const replyTo = checkAddress(given.replyTo, 'project-reply')
  for (const newsletterId of [
    given.newsletterId,
    ...given.versions.map(version => version.newsletterId),
  ])
    await refuseWithoutSender(db, accountId, newsletterId, fromEmail)
  const { retentionDays: days } = given
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= MOST_DAYS))
    wrong('project-days', { most: MOST_DAYS })
  return {
    ...given,
    name,
    fromEmail,
    replyTo,
    fromName: checkLine(given.fromName, "sender's name", 200),
    versions: versionsIn(given),
  }
}

async function refuseWithoutSender(
  db: Db,
  accountId: number,
  newsletterId: number,
  fromEmail: string,
): Promise<void> {
  if (newsletterId === 0) return
  if (!(await findNewsletter(db, { accountId, id: newsletterId })))
    throw noSuch('no-such-newsletter', newsletterId)
  if (fromEmail !== '') return
  const sender = await senderOfNewsletter(db, { accountId, newsletterId })
  if (!sender || sender.fromEmail === '') wrong('project-senderless', { newsletter: newsletterId })
}

function versionsIn({ versions }: ProjectFacts): ProjectVersion[] {
  if (versions.length > MOST_VERSIONS) wrong('project-versions', { most: MOST_VERSIONS })
  const names = new Set<string>()
  for (const { name, weight } of versions) {
    if (!VERSION_NAME.test(name)) wrong('version-name')
    if (names.has(name.toLowerCase())) wrong('version-twice', { name })
    names.add(name.toLowerCase())
    if (!Number.isInteger(weight) || weight < 0 || weight > MOST_WEIGHT)
      wrong('version-weight', { most: MOST_WEIGHT })
  }
  if (versions.length > 0 && versions.every(({ weight }) => weight === 0)) wrong('version-weights')
  return [...versions]
}
