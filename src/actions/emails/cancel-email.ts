/** Cancelling an email whose content came with its call. */
import { z } from 'zod'
import { detailed } from '../../domain/details/details.ts'
import { noSuch } from '../../domain/refusal.ts'
import { findEmail } from '../../domain/transactions/emails/emails.sql.ts'
import { cancelEmail } from '../../domain/transactions/planned/cancel-email.ts'
import { action } from '../action.ts'
import { ApiProblem } from '../problem.ts'
import { id } from '../values.ts'

export const cancelEmailActions = [
  action({
    route: 'POST /emails/:emailId/cancel',
    right: 'send',
    about:
      'Cancel an email: recipients to whom it was not handed over get nothing, also those who ' +
      'wait for another try. Whoever was sent it keeps it. It may be repeated.',
    command: 'email cancel',
    params: z.strictObject({ emailId: id }),
    out: z.object({
      withdrawn: z.int().describe('Recipients who get nothing, by this call.'),
      withdrawnBefore: z.int().describe('Those withdrawn before: cancelled, or suppressed.'),
      tooLate: z.int().describe('Those to whom it was handed over, or to whom it had failed.'),
    }),
    readsTest: true,
    boundBy: { project: 'params.emailId' },
    async run({ db, account, caller }, { params: { emailId } }) {
      const email = await findEmail(db, { accountId: account.id, emailId })
      if (!email) throw noSuch('no-such-email', emailId)
      if (caller.isTest && !email.test) throw new ApiProblem('not-allowed', detailed('key-test'))
      return cancelEmail(db, account.id, { emailId, projectId: email.projectId })
    },
  }),
] as const
