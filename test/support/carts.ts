/** Carts of a shop in tests: each visitor fills one, and every third orders. */
import assert from 'node:assert/strict'
import type { Sink } from './smtp-sink.ts'

export const addressOf = (visitor: number): string => `v${visitor}@example.test`
export const orders = (visitor: number): boolean => visitor % 3 === 0
export const cartOf = (visitor: number) => ({
  items: [{ name: `Spade ${visitor}`, price: 10 }, { name: 'Seeds & <soil>' }],
  total: visitor,
})

/**
 * One email, with the cart, to each visitor who left; none to who ordered. `uncertain`: addresses
 * whose email was being handed over when the service was killed.
 */
export function oneEmailToWhoLeft(
  sink: Sink,
  visitors: number,
  uncertain: ReadonlySet<string>,
): void {
  for (let one = 1; one <= visitors; one++) {
    const address = addressOf(one)
    const count = sink.counts.get(address) ?? 0
    const was = uncertain.has(address)
    assert.ok(orders(one) || was || count === 1, `${address} got ${count} emails`)
    assert.ok(count <= (orders(one) ? 0 : was ? 2 : 1), `${address} got ${count} emails`)
    const email = sink.messages.find(({ rcpts }) => rcpts[0]?.includes(`<${address}>`))
    const text = email?.bytes.toString('latin1').replaceAll('=\r\n', '') ?? ''
    if (count > 0) assert.match(text, new RegExp(`<br>Spade ${one}<br>Seeds &amp; &lt;soil&gt;`))
  }
}
