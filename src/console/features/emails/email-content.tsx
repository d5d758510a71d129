/** What an email said: as its recipient sees it, as text, and its source with headers. */
import { useEffect, useRef, useState } from 'react'
import { EmailFrame } from '../../parts/email-frame.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useContent } from './calls.ts'

type View = 'seen' | 'text' | 'source'

export function EmailContent({ id, allowed }: { id: number; allowed: boolean }) {
  const texts = useTexts('emails')
  const { data, error, refetch } = useContent(id, allowed)
  const [chosen, setChosen] = useState<View>()
  const email = data?.email
  const view = chosen ?? (email?.html === null ? 'text' : 'seen')
  const shown = () => {
    if (!allowed) return <p className="soft">{texts.hidden}</p>
    if (error) return <Failure error={error} onRetry={() => void refetch()} />
    if (!data) return <LoadingRows onRetry={() => void refetch()} />
    if (!email) return <p className="note">{texts.noContent}</p>
    if (view === 'seen' && email.html !== null) return <Seen html={email.html} />
    if (view !== 'source') return <Plain>{email.text}</Plain>
    return (
      <>
        <p className="faint small">{texts.sourceHint}</p>
        <Plain>{email.source}</Plain>
      </>
    )
  }
  return (
    <section className="email-content">
      <h2>{texts.content}</h2>
      {email && (
        <Tabs<View>
          label={texts.content}
          value={view}
          choices={[
            ...(email.html === null ? [] : [{ value: 'seen' as const, label: texts.asSeen }]),
            { value: 'text', label: texts.text },
            { value: 'source', label: texts.source },
          ]}
          onChange={setChosen}
        />
      )}
      {shown()}
    </section>
  )
}

const Plain = ({ children }: { children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys have to reach
  <pre className="email-plain" tabIndex={0}>
    <bdi>{children}</bdi>
  </pre>
)

/** As wide as its place. */
function Seen({ html }: { html: string }) {
  const texts = useTexts('emails')
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const sizes = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    sizes.observe(box.current!)
    return () => sizes.disconnect()
  }, [])
  return (
    <div className="email-seen" ref={box}>
      {width > 0 && <EmailFrame html={html} title={texts.asSeen} width={width} foreignPictures />}
    </div>
  )
}
