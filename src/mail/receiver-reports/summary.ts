/** Adds up reports of receivers by domain, for people. */
import type { DmarcResult, TlsResult } from './report.ts'

export interface FailedSource extends Omit<DmarcResult, 'emails'> {
  emails: number
  /** The domain of a valid signature that is not aligned: a known server, set up for another. */
  signedBy: string | null
  reporters: string[]
}

interface ReporterFigures {
  reporter: string
  reports: number
  emails: number
  passed: number
}

export interface DomainFigures {
  domain: string
  dmarc: {
    reports: number
    emails: number
    /** DKIM or SPF passed, aligned. */
    passed: number
    reporters: ReporterFigures[]
    /** The most emails first. */
    failed: FailedSource[]
  }
  tls: {
    reports: number
    sessions: number
    failed: number
    failures: (TlsResult & { reporters: string[] })[]
  }
}

interface SummedReport {
  kind: string
  domain: string
  reporter: string
  results: string
}

export function createSummary() {
  const domains = new Map<string, ReturnType<typeof createFigures>>()
  return {
    add({ kind, domain, reporter, results }: SummedReport): void {
      const figures = domains.get(domain) ?? createFigures(domain)
      domains.set(domain, figures)
      if (kind === 'dmarc') figures.addDmarc(reporter, JSON.parse(results) as DmarcResult[])
      else figures.addTls(reporter, JSON.parse(results) as TlsResult[])
    },
    domains: (): DomainFigures[] =>
      [...domains.values()]
        .map(one => one.figures())
        .sort((a, b) => (a.domain < b.domain ? -1 : 1)),
  }
}

function createFigures(domain: string) {
  const dmarc = { reports: 0, emails: 0, passed: 0 }
  const tls = { reports: 0, sessions: 0, failed: 0 }
  const reporters = new Map<string, ReporterFigures>()
  const failed = new Map<string, FailedSource>()
  const failures = new Map<string, TlsResult & { reporters: string[] }>()
  return {
    addDmarc(reporter: string, results: readonly DmarcResult[]): void {
      const by = reporters.get(reporter) ?? { reporter, reports: 0, emails: 0, passed: 0 }
      reporters.set(reporter, by)
      dmarc.reports++
      by.reports++
      for (const result of results) {
        const passed = result.dkim || result.spf ? result.emails : 0
        dmarc.emails += result.emails
        dmarc.passed += passed
        by.emails += result.emails
        by.passed += passed
        if (passed > 0 || result.emails === 0) continue
        const key = JSON.stringify([result.source, result.headerFrom, result.disposition])
        const signedBy = /\bdkim (\S+) pass\b/.exec(result.checks)?.[1] ?? null
        addTo(failed, key, { ...result, signedBy, reporters: [reporter] }, 'emails')
      }
    },
    addTls(reporter: string, results: readonly TlsResult[]): void {
      tls.reports++
      for (const result of results) {
        tls.sessions += result.sessions
        if (result.failure === '') continue
        tls.failed += result.sessions
        const key = JSON.stringify([result.policy, result.failure, result.mx])
        addTo(failures, key, { ...result, reporters: [reporter] }, 'sessions')
      }
    },
    figures: (): DomainFigures => ({
      domain,
      dmarc: {
        ...dmarc,
        reporters: [...reporters.values()].sort((a, b) => b.emails - a.emails),
        failed: [...failed.values()].sort((a, b) => b.emails - a.emails),
      },
      tls: { ...tls, failures: [...failures.values()].sort((a, b) => b.sessions - a.sessions) },
    }),
  }
}

function addTo<K extends string, T extends { [k in K]: number } & { reporters: string[] }>(
  known: Map<string, T>,
  key: string,
  one: T,
  counted: K,
): void {
  const same = known.get(key)
  if (!same) return void known.set(key, one)
  Object.assign(same, { [counted]: same[counted] + one[counted] })
  const [reporter] = one.reporters
  if (reporter !== undefined && !same.reporters.includes(reporter)) same.reporters.push(reporter)
}
