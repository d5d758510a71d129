/**
 * `pennypost sending confirm`: releases a held sending, except to subscribers known to have got it.
 */
import type { Command } from 'commander'
import { refuseMessagesToNowhere } from '../actions/relays/known-routes.ts'
import { sendingSteering } from '../actions/sendings/steer-sendings.ts'
import type { Store } from '../db/db.ts'
import { openKeys } from '../domain/keys/keys.ts'
import { keyOfLinks } from '../domain/keys/link-keys.ts'
import { shownTime } from '../domain/sendings/audience/due-time.ts'
import { sendingProgress } from '../domain/sendings/progress.ts'
import { confirmRest, confirmSending } from '../domain/sendings/steer-sending.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AcceptedFile, openAcceptedFile } from './accepted-file.ts'
import { type AccountOption, forAccount } from './account-option.ts'
import type { Context } from './context.ts'
import { actionOf, takes } from './derived/by-hand.ts'
import { count } from './long-work.ts'
import { relaysOf, sealerOf } from './secret.ts'
import { emailCount, facts, repeatWarning } from './sending-report.ts'

const CONFIRM = actionOf(sendingSteering, 'POST /sendings/:sendingId/confirm')

interface Options extends AccountOption {
  local?: boolean
  accepted?: string
}

export function registerConfirm(command: Command, context: Context): void {
  takes(command, CONFIRM, { values: ['local'] })
  command
    .option(
      '--accepted <file>',
      'leave out emails that the relay has taken: Message-IDs or addresses, a line each, or ' +
        'its log',
    )
    .description(CONFIRM.about)
    .addHelpText(
      'after',
      `
\`pennypost sending show\` says why it is held, and after a restore how many emails may be sent \
twice.

Examples:
  $ pennypost sending confirm 5
  $ pennypost sending confirm 5 --accepted /var/log/mail.log`,
    )
    .action((id: number, options: Options) => confirm(context, id, options))
}

async function confirm(context: Context, id: number, options: Options): Promise<void> {
  // An unreadable file is reported before anything is changed.
  const file = options.accepted === undefined ? undefined : await openAcceptedFile(options.accepted)
  const { accepted, progress } = await forAccount(context, options, async (db, account) => {
    await refuseMessagesToNowhere(db, relaysOf(db, context.config()), options.local)
    const { repeatRisk } = await sendingProgress(db, account.id, id)
    if (repeatRisk && !file) context.progress(repeatWarning(repeatRisk))
    const accepted = file && (await leaveOut(context, db, account.id, id, file))
    if (!file) await confirmSending(db, account.id, id)
    return { accepted, progress: await sendingProgress(db, account.id, id) }
  })
  if (options.json) return context.printJson({ ...facts(progress), ...(accepted && { accepted }) })
  if (accepted && file) {
    const { marked, known, others } = accepted
    context.print(
      `${emailCount(marked)} marked as sent by the list; ${count(known)} had an outcome ` +
        `already, ${count(others)} named are not of this sending.`,
    )
    const { unread } = file.counts
    if (unread > 0)
      context.print(`${count(unread)} ${unread === 1 ? 'line names' : 'lines name'} no email.`)
  }
  const { state, dueAt, zone } = progress
  const later = state === 'scheduled' && Date.parse(formatInstant(dueAt)) > Date.now()
  context.print(
    later ? `Sending ${id} is sent at ${shownTime(dueAt, zone)}.` : `Sending ${id} is sent now.`,
  )
}

async function leaveOut(
  context: Context,
  db: Store,
  accountId: number,
  id: number,
  file: AcceptedFile,
) {
  const keys = await openKeys(db, await sealerOf(db, context.config()))
  try {
    return await confirmRest(db, accountId, id, { names: file.names, keyOf: keyOfLinks(keys) })
  } finally {
    keys.close()
  }
}
