/**
 * Idempotency keys: a call that is repeated with its key gets the first answer, for a day. A call
 * whose process died before the answer is never repeated: its outcome is unknown, so its caller is
 * told to look. Answers are stored sealed: a new API key is in one.
 */
import { createHash } from 'node:crypto'
import type { Db } from '../../db/db.ts'
import type { Sealer } from '../../lib/secrets.ts'
import { beginCall, findCall, forgetCall, keepAnswer, removeOldCalls } from './idempotency.sql.ts'

export interface RepeatableCall {
  accountId: number
  /** Of the caller and its Idempotency-Key. */
  key: string
  /** Method, path and body. */
  call: string
}

export interface KeptAnswer {
  status: number
  /** JSON, '' for none. */
  answer: string
}

export type CallStart =
  | { state: 'new'; keep(answer: KeptAnswer): Promise<void>; forget(): Promise<void> }
  | { state: 'answered'; answer: KeptAnswer }
  | { state: 'begun' }
  | { state: 'other-call' }

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** `forget` is for a call that was refused or failed without effect: its key may be used again. */
export async function startCall(
  db: Db,
  sealer: Sealer,
  { accountId, key, call }: RepeatableCall,
): Promise<CallStart> {
  const [keyHash, callHash] = [hash(key), hash(call)]
  const purpose = `answer ${accountId} ${keyHash}`
  await removeOldCalls(db, { accountId })
  if ((await beginCall(db, { accountId, keyHash, callHash })) === 1)
    return {
      state: 'new',
      async keep({ status, answer: text }) {
        const answer = sealer.seal(Buffer.from(text), purpose)
        await keepAnswer(db, { accountId, keyHash, status, answer })
      },
      forget: async () => void (await forgetCall(db, { accountId, keyHash })),
    }
  const found = await findCall(db, { accountId, keyHash })
  if (!found) return { state: 'begun' }
  if (found.callHash !== callHash) return { state: 'other-call' }
  const { status, answer } = found
  if (status === null || answer === null) return { state: 'begun' }
  return { state: 'answered', answer: { status, answer: sealer.open(answer, purpose).toString() } }
}
