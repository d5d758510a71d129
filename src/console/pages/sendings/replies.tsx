/** The replies of servers that did not take an email at once, grouped. */
import type { SendingProgressAnswer } from '../../../console-api/v1/routes/sendings.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTextsOf } from '../../texts/language.tsx'
import { sendingsTexts } from './texts.ts'

const LOOKS: Record<string, string> = {
  deferred: 't-deferred',
  planned: 't-deferred',
  bounced: 't-bounced',
  failed: 't-bounced',
  uncertain: 't-complained',
  withdrawn: 'soft',
}

export function Replies({ sending }: { sending: SendingProgressAnswer }) {
  const texts = useTextsOf(sendingsTexts)
  const { number } = useFigures()
  return (
    <section className="sec">
      <div className="sech">
        <h2>{texts.replies}</h2>
        <p>{texts.repliesHint}</p>
      </div>
      {sending.replies.length === 0 && <p className="soft">{texts.noReplies}</p>}
      <ul className="repl">
        {sending.replies.map(({ state, reply, count }) => (
          <li key={`${state} ${reply}`}>
            <b className={`rc ${LOOKS[state] ?? ''}`}>{number(count)}</b>
            <div>
              <p>{texts.replyStates[state] ?? state}</p>
              <p className="reply">
                <bdi>{reply}</bdi>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
