/** Opt-outs at moments of one’s own choice. */
import { newAddress, type TestAccount } from '../support/account.ts'

/** Opt-outs at given moments, the oldest first; ids rise with them. */
export async function optOutsAt(
  { call, account, service }: TestAccount,
  moments: string[],
): Promise<string[]> {
  const emails: string[] = []
  for (const moment of moments) {
    const email = newAddress()
    await call.MoveSubscriberToOptOutAll({ email })
    await service.store.withClient(client =>
      client.query('update opt_outs set created_at = $3 where account_id = $1 and email_key = $2', [
        account.id,
        email,
        moment,
      ]),
    )
    emails.push(email)
  }
  return emails
}
