/** Sending an email whose content came with its call at another time. */
import { z } from 'zod'
import type { Db } from '../../db/db.ts'
import { detailed } from '../../domain/details/details.ts'
import { noSuch } from '../../domain/refusal.ts'
import { findEmail } from '../../domain/transactions/emails/emails.sql.ts'
import { nudge } from '../../domain/transactions/nudges.ts'
import { moveEmail } from '../../domain/transactions/planned/move-email.ts'
import { action } from '../action.ts'
import { entityTag } from '../entity-tag.ts'
import { ifUnchanged } from '../if-unchanged.ts'
import { ApiProblem } from '../problem.ts'
import { id } from '../values.ts'
import { sendTime } from './send-time.ts'
import { planTag, ShownEmail, shownEmail } from './shown-email.ts'

const tagNow = async (tx: Db, accountId: number, emailId: number) =>
  entityTag(planTag(ShownEmail.parse(await shownEmail(tx, accountId, emailId))))

export const moveEmailActions = [
  action({
    route: 'PATCH /emails/:emailId',
    right: 'send',
    about:
      'Send an email at another time, to all recipients for whom it was not tried. A time that has ' +
      'passed means now.',
    command: 'email edit',
    params: z.strictObject({ emailId: id }),
    body: z.strictObject({ sendAt: sendTime }),
    out: ShownEmail,
    tag: planTag,
    readsIfMatch: true,
    readsTest: true,
    boundBy: { project: 'params.emailId' },
    async run(call, { params: { emailId }, body: { sendAt } }) {
      const { db, account, caller } = call
      const email = await findEmail(db, { accountId: account.id, emailId })
      if (!email) throw noSuch('no-such-email', emailId)
      if (caller.isTest && !email.test) throw new ApiProblem('not-allowed', detailed('key-test'))
      const { projectId } = email
      await ifUnchanged(
        call,
        { kind: 'email', id: emailId },
        tx => tagNow(tx, account.id, emailId),
        tx => moveEmail(tx, account.id, { emailId, projectId }, sendAt),
      )
      if (sendAt.getTime() <= Date.now()) nudge(db, account.id, [projectId])
      return shownEmail(db, account.id, emailId)
    },
  }),
] as const
