/** Rates of opens and clicks: of the people who were measured, who may be fewer than all. */
import type { MeasuredAnswer } from '../../../actions/sendings/sending-report.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

/** People who did it, of so many emails; null: not known. */
interface Reach {
  emails: number
  opened: number | null
  clicked: number | null
  measured: MeasuredAnswer
}

export type ReachKind = 'opened' | 'clicked'

export const baseOf = (kind: ReachKind, { opens, clicks, fewOpens, fewClicks }: MeasuredAnswer) =>
  kind === 'opened' ? { of: opens, few: fewOpens } : { of: clicks, few: fewClicks }

/** Between 0 and 1; NaN: not known, or too few are measured. */
export function reachShare(reach: Reach, kind: ReachKind): number {
  const { of, few } = baseOf(kind, reach.measured)
  return few || of === 0 ? Number.NaN : (reach[kind] ?? Number.NaN) / of
}

/** The rate, with its base: all emails, or those of people who were measured. */
export function useReachRate() {
  const texts = useTexts('sendings')
  const { number, share } = useFigures()
  return (reach: Reach, kind: ReachKind) => {
    const { of, few } = baseOf(kind, reach.measured)
    const words = few ? texts.fewMeasured : of < reach.emails ? texts.ofMeasured : texts.ofEmails
    const [part, whole] = few ? [of, reach.emails] : [reach[kind], of]
    return { rate: share(reachShare(reach, kind)), base: words(number(part), number(whole)) }
  }
}
