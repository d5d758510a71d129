/**
 * Steps of the test of sending in the console: emails tried again, and a sending that waits for a
 * word after a restore.
 */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { pauseOutgoing } from '../../src/db/backup/restore-holds.ts'
import { type ConsoleBrowser, goThrough, hasNoDefect } from './console-browser.ts'
import { personOf } from './console-people.ts'
import { addNewsletter, type CallApi, importPeople } from './console-sending.ts'
import type { Sink } from './smtp-sink.ts'

export async function retriedAndConfirmed(of: {
  browser: ConsoleBrowser
  page: Page
  sink: Sink
  call: CallApi
}): Promise<void> {
  const { browser, page, sink, call } = of
  const visit = (path: string) => goThrough(page, `/console${path}`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const wary = { name: 'Wary', fromEmail: 'post@shop.test' }
  const { id: listId } = (await call('POST', '/lists', wary)) as { id: number }
  await importPeople(call, listId, 3)
  const newsletterId = await addNewsletter(call, 'Tomatskolan', listId)
  const [gone, blocked, taken] = [0, 1, 2].map(n => personOf(n).email) as [string, string, string]
  const refusal = { at: 'rcpt', do: 'reply' } as const
  sink.tell([
    { ...refusal, about: gone, reply: '554 5.1.1 User unknown' },
    { ...refusal, about: blocked, reply: '554 5.7.1 Client host blocked using bl.example' },
  ])
  const times = (email: string) => sink.counts.get(email) ?? 0
  const before = [gone, blocked, taken].map(times)
  const sent = () => [gone, blocked, taken].map((email, at) => times(email) - before[at]!)
  const order = { newsletterId, listIds: [listId], local: true, anyway: true, holdSeconds: 0 }
  const { id } = (await call('POST', '/sendings', order)) as { id: number }
  await visit(`/sendings/${id}`)
  // One refusal is about the person; the other is about us, so that it is tried again by itself.
  await page.getByText(/^1 email to be tried again, /).waitFor()
  await page.getByText('The server refuses the sender').waitFor()
  await page.getByText('The mailbox does not exist.').waitFor()
  sink.tell([])
  await button('Try again').click()
  await page.getByLabel('Refused or failed: 1').waitFor()
  await page.getByLabel('Deferred, before their time: 1').waitFor()
  await hasNoDefect(page)
  await button('Try 2 emails again').click()
  await page.getByText('Sent', { exact: true }).waitFor()
  assert.deepEqual(sent(), [1, 1, 1])
  await button('Try again').waitFor({ state: 'detached' })

  sink.tell([{ ...refusal, about: blocked, reply: '450 4.2.0 Later' }])
  const again = (await call('POST', '/sendings', { ...order, repeat: true })) as { id: number }
  await page.goto(`${browser.origin}/console/sendings/${again.id}`)
  await page.getByText(/^1 email to be tried again, /).waitFor()
  sink.tell([])
  await browser.onStore(client => pauseOutgoing(client))
  await visit('')
  await page.getByText('The store was restored from a backup').waitFor()
  await page.goto(`${browser.origin}/console/sendings/${again.id}`)
  await page.getByText('The store was restored from a backup').waitFor()
  await button('Send it now').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^Up to 1 email may have gone out after the backup/).waitFor()
  await hasNoDefect(page)
  await dialog.getByRole('button', { name: 'Send it now' }).click()
  await button('Send anyway').click()
  await page.getByText('Sending', { exact: true }).first().waitFor()
  await button('Try again').click()
  await button('Try 1 email again').click()
  await page.getByText('Sent', { exact: true }).waitFor()
  assert.deepEqual(sent(), [2, 2, 2])
}
