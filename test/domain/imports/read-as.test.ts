/** How the values of a column are read. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  guessReadAs,
  isReadAs,
  type ReadAs,
  readValue,
} from '../../../src/domain/files/form/read-as.ts'
import { countryOf } from '../../../src/lib/country-names.ts'

describe('a value of a file', () => {
  const year = new Date().getUTCFullYear()
  const soon = String((year + 5) % 100).padStart(2, '0')
  const past = String((year + 20) % 100).padStart(2, '0')
  for (const [as, given, meant] of [
    ['day-first', '17.04.1942', '1942-04-17'],
    ['day-first', ' 3/2/2025 10:15', '2025-02-03'],
    ['month-first', '2/14/2025', '2025-02-14'],
    ['month-first', '14/2/2025', undefined],
    ['day-first', `1.2.${soon}`, `${year + 5}-02-01`],
    ['day-first', `1.2.${past}`, `${year + 20 - 100}-02-01`],
    ['day-first', '2025-02-14T10:00:00Z', '2025-02-14'],
    ['year-first', '2025/2/14', '2025-02-14'],
    ['day-first', '31.2.2025', undefined],
    ['day-first', '1.2/2025', undefined],
    ['day-first', 'spring', undefined],
    ['day-first', '', ''],
    ['decimal-comma', '6 861,08 kr', '6861.08'],
    ['decimal-comma', '1.234.567,5 €', '1234567.5'],
    ['decimal-comma', 'SEK 12', '12'],
    ['decimal-comma', '-12,50', '-12.50'],
    ['decimal-comma', '12,-', '12'],
    ['decimal-point', '$1,234.50', '1234.50'],
    ['decimal-point', "CHF 1'234.50", '1234.50'],
    ['decimal-point', '12 %', '12'],
    ['decimal-point', '1.2.3', undefined],
    ['decimal-comma', 'many', undefined],
    ['country', 'Sverige', 'SE'],
    ['country', 'schweden', 'SE'],
    ['country', 'se', 'SE'],
    ['country', '+46', '46'],
    ['country', '0049', '49'],
    ['country', 'Atlantis', undefined],
    ['phone-SE', '070-123 45 67', '070-123 45 67'],
    ['phone-SE', 'call me', undefined],
  ] as const satisfies [ReadAs, string, string | undefined][])
    test(`${as}: ${JSON.stringify(given)}`, () => assert.equal(readValue(given, as), meant))

  test('is guessed from most of its column', () => {
    assert.equal(
      guessReadAs(['17.04.1942', '3.12.2001', '', '1.1.2000', '2.2.2002', '?']),
      'day-first',
    )
    assert.equal(guessReadAs(['2/14/25', '12/31/24']), 'month-first')
    assert.equal(guessReadAs(['2025-02-14']), 'year-first')
    assert.equal(guessReadAs(['6861,08 kr', '12 kr']), 'decimal-comma')
    assert.equal(guessReadAs(['$1,234.50', '$3.99']), 'decimal-point')
    assert.equal(guessReadAs(['007', '0123']), undefined)
    assert.equal(guessReadAs(['Malmö', 'Lund']), undefined)
    assert.equal(guessReadAs([]), undefined)
  })

  test('of five hundred letters, or of a script from right to left, is bounded', () => {
    for (const as of ['day-first', 'decimal-comma', 'country', 'phone-SE'] as const) {
      assert.equal(readValue('1'.repeat(500), as), undefined)
      assert.equal(readValue('\u0639'.repeat(40), as), undefined)
      assert.equal(readValue(`${'1 '.repeat(39)}x`, as), undefined)
    }
  })

  test('countries are found with and without their accents', () => {
    assert.equal(countryOf('Österreich'), 'AT')
    assert.equal(countryOf('osterreich'), 'AT')
    assert.equal(countryOf('EU'), undefined)
    assert.equal(countryOf(''), undefined)
    assert.equal(isReadAs('phone-SE'), true)
    assert.equal(isReadAs('phone-se'), false)
  })
})
