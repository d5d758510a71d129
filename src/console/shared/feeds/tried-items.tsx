/** A feed read now: its items, or the reason why it can't be read. */
import './feeds.css'
import type { TriedFeedAnswer } from '../../api/triggers.ts'
import { useTroubleWords } from '../../parts/said.ts'
import { useFigures } from '../../texts/figures.ts'
import { useFeedTexts } from './words.ts'

const MOST_ROWS = 30

/** `marked`: which are in the next email of a trigger. */
export function TriedItems({ tried, marked }: { tried: TriedFeedAnswer; marked: boolean }) {
  const texts = useFeedTexts()
  const { number, date } = useFigures()
  const troubleWords = useTroubleWords()
  if (tried.trouble !== null)
    return (
      <p className="note bad" role="status">
        {troubleWords(tried)}
      </p>
    )
  return (
    <div className="tried-feed">
      <p role="status" className="small">
        {marked ? texts.inNext(tried.fresh, number(tried.fresh)) : ''}
        {!marked && tried.items.length > 0 && (
          <>
            <bdi>{tried.title}</bdi>: {texts.items(tried.items.length, number(tried.items.length))}
          </>
        )}
        {tried.items.length === 0 && ` ${texts.none}`}
      </p>
      {marked && !tried.begun && <p className="soft small">{texts.notBegun}</p>}
      <ul>
        {tried.items.slice(0, MOST_ROWS).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no name but their place
          <li key={index} className={marked && !item.fresh ? 'faint' : undefined}>
            <bdi className="trunc">{item.title}</bdi>
            <small className="faint">
              {item.at !== null && date(item.at)}
              {marked && (
                <span className={item.fresh ? 'tried-fresh' : undefined}>
                  {item.at === null ? '' : ' · '}
                  {item.fresh ? texts.fresh : texts.known}
                </span>
              )}
            </small>
          </li>
        ))}
      </ul>
    </div>
  )
}
