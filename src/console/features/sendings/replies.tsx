/** The replies of servers that did not take an email at once, grouped by meaning. */
import { Link } from '@tanstack/react-router'
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { useTroubleWords } from '../../parts/said.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

const LOOKS: Record<string, string> = {
  deferred: 't-deferred',
  planned: 't-deferred',
  bounced: 't-bounced',
  failed: 't-bounced',
  uncertain: 't-complained',
}

/** Raw replies of each meaning that are shown. */
const EXAMPLES = 3

export function Replies({ sending }: { sending: LiveSending }) {
  const texts = useTexts('sendings')
  const troubleWords = useTroubleWords()
  const { number, clock } = useFigures()
  return (
    <section className="sec">
      <div className="sech">
        <h2>{texts.replies}</h2>
        <p>{texts.repliesHint}</p>
        <span className="push">
          <Link className="small" to="/sendings/$id/recipients" params={{ id: String(sending.id) }}>
            {texts.allRecipients}
          </Link>
        </span>
      </div>
      {sending.said.length === 0 && <p className="soft">{texts.noReplies}</p>}
      <ul className="repl">
        {sending.said.map(({ meaning, emails, last, replies }) => (
          <li key={meaning}>
            <b className={`rc ${LOOKS[replies[0]?.state ?? ''] ?? ''}`}>{number(emails)}</b>
            <div>
              <p>{texts.meanings[meaning] ?? meaning}</p>
              {replies.slice(0, EXAMPLES).map(({ state, reply, causes, count }) => (
                <p key={`${state} ${reply}`} className="reply">
                  {replies.length > 1 && <b>{number(count)} × </b>}
                  <bdi>{troubleWords({ trouble: reply, causes })}</bdi>
                </p>
              ))}
            </div>
            <span className="tiny faint">{last === null ? '' : clock(last)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
