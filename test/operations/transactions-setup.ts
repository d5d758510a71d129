/** Looks at the transactions of an account as the store has them. */
import type { TestAccount } from '../support/account.ts'

export async function rowsOf(
  { service, account }: TestAccount,
  text: string,
): Promise<(string | null)[][]> {
  return (await service.store.run({ name: '', text, again: true }, [account.id])).rows
}

export const TRANSACTIONS = `select t.id, t.version, t.identifier, t.email, t.name, t.format, \
array_to_string(t.fields, '|', '-')
  from transactions t where t.account_id = $1 order by t.id`
