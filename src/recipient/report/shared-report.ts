/**
 * The report of a sending for people without an account, by a signed link that expires and can be
 * revoked. It has numbers only, no script, and nothing of other hosts.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../../db/db.ts'
import {
  reportToShare,
  type SharedReport,
  sharedSending,
} from '../../domain/reports/sendings/shared-reports.ts'
import { languageAmong } from '../../lib/accept-language.ts'
import { type Html, html, trusted } from '../../lib/html.ts'
import { sharedReads } from '../../lib/shared-reads.ts'
import { readRowToken } from '../../mail/links/row-token.ts'
import type { KeyOf } from '../../mail/links/signing.ts'
import { style } from './style.ts'
import { LANGUAGES, type ReportLanguage, type ReportTexts, reportTexts } from './texts.ts'

const POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The page of a token; undefined if it leads nowhere, for whatever reason. */
export function createSharedPages({ db, keyOf }: { db: Store; keyOf: KeyOf }) {
  // Anyone with the link may reload it: counted once for all of them.
  const reads = sharedReads<SharedReport>({ atLeast: 2_000, share: 0.05 })
  return async (token: string, accepted: string | undefined): Promise<string | undefined> => {
    const ref = await readRowToken(token, 'shared report', keyOf)
    if (!ref) return undefined
    const { accountId, id } = ref
    const link = await sharedSending(db, accountId, id)
    if (!link) return undefined
    const { sendingId, expires } = link
    const report = await reads.read(`${accountId} ${sendingId}`, () =>
      reportToShare(db, accountId, sendingId),
    )
    return page(report, expires, languageAmong(accepted, LANGUAGES) ?? 'en')
  }
}

export function answerReport({ method }: IncomingMessage, res: ServerResponse, page: string): void {
  res.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
    Vary: 'Accept-Language',
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex',
  })
  res.end(method === 'HEAD' ? undefined : page)
}

function page(report: SharedReport, expires: string, language: ReportLanguage): string {
  const texts = reportTexts[language]
  const { name, subject, listName, zone, began } = report
  const timeZone = zoneOf(zone)
  const day = (moment: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(moment))
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${texts.report}: ${name}</title>
<style>${trusted(style)}</style>
</head>
<body>
<main>
<p class="soft">${texts.report}</p>
<h1><bdi>${name}</bdi></h1>
${subject !== name && html`<p><bdi>${subject}</bdi></p>`}
<p class="soft">${began !== null && html`${texts.sent} ${day(began)}, `}<bdi>${texts.to(listName)}</bdi></p>
${figuresOf(report, texts, language)}
${hoursOf(report, texts)}
${linksOf(report, texts, language)}
${languagesOf(report, texts, language)}
</main>
<footer><p>${texts.machines} ${texts.until(day(expires))}</p></footer>
</body>
</html>
`.html
}

/** Of zones such as +01:00 a runtime may know nothing. */
function zoneOf(zone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return zone
  } catch {
    return 'UTC'
  }
}

function figuresOf({ figures }: SharedReport, texts: ReportTexts, language: ReportLanguage): Html {
  const { delivered, sent, opens, clicks, bounced, complained, values, measured } = figures
  const number = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const rate = (count: number | null, whole: number) =>
    count === null || whole === 0 ? '–' : share.format(count / whole)
  const people = (count: number | null) =>
    count === null ? texts.notKnown : texts.people(number.format(count))
  const reached = (term: string, count: number | null, of: number, few: boolean) => {
    const base = number.format(of)
    const said =
      count === null || of === delivered
        ? people(count)
        : few
          ? texts.fewMeasured(base, number.format(delivered))
          : texts.ofMeasured(number.format(count), base)
    return [term, rate(few ? null : count, of), said] as [string, string, string]
  }
  const left = figures.unsubscribed + figures.optedOut
  const shown: [string, string, string][] = [
    [texts.delivered, number.format(delivered), rate(delivered, sent)],
    reached(texts.opened, opens.people, measured.opens, measured.fewOpens),
    reached(texts.clicked, clicks.people, measured.clicks, measured.fewClicks),
    [texts.left, rate(left, delivered), people(left)],
    [texts.bounced, rate(bounced, sent), people(bounced)],
    [texts.complained, rate(complained, delivered), people(complained)],
    ...values.map(({ currency, closures, value }): [string, string, string] => [
      texts.bought,
      `${value} ${currency}`,
      texts.orders(number.format(closures)),
    ]),
  ]
  return html`<dl>${shown.map(
    ([term, big, small]) =>
      html`<div><dt>${term}</dt><dd><b>${big}</b><span class="soft">${small}</span></dd></div>`,
  )}</dl>`
}

const [WIDTH, HEIGHT, HOURS] = [720, 140, 72]

/** Bars of opens, with those of clicks in front. Hours without any are left out of the answer. */
function hoursOf({ hours }: SharedReport, texts: ReportTexts): Html | false {
  if (hours.length === 0) return false
  const most = Math.max(
    1,
    ...hours.map(({ opens, clicks }) => Math.max(opens.people, clicks.people)),
  )
  const step = WIDTH / HOURS
  const bar = (look: string, hour: number, people: number) => {
    const height = Math.round((people / most) * HEIGHT)
    const [x, y] = [(hour * step).toFixed(1), HEIGHT - height]
    return html`<rect class="${look}" x="${x}" y="${y}" width="${step - 2}" height="${height}"/>`
  }
  const bars = hours.map(({ hour, opens, clicks }) => [
    bar('opens', hour, opens.people),
    bar('clicks', hour, clicks.people),
  ])
  return html`<h2>${texts.hours}</h2>
<p class="soft">${texts.hoursHint}</p>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${texts.hoursHint}">${bars}</svg>
<p class="soft key"><i class="opens"></i>${texts.opens}<i class="clicks"></i>${texts.clicks}</p>`
}

/** A row for each language that people got; none for a newsletter in one. */
function languagesOf({ languages }: SharedReport, texts: ReportTexts, language: ReportLanguage) {
  if (languages.length === 0) return false
  const number = new Intl.NumberFormat(language)
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const rate = (people: number, of: number, few: boolean) =>
    few || of === 0 ? '–' : share.format(people / of)
  return html`<h2>${texts.languages}</h2>
<table><thead><tr><th>${texts.language}</th><th class="num">${texts.delivered}</th>\
<th class="num">${texts.opened}</th><th class="num">${texts.clicked}</th></tr></thead>
<tbody>${languages.map(
    ({ language: code, counts, opened, clicked, measured }) =>
      html`<tr><td>${names.of(code) ?? code}</td>\
<td class="num">${number.format(counts.accepted ?? 0)}</td>\
<td class="num">${rate(opened, measured.opens, measured.fewOpens)}</td>\
<td class="num">${rate(clicked, measured.clicks, measured.fewClicks)}</td></tr>`,
  )}</tbody></table>`
}

function linksOf({ links }: SharedReport, texts: ReportTexts, language: ReportLanguage): Html {
  const number = new Intl.NumberFormat(language)
  if (links.length === 0) return html`<h2>${texts.links}</h2><p class="soft">${texts.noLinks}</p>`
  return html`<h2>${texts.links}</h2>
<table><thead><tr><th>${texts.link}</th><th class="num">${texts.clicks}</th></tr></thead>
<tbody>${links.map(
    ({ words, host, byPeople }) =>
      html`<tr><td><bdi>${words || host}</bdi>${words !== '' && html`<span>${host}</span>`}</td>\
<td class="num">${number.format(byPeople)}</td></tr>`,
  )}</tbody></table>`
}
