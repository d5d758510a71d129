/** Transactions, counted for /metrics. */
import { Counter, Registry } from 'prom-client'
import { counts } from '../domain/transactions/counts.ts'

export const transactionRegistry = new Registry()

new Counter({
  name: 'pennypost_transactions_total',
  help: 'Calls for a transaction that this process has taken, and those that only repeated an earlier one.',
  labelNames: ['outcome'],
  registers: [transactionRegistry],
  collect() {
    this.reset()
    this.inc({ outcome: 'taken' }, counts.taken)
    this.inc({ outcome: 'repeated' }, counts.repeated)
  },
})
