/** Metrics of transactions. */
import { Counter, Registry } from 'prom-client'
import { transactionsTaken } from '../lib/telemetry.ts'

export const transactionRegistry = new Registry()

const transactions = new Counter({
  name: 'pennypost_transactions_total',
  help: 'Transactions accepted by this process, and calls that only repeated an earlier one.',
  labelNames: ['outcome'],
  registers: [transactionRegistry],
})
const taken = transactions.labels('taken')
const repeated = transactions.labels('repeated')
taken.inc(0)
repeated.inc(0)
transactionsTaken.subscribe(message => {
  taken.inc(message.taken)
  repeated.inc(message.repeated)
})
