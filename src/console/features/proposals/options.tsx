/** How a sending would go out, where that is not the usual way. */
import { useFigures } from '../../texts/figures.ts'
import type { ShownProposal } from './calls.ts'
import { useProposalTexts } from './words.ts'

interface Options {
  bestHour?: boolean
  anyHour?: boolean
  repeat?: boolean
  sharePerDay?: number
  perMinute?: number
  zoneField?: number
  resendOf?: { without: 'opened' | 'clicked' }
}

export function SendingOptions({ input }: Pick<ShownProposal, 'input'>) {
  const texts = useProposalTexts().options
  const { number } = useFigures()
  const given = (input ?? {}) as Options
  const { sharePerDay, perMinute, zoneField, resendOf } = given
  const said = [
    given.bestHour && texts.bestHour,
    sharePerDay !== undefined && texts.sharePerDay(number(sharePerDay)),
    perMinute !== undefined && texts.perMinute(number(perMinute)),
    given.anyHour && texts.anyHour,
    given.repeat && texts.repeat,
    zoneField !== undefined && texts.zoneField,
    resendOf && texts[resendOf.without],
  ].filter(one => typeof one === 'string')
  if (said.length === 0) return null
  return (
    <ul>
      {said.map(one => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  )
}
