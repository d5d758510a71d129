/**
 * A process of its own that sends SMS, for together.test.ts: told what by its environment, it
 * prints what each call was answered.
 */
import { openStore } from '../../../src/db/open-store.ts'
import { addCredits } from '../../../src/domain/sms/credits/credits.ts'
import { sendSmsToList } from '../../../src/domain/sms/send-sms.ts'

const { connection, accountId, listIds, amount } = JSON.parse(process.env.SENDER!) as {
  connection: object
  accountId: number
  listIds: number[]
  amount: string
}
const store = openStore({ connection, connections: 6 })
process.stdout.write('began\n')
const answers = await Promise.all(
  listIds.flatMap((listId, at) => [
    sendSmsToList(store, accountId, listId, 'Hej'),
    ...(at % 5 === 4 ? [addCredits(store, accountId, amount, '')] : []),
  ]),
)
await store.close()
process.stdout.write(`${JSON.stringify(answers)}\n`)
