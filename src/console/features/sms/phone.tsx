/** An SMS as a telephone shows it: one bubble, cut where a segment ends. */
import type { Segmented } from '../../../sms/segments.ts'
import { useSmsTexts } from './words.ts'

export function SmsPhone({ sender, segmented }: { sender: string; segmented: Segmented }) {
  const texts = useSmsTexts()
  const { parts } = segmented
  return (
    <figure className="sms-phone">
      <div className="sms-screen">
        <p className="sms-from">
          <bdi>{sender === '' ? texts.gatewaySender : sender}</bdi>
        </p>
        <div className="sms-talk">
          <p className="tiny faint">{texts.phoneToday}</p>
          {parts.length > 0 && (
            <div className="sms-bubble" dir="auto">
              {parts.map((part, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place.
                <span key={at}>
                  {part.text}
                  {at < parts.length - 1 && (
                    <span className="sms-cut" dir="ltr">
                      {at + 1} / {parts.length}
                    </span>
                  )}
                </span>
              ))}
            </div>
          )}
        </div>
      </div>
      <figcaption className="tiny faint">{parts.length > 1 && texts.phoneHint}</figcaption>
    </figure>
  )
}
