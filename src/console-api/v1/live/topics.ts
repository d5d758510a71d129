/** The topics that can be watched, each with its whole small state: a lost one is no loss. */

import { homeState } from '../../../actions/home/home.ts'
import { importState } from '../../../actions/imports/imports.ts'
import { withMask } from '../../../actions/mask.ts'
import { ApiProblem } from '../../../actions/problem.ts'
import { sendingState } from '../../../actions/sendings/sending-live.ts'
import { bulkJobState } from '../../../actions/subscribers/bulk-jobs.ts'
import type { Store } from '../../../db/db.ts'
import { detailed } from '../../../domain/details/details.ts'

type ReadState = (db: Store, accountId: number, id: number) => Promise<unknown>

const TOPICS: Record<string, ReadState> = {
  bulk: bulkJobState,
  import: importState,
  sending: sendingState,
}

const TOPIC = /^([a-z]{1,20}):([1-9]\d{0,8})$/
/** Of the account itself. */
const HOME = 'home'

export const topicNames = [...Object.keys(TOPICS).map(name => `${name}:ID`), HOME]

/** Refuses unknown topics. */
export function topicsIn(text: string): string[] {
  const topics = [...new Set(text.split(','))]
  const isTopic = (topic: string) =>
    topic === HOME || Object.hasOwn(TOPICS, TOPIC.exec(topic)?.[1] ?? '')
  const wrong = topics.find(topic => !isTopic(topic))
  if (wrong === undefined) return topics
  throw new ApiProblem('not-valid', {
    field: 'query.topics',
    ...detailed('live-topics', { known: topicNames.join(', ') }),
  })
}

export const readTopic = (
  ...[db, accountId, topic, masked]: [Store, number, string, boolean]
): Promise<unknown> => withMask(masked, () => stateOf(db, accountId, topic))

function stateOf(db: Store, accountId: number, topic: string): Promise<unknown> {
  if (topic === HOME) return homeState(db, accountId)
  const [, name = '', id] = TOPIC.exec(topic) ?? []
  return TOPICS[name]!(db, accountId, Number(id))
}
