/** People for tests and pictures of the console: a file of twenty mixed-up columns. */
const FIRST = [
  'Åsa',
  'Björn',
  'Carla',
  'Dörte',
  'Émile',
  'Freja',
  'Göran',
  'Hanna',
  'Iñaki',
  'Jörg',
]
const LAST = ['Öberg', 'Müller', 'Rossi', 'Lindström', 'Dubois', 'Ångström', 'García', 'Weiß']
const TOWNS = ['Malmö', 'Lübeck', 'Göteborg', 'Århus', 'Köln', 'Tromsø']

const HEADINGS = [
  'Kundnr',
  'Ort',
  'Efternamn',
  'Namn',
  'Senast köpt',
  'E-post',
  'Belopp',
  'Telefon',
  ...Array.from({ length: 12 }, (_, at) => `Övrigt ${at + 1}`),
]

export const personOf = (n: number) => ({
  name: `${FIRST[n % FIRST.length]} ${LAST[(n * 7) % LAST.length]}`,
  email: `kund${n}@firma${n % 97}.example`,
})

/** In windows-1252 with semicolons; every 500th address is none. */
export function mixedUpFile(rows: number): Buffer {
  const lines = [HEADINGS.join(';')]
  for (let n = 1; n <= rows; n++) {
    const { name, email } = personOf(n)
    const address = n % 500 === 0 ? `kund${n} at firma` : email
    const day = `2026-0${1 + (n % 9)}-1${n % 10}`
    lines.push(
      [
        `K${n}`,
        TOWNS[n % TOWNS.length],
        name.split(' ')[1],
        name,
        day,
        address,
        `${n % 900},50`,
        `+46 70 ${100_000 + n}`,
        ...Array.from({ length: 12 }, (_, at) => (at === 3 ? `"a;${n}"` : `x${at}`)),
      ].join(';'),
    )
  }
  // Of the characters used, windows-1252 and Latin-1 have the same bytes.
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
}
