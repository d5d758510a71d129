/** Sends the links of preferences that people asked for by their address. */
import type { Store } from '../db/db.ts'
import { brandOf } from '../domain/brand/keep-brand.ts'
import { confirmationValues } from '../domain/forms/confirmation-email.ts'
import { isFormLanguage } from '../domain/forms/form-words.ts'
import { publicOrigin } from '../domain/hosts/public-origin.ts'
import { linkTexts, projectForLinks } from '../domain/link-requests/link-email.ts'
import {
  dueLinkRequests,
  mailedLinkRequests,
  removeMailedLinkRequests,
} from '../domain/link-requests/link-requests.sql.ts'
import { type DueLinkRequest, settleLinkRequest } from '../domain/link-requests/link-requests.ts'
import { wakeWhenDue } from './due-work.ts'
import { type Loop, startLoop } from './loop.ts'

const MOST = 100
const QUARTER_OF_AN_HOUR = 900_000

export interface LinkRequestOptions {
  store: Store
  /** The origin of the installation. */
  publicUrl: string
  report(error: unknown, name: string): void
}

/**
 * Returns whether there may be more. One after the other, so that the project of an account is made
 * once; one that fails is tried again, and stops no other.
 */
export async function settleDueLinkRequests(
  options: LinkRequestOptions,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { store, report } = options
  const means = {
    projectOf: (accountId: number) => projectForLinks(store, accountId),
    valuesFor: (request: DueLinkRequest) => valuesOf(options, request),
  }
  const due = await dueLinkRequests(store, { most: MOST })
  let failed = false
  for (const request of due) {
    if (stopping?.aborted) break
    try {
      await settleLinkRequest(store, request, means)
    } catch (error) {
      failed = true
      report(error, 'links of preferences')
    }
  }
  return due.length === MOST && !failed
}

/** The link is a tag of the email: each has its own. */
async function valuesOf(
  { store, publicUrl }: LinkRequestOptions,
  request: DueLinkRequest,
): Promise<string[]> {
  const { accountId } = request
  const brand = await brandOf(store, accountId)
  const language = isFormLanguage(request.language) ? request.language : 'en'
  const origin = await publicOrigin(store, accountId, publicUrl)
  const texts = linkTexts(language, brand.sender.name)
  return confirmationValues(texts, { origin, path: '', language, brand })
}

/** Returns whether there may be more. */
async function removeMailed(store: Store): Promise<boolean> {
  const mailed = await mailedLinkRequests(store, { most: 1000 })
  for (const [accountId, rows] of Map.groupBy(mailed, row => row.accountId)) {
    const mailboxKeys = rows.map(({ mailboxKey }) => mailboxKey)
    await removeMailedLinkRequests(store, { accountId, mailboxKeys })
  }
  return mailed.length === 1000
}

export function startLinkRequestWorker(options: LinkRequestOptions): Loop {
  const { store, report } = options
  const loops = [
    startLoop({
      name: 'links of preferences',
      step: stopping => settleDueLinkRequests(options, stopping),
      idleMillis: 100,
      waking: wakeWhenDue(store, ['link-request'], report),
      report,
    }),
    startLoop({
      name: 'removal of requests for links',
      step: () => removeMailed(store),
      idleMillis: QUARTER_OF_AN_HOUR,
      report,
    }),
  ]
  return { stop: async () => void (await Promise.all(loops.map(loop => loop.stop()))) }
}
