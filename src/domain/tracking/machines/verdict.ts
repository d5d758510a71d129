/**
 * Judges a single request for the pixel or a link: the kind of program, by agents.txt, and the kind
 * of network, by networks.txt. Rules over several hits are applied later, by judge-hits.ts. Neither
 * user agent nor address is stored.
 */

import { readFileSync } from 'node:fs'
import { createCache } from '../../../lib/cache.ts'
import type { HitJudgement, HitVerdict } from '../hit.ts'
import { networkOf } from './networks.ts'

export interface HitRequest {
  kind: 'view' | 'click'
  /** The link that is invisible to people. */
  trap?: boolean
  userAgent: string
  address: string
  /** The browser announces a prefetch (Sec-Purpose, Purpose, X-Moz). */
  prefetch?: boolean
}

interface AgentRule {
  kind: string
  verdict: HitVerdict
  reason: string
  pattern: RegExp
}

const LINE = /^(view|click|any)\s+(image proxy|privacy prefetch|scanner)\s{2,}(\S.*?)\s{2,}(\S.*)$/

const rules: AgentRule[] = readFileSync(new URL('./agents.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line.trim() !== '' && !line.startsWith('#'))
  .map(line => {
    const [, kind, verdict, reason, pattern] = LINE.exec(line) ?? []
    if (pattern === undefined) throw new Error(`agents.txt: can't read ${JSON.stringify(line)}`)
    return {
      kind: kind!,
      verdict: verdict as HitVerdict,
      reason: reason!,
      pattern: new RegExp(pattern, 'i'),
    }
  })

/** Networks of scanners only. */
const SCANNERS = new Set([
  'barracuda',
  'proofpoint',
  'mimecast',
  'symantec',
  'cisco',
  'trendmicro',
  'sophos',
])
/** Longer ones are truncated, which bounds the cost of the patterns. */
const LONGEST_AGENT = 500

interface Known {
  agent: string
  view: Pick<HitJudgement, 'verdict' | 'reason'>
  click: Pick<HitJudgement, 'verdict' | 'reason'>
}

const MOST_KNOWN = 5000
const known = createCache<string, Known>({ most: MOST_KNOWN })

export function judgeRequest({
  kind,
  trap,
  userAgent,
  address,
  prefetch,
}: HitRequest): HitJudgement {
  const network = networkOf(address)
  const program = known.through(userAgent.slice(0, LONGEST_AGENT), programOf)
  const judged = (verdict: HitVerdict, reason: string): HitJudgement => ({
    verdict,
    reason,
    agent: program.agent,
    network,
  })
  if (trap) return judged('scanner', 'trap')
  if (prefetch) return judged('privacy prefetch', 'browser prefetch')
  if (SCANNERS.has(network)) return judged('scanner', `${network} network`)
  const { verdict, reason } = program[kind]
  if (verdict !== 'person') return judged(verdict, reason)
  if (kind === 'view') {
    // Apple's own servers, and its relays with a mail program. A browser, which identifies itself
    // as Version/... Safari, may be a person's.
    if (network === 'apple') return judged('privacy prefetch', 'apple network')
    if (network === 'apple-relay' && !/browser|Safari|Chrome|Firefox|Edge/.test(program.agent))
      return judged('privacy prefetch', 'apple relay')
    if (network === 'google') return judged('image proxy', 'google network')
    if (network === 'yahoo') return judged('image proxy', 'yahoo network')
    // Outlook on the web fetches pictures from here when a person opens the email.
    if (network === 'microsoft') return judged('image proxy', 'microsoft network')
  } else if (network === 'microsoft') {
    // Safe Links checks targets from here; the person's browser follows from its own address.
    return judged('scanner', 'microsoft network')
  }
  return judged('person', program.agent.includes('mail') ? 'mail program' : 'browser')
}

function programOf(userAgent: string): Known {
  const by = (kind: 'view' | 'click') => {
    const rule = rules.find(
      rule => (rule.kind === kind || rule.kind === 'any') && rule.pattern.test(userAgent),
    )
    return rule
      ? { verdict: rule.verdict, reason: rule.reason }
      : { verdict: 'person' as const, reason: '' }
  }
  return { agent: agentOf(userAgent), view: by('view'), click: by('click') }
}

const PROGRAMS: [RegExp, string][] = [
  [/GoogleImageProxy/i, 'Gmail mail'],
  [/YahooMailProxy/i, 'Yahoo mail'],
  [/Thunderbird/i, 'Thunderbird mail'],
  [/MSOffice|ms-office|Microsoft Outlook|Outlook-/i, 'Outlook mail'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Version\/[\d.]+.*Safari/, 'Safari'],
  [/AppleWebKit/, 'Apple mail'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS|Linux|X11/, 'Linux'],
]

/** The kind of program and system, too coarse to identify a person. */
export function agentOf(userAgent: string): string {
  const program = PROGRAMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [program ?? (userAgent.trim() === '' ? 'none' : 'other'), system]
    .filter(part => part !== undefined)
    .join(', ')
}
