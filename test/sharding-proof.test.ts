/**
 * Statements that are newer than what a cluster was seen to do with them, where none is: they are
 * printed, and a hot one fails.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodies, proofs, statements } from './sharding-proof.ts'

/** Run for each call or batch: whole on the node of the account, or the coordinator limits all. */
const HOT = [
  'domain/deliveries/deliveries.claimDeliveries',
  'domain/deliveries/deliveries.settleDeliveries',
  'domain/subscribers/subscribers.saveSubscription',
  'domain/tracking/tracking.addArrivals',
  'domain/tracking/tracking.foldArrivals',
  'domain/transactions/insert.saveTransaction',
  'domain/transactions/sending.claimTransactions',
]

const known = proofs()

test('a cluster was seen to run each hot statement whole, as it is now', () => {
  const of = (name: string) => {
    const hash = statements.find(one => one.name === name)?.hash
    return [name, known.get(`${name} ${hash}`)?.way]
  }
  assert.deepEqual(
    HOT.map(of),
    HOT.map(name => [name, 'whole']),
    'on a cluster: RECORD_CLUSTER=1 npm test -- --cluster',
  )
})

test('other statements that no cluster has seen are told', context => {
  const isNew = ({ name, hash }: { name: string; hash: string }) => !known.has(`${name} ${hash}`)
  for (const { name } of [...statements, ...bodies].filter(isNew))
    context.diagnostic(`no cluster has seen ${name} as it is now`)
})
