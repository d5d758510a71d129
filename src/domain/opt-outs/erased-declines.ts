/**
 * Erased people who had declined to be measured: added again, they have declined still. Their
 * answers are kept with the hash of the address, and come back with the person.
 */
import type { Db, Store } from '../../db/db.ts'
import { keyHashesOf } from './erased.ts'
import {
  answersOfErased,
  anyErasedAnswer,
  bringBackAnswers,
  declineAgain,
} from './erased-declines.sql.ts'

/** Whether the account has answers of erased people. */
export const hasErasedAnswers = async (db: Db, accountId: number): Promise<boolean> =>
  (await anyErasedAnswer(db, { accountId })).any

/**
 * In the transaction that made these people, or gave them their addresses. What they have answered
 * since stays. Hashes nothing while the account has no such answers.
 */
export async function bringBackDeclines(
  store: Store,
  tx: Db,
  accountId: number,
  people: readonly { id: number; emailKey: string }[],
): Promise<void> {
  if (people.length === 0 || !(await hasErasedAnswers(tx, accountId))) return
  const idOf = new Map(people.map(({ id, emailKey }) => [emailKey, id]))
  const hashes = await keyHashesOf(store, accountId, [...idOf.keys()])
  const ids = new Map([...hashes].map(([emailKey, hash]) => [hash, idOf.get(emailKey)!]))
  const said = new Map<string, { opens: boolean | undefined; clicks: boolean | undefined }>()
  for (const { keyHash, opens, clicks } of await answersOfErased(tx, {
    accountId,
    keyHashes: [...ids.keys()],
  })) {
    const one = said.get(keyHash) ?? { opens: undefined, clicks: undefined }
    said.set(keyHash, { opens: opens ?? one.opens, clicks: clicks ?? one.clicks })
  }
  const declined = [...said].filter(([, one]) => one.opens === false || one.clicks === false)
  if (declined.length === 0) return
  const these = { accountId, ids: declined.map(([keyHash]) => ids.get(keyHash)!) }
  const no = (agreed: boolean | undefined) => (agreed === false ? 'f' : '')
  await declineAgain(tx, {
    ...these,
    opens: declined.map(([, { opens }]) => no(opens)),
    clicks: declined.map(([, { clicks }]) => no(clicks)),
  })
  await bringBackAnswers(tx, { ...these, keyHashes: declined.map(([keyHash]) => keyHash) })
}
