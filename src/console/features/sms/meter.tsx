/** The segments of an SMS as bars, and the characters that make it dearer, each with its repair. */
import { lookAlike } from '../../../sms/look-alikes.ts'
import { ROOM, type Segmented, segment } from '../../../sms/segments.ts'
import { useFigures } from '../../texts/figures.ts'
import { useSmsTexts } from './words.ts'
import '../../parts/chips.css'

/** As the service has it: src/domain/sms/send-sms.ts. */
export const MOST_SEGMENTS = 10
const MOST_CHIPS = 12

export function SegmentMeter(props: {
  segmented: Segmented
  text: string
  onReplace(character: string): void
}) {
  const texts = useSmsTexts()
  const { number } = useFigures()
  const { alphabet, parts, units, offending } = props.segmented
  const room = parts.length > 1 ? ROOM[alphabet].joined : ROOM[alphabet].alone
  const last = parts.at(-1)?.units ?? 0
  const bars = parts.slice(0, MOST_SEGMENTS)
  return (
    <div className="stack sms-meter">
      <div
        className={offending.length > 0 ? 'sms-bars dear' : 'sms-bars'}
        role="img"
        aria-label={texts.meter(Math.max(1, parts.length), room)}
      >
        {(bars.length > 0 ? bars : [{ units: 0 }]).map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place.
          <progress key={at} max={room} value={part.units} aria-hidden="true" />
        ))}
      </div>
      <p className="sms-count small">
        <span>
          <b>{texts.segments(parts.length)}</b>
          {', '}
          {alphabet === 'gsm' ? texts.inGsm(number(units)) : texts.inUcs2(number(units))}
        </span>
        <span className="soft">{texts.left(room - last)}</span>
      </p>
      {parts.length > MOST_SEGMENTS && (
        <p className="note bad" role="alert">
          {texts.tooLong(parts.length, MOST_SEGMENTS)}
        </p>
      )}
      <DearCharacters {...props} />
      <TwiceCounted text={props.text} />
    </div>
  )
}

function DearCharacters(props: {
  segmented: Segmented
  text: string
  onReplace(character: string): void
}) {
  const texts = useSmsTexts()
  const { offending } = props.segmented
  if (offending.length === 0) return null
  return (
    <div className="sms-chips">
      <span className="small soft">{texts.dear}</span>
      {offending.slice(0, MOST_CHIPS).map(character => {
        const plain = lookAlike(character)
        const named = nameOf(character)
        if (plain === undefined)
          return (
            <span key={character} className="tag" title={texts.noOther}>
              {named}
            </span>
          )
        const then = segment(props.text.replaceAll(character, plain)).parts.length
        return (
          <button
            key={character}
            type="button"
            className="chip"
            title={texts.afterwards(then)}
            onClick={() => props.onReplace(character)}
          >
            {texts.replace(named, plain)}
          </button>
        )
      })}
      {offending.length > MOST_CHIPS && <span className="soft">…</span>}
    </div>
  )
}

/** Characters of the extension table, while the text is in the GSM alphabet. */
function TwiceCounted({ text }: { text: string }) {
  const texts = useSmsTexts()
  const { alphabet } = segment(text)
  const twice = [...new Set(text)].filter(one => alphabet === 'gsm' && segment(one).units === 2)
  if (twice.length === 0) return null
  return (
    <div className="sms-chips">
      <span className="small soft">{texts.twice}</span>
      {twice.map(character => (
        <span key={character} className="tag">
          {character}
        </span>
      ))}
    </div>
  )
}

/** With its code point: “ and " look alike, and a blank may be one that joins. */
const nameOf = (character: string): string => {
  const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  return /[\p{Z}\p{C}\p{M}]/u.test(character) ? code : `${character} ${code}`
}
