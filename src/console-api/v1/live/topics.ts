/** The topics that can be watched, each with its whole small state: a lost one is no loss. */
import type { Db } from '../../../db/db.ts'
import { ApiProblem } from '../problem.ts'
import { bulkJobState } from '../routes/bulk-jobs.ts'
import { importState } from '../routes/imports.ts'
import { sendingState } from '../routes/sendings.ts'

type ReadState = (db: Db, accountId: number, id: number) => Promise<unknown>

const TOPICS: Record<string, ReadState> = {
  bulk: bulkJobState,
  import: importState,
  sending: sendingState,
}

const TOPIC = /^([a-z]{1,20}):([1-9]\d{0,8})$/

/** Refuses what is no topic. */
export function topicsIn(text: string): string[] {
  const topics = [...new Set(text.split(','))]
  const isTopic = (topic: string) => Object.hasOwn(TOPICS, TOPIC.exec(topic)?.[1] ?? '')
  const wrong = topics.find(topic => !isTopic(topic))
  if (wrong === undefined) return topics
  const names = Object.keys(TOPICS).map(name => `${name}:ID`)
  throw new ApiProblem('not-valid', {
    field: 'query.topics',
    detail: `Topics: ${names.join(', ')}.`,
  })
}

export function readTopic(db: Db, accountId: number, topic: string): Promise<unknown> {
  const [, name = '', id] = TOPIC.exec(topic) ?? []
  return TOPICS[name]!(db, accountId, Number(id))
}
