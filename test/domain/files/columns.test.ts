/** Files whose columns are in an order of their own. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { guessColumns, personOf, readColumns } from '../../../src/domain/files/columns.ts'
import { Refusal } from '../../../src/domain/refusal.ts'

const fields = {
  fieldCount: 25,
  byName: (name: string) => ({ city: 1, 'first name': 2 })[name.trim().toLowerCase()],
  isNamed: (number: number) => number <= 2,
}

describe('columns as a person names them', () => {
  test('are values, data fields by number or name, or nothing', () => {
    assert.deepEqual(
      readColumns([' Phone', '-', 'EMAIL', 'name', 'City', 'dd7', '', 'country-code'], fields),
      ['phone', '-', 'email', 'name', 'DD1', 'DD7', '-', 'country-code'],
    )
  })

  test('are refused when one is unknown, twice, beyond the account’s, or none has addresses', () => {
    const refused = (names: string[], says: RegExp) =>
      assert.throws(
        () => readColumns(names, fields),
        error => error instanceof Refusal && says.test(error.message),
      )
    refused(['email', 'colour'], /DD1 to DD25/)
    refused(['email', 'DD26'], /DD1 to DD25/)
    refused(['email', 'City', 'DD1'], /Two columns are DD1/)
    refused(['name', 'phone'], /which column holds the addresses/)
    refused(Array(1001).fill('-'), /at most 1000/)
  })
})

describe('a guess', () => {
  const guess = (headings: string[], rows: string[][] = []) => guessColumns(headings, rows, fields)

  test('is made from headings in several languages', () => {
    assert.deepEqual(guess(['Namn', 'E-postadress', 'Mobiltelefon', 'City', 'Ålder']), [
      'name',
      'email',
      'phone',
      'DD1',
      '-',
    ])
    assert.deepEqual(guess(['Nom', 'Adresse mail', 'Téléphone']), ['name', 'email', 'phone'])
    assert.deepEqual(guess(['First name', 'DD3', 'E-Mail', 'Email']), ['DD2', 'DD3', 'email', '-'])
    assert.deepEqual(guess(['DD26', 'x'.repeat(5000), 'email']), ['-', '-', 'email'])
  })

  test('is made from addresses where no heading names them', () => {
    const rows = [
      ['1', 'Ada', 'ada@example.com'],
      ['2', 'see a@b', 'bo@example.com'],
    ]
    assert.deepEqual(guess([], rows), ['-', '-', 'email'])
    assert.deepEqual(guess(['Id', 'Name', 'Kontakt'], rows), ['-', 'name', 'email'])
    assert.deepEqual(guess([], [['1', 'Ada']]), ['-', '-'])
  })
})

test('the values of a row, by its columns; a field without a column is not given', () => {
  assert.deepEqual(
    personOf(['46', 'Lund', '-', 'a@x.test'], ['phone', 'DD3', '-', 'email', 'DD1']),
    {
      email: 'a@x.test',
      name: '',
      format: '',
      countryCode: '',
      phone: '46',
      fields: ['', null, 'Lund'],
    },
  )
})
