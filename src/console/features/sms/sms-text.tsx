/** The field of the text, with the characters marked that make it dearer. */
import { useId } from 'react'

/** More is no SMS; the service refuses it too. */
const LONGEST = 5000

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

export function SmsText(props: {
  label: string
  value: string
  dear: readonly string[]
  onChange(value: string): void
}) {
  const id = useId()
  const { label, value, dear, onChange } = props
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="sms-write">
        {/* Behind the field, with the same letters: it has the marks, and the height. */}
        <div className="sms-behind" aria-hidden="true" dir="auto">
          {piecesOf(value, dear)}{' '}
        </div>
        <textarea
          id={id}
          dir="auto"
          value={value}
          maxLength={LONGEST}
          onChange={event =>
            onChange(
              event.currentTarget.value.toWellFormed().replace(CONTROL, '').slice(0, LONGEST),
            )
          }
        />
      </div>
    </div>
  )
}

function piecesOf(text: string, dear: readonly string[]) {
  const marked = new Set(dear)
  const pieces: { text: string; isDear: boolean; at: number }[] = []
  let at = 0
  for (const character of text) {
    const isDear = marked.has(character)
    const last = pieces.at(-1)
    if (last && last.isDear === isDear) last.text += character
    else pieces.push({ text: character, isDear, at })
    at += character.length
  }
  return pieces.map(piece =>
    piece.isDear ? (
      <mark key={piece.at}>{piece.text}</mark>
    ) : (
      <span key={piece.at}>{piece.text}</span>
    ),
  )
}
