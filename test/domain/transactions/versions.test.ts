/** Versions of a project: shares, and who moves when versions change. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { versionFor, type WeightedVersion } from '../../../src/domain/transactions/versions.ts'

const PEOPLE = Array.from({ length: 20_000 }, (_, n) => `person${n}@example.test`)

const drawn = (versions: WeightedVersion[], projectId = 7) =>
  PEOPLE.map(email => versionFor(projectId, email, versions)?.name)

const share = (names: (string | undefined)[], name: string) =>
  names.filter(one => one === name).length / names.length

const near = (actual: number, wanted: number) =>
  assert.ok(Math.abs(actual - wanted) < 0.015, `${actual} is not near ${wanted}`)

const A = { name: 'A', weight: 70 }
const B = { name: 'B', weight: 20 }
const C = { name: 'C', weight: 10 }

describe('the version of an address', () => {
  test('is the same every time, in any order of the versions', () => {
    assert.deepEqual(drawn([A, B, C]), drawn([C, A, B]))
    // What it is for good: emails that went out under it are counted by it.
    assert.deepEqual(
      Array.from({ length: 10 }, (_, n) => `person${n}@example.test`).map(
        email => versionFor(1, email, [A, B, C])!.name,
      ),
      ['A', 'A', 'B', 'B', 'A', 'A', 'A', 'A', 'A', 'A'],
    )
  })

  test('is drawn by weight, at any sum of the weights', () => {
    const names = drawn([A, B, C])
    near(share(names, 'A'), 0.7)
    near(share(names, 'B'), 0.2)
    near(share(names, 'C'), 0.1)
    assert.deepEqual(
      names,
      drawn([
        { name: 'A', weight: 7 },
        { name: 'B', weight: 2 },
        { name: 'C', weight: 1 },
      ]),
    )
  })

  test('is another draw in another project', () => {
    const [one, other] = [drawn([A, B, C], 1), drawn([A, B, C], 2)]
    near(
      one.filter((name, i) => name === other[i]).length / one.length,
      0.7 ** 2 + 0.2 ** 2 + 0.1 ** 2,
    )
  })

  test('a new version takes its share and moves no address between the others', () => {
    const before = drawn([A, B])
    const after = drawn([A, B, { name: 'C', weight: 90 }])
    near(share(after, 'C'), 0.5)
    assert.deepEqual(
      after.filter((name, i) => name !== before[i] && name !== 'C'),
      [],
    )
  })

  test('a removed one leaves its addresses to the others, and no other address moves', () => {
    const before = drawn([A, B, C])
    const after = drawn([A, B])
    assert.deepEqual(
      after.filter((name, i) => name !== before[i] && before[i] !== 'C'),
      [],
    )
    near(share(after, 'A'), 70 / 90)
  })

  test('a larger weight only draws people to it', () => {
    const before = drawn([A, B])
    const after = drawn([{ ...A, weight: 80 }, B])
    assert.deepEqual(
      after.filter((name, i) => name !== before[i] && name !== 'A'),
      [],
    )
    near(share(after, 'A'), 0.8)
  })

  test('a weight of zero gets no address, and no versions are none', () => {
    assert.equal(share(drawn([{ ...A, weight: 0 }, B]), 'B'), 1)
    assert.equal(versionFor(1, 'asa@example.test', []), undefined)
    assert.equal(versionFor(1, 'asa@example.test', [{ name: 'A', weight: 0 }]), undefined)
  })
})
