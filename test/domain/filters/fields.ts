/** The fields that filters of these tests name. */

export const FIELDS = [
  { number: 3, name: 'Points', type: 'number' },
  { number: 4, name: 'Renewed "on" [day]', type: 'date' },
  { number: 5, name: 'City', type: 'text' },
]
