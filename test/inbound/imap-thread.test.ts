/** The thread that fetches by IMAP: ended when it overruns, and when the check is stopped. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchImap } from '../../src/mail/mailbox/imap.ts'
import { MailboxTrouble } from '../../src/mail/mailbox/line-client.ts'
import { USUAL_FETCH_LIMITS } from '../../src/mail/mailbox/mailbox.ts'
import { readMailboxUrl } from '../../src/mail/mailbox/url.ts'

const options = { entry: new URL('./imap-endless-thread.ts', import.meta.url), limitMillis: 300 }
const fetching = (take: () => Promise<void>, signal?: AbortSignal) =>
  fetchImap(
    readMailboxUrl('imap://u:p@127.0.0.1:1?tls=no'),
    { ...USUAL_FETCH_LIMITS, signal },
    { validity: null, uid: 0 },
    take,
    options,
  )

test('one that does not get on is ended, and what it had handed over is kept', async () => {
  let kept = 0
  await assert.rejects(
    fetching(async () => void kept++),
    (error: Error) =>
      error instanceof MailboxTrouble && /takes too long to read/.test(error.message),
  )
  assert.equal(kept, 1)
})

test('a stop ends it, once what it had handed over is kept', async () => {
  const stopping = new AbortController()
  let kept = false
  const take = async () => {
    stopping.abort()
    await new Promise(resolve => setTimeout(resolve, 50))
    kept = true
  }
  await assert.rejects(fetching(take, stopping.signal), /the check was stopped/)
  assert.ok(kept)
})

test('what could not be kept is told as it is', async () => {
  const fault = new Error('the store is away')
  await assert.rejects(
    fetching(() => Promise.reject(fault)),
    fault,
  )
})
