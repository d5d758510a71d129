/** What a marketer has on the first day: a file of customers, a logo, a text of Google Docs. */
import { Transformer } from '@napi-rs/image'

const FIRST = ['Anna', 'Bruno', 'Clara', 'Dieter', 'Emma', 'Fritz', 'Greta', 'Hugo', 'Ida', 'Jan']
const LAST = ['Adler', 'Berger', 'Conrad', 'Dorn', 'Engel', 'Falk']
const TOWNS = ['Lübeck', 'Kiel', 'Köln', 'Weimar']

const HEADINGS =
  'E-Mail;Vorname;Nachname;Kunden-Nr;Ort;PLZ;Straße;Geburtstag;Letzter Kauf;Umsatz;' +
  'Bestellungen;Sparte;Filiale;Karte;Berater;Bemerkung;Quelle;Anrede;Beruf;Haustier'
const SAME = 'Mitte;ja;Frau Kern;kommt gern;Messe;Frau;Gärtnerin;Katze'

export const PEOPLE = 40

/** The columns that become fields of the account, with what they hold. */
export const NEW_FIELDS = [
  ['Kunden-Nr', 'Text'],
  ['Ort', 'Text'],
  ['Geburtstag', 'Datum'],
  ['Umsatz', 'Zahl'],
  ['Sparte', 'Auswahl'],
] as const

export const customer = (n: number) => ({
  email: `kunde${n}@post${n % 7}.example`,
  first: FIRST[n % FIRST.length]!,
  last: LAST[n % LAST.length]!,
})

/** Twenty columns, as a spreadsheet program saves them in Germany. */
export function customerFile(): Buffer {
  const rows = Array.from({ length: PEOPLE }, (_, n) => {
    const { email, first, last } = customer(n)
    const [day, month] = [(n % 28) + 1, (n % 12) + 1]
    const person = `${email};${first};${last};00${n};${TOWNS[n % TOWNS.length]};2355${n % 10}`
    const bought = `${day}.3.2026;1.${100 + n},50 €;${n};${n % 2 ? 'Rosen' : 'Gemüse'}`
    return `${person};Am Markt ${n};${day}.${month}.${1950 + n};${bought};${SAME}`
  })
  // Of the characters used, windows-1252 and Latin-1 have the same bytes, but for the euro.
  const text = `${[HEADINGS, ...rows].join('\r\n')}\r\n`
  return Buffer.from(text.replaceAll('€', '\x80'), 'latin1')
}

/** A picture of one colour. */
export async function logo(): Promise<Buffer> {
  const [width, height] = [320, 96]
  const pixels = new Uint8Array(width * height * 4)
  for (let at = 0; at < pixels.length; at += 4) pixels.set([0x1b, 0x4d, 0x3e, 0xff], at)
  return Buffer.from(await Transformer.fromRgbaPixels(pixels, width, height).png())
}

const docsLine = (inside: string, tag = 'p') =>
  `<${tag} dir="ltr" style="line-height:1.38;margin-top:0pt"><span style="font-size:11pt;` +
  `font-family:Arial;color:#000000;font-weight:400">${inside}</span></${tag}>`

/** As Google Docs copies it: all of it in an element that says bold and means it not. */
export const FROM_DOCS =
  '<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1">' +
  docsLine('Diese Woche im Laden.') +
  docsLine('Rosen der Woche', 'h2') +
  docsLine('Drei Sorten, alle winterhart.') +
  '</b>'

/** The text of an email as it was received, without soft breaks of lines. */
export const received = (bytes: Buffer): string =>
  Buffer.from(
    bytes
      .toString('latin1')
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8')
