/**
 * A thumbnail of an email: its HTML in the sandboxed frame of the composer, scaled. Its pictures
 * are loaded lazily, when it comes into view.
 */
import './email-picture.css'
import { useEffect, useRef, useState } from 'react'
import { EmailFrame } from './email-frame.tsx'
import { Icon } from './icons.tsx'

/** As emails are made for. */
const EMAIL_WIDTH = 640

export function EmailPicture(props: {
  /** The name of the frame for screen readers. */
  title: string
  /** Until it is known, and without any, an icon stands there. */
  html: string | null | undefined
  onSeen(): void
}) {
  const { title, html, onSeen } = props
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const latest = useRef(onSeen)
  latest.current = onSeen
  useEffect(() => {
    const sizes = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    sizes.observe(box.current!)
    const views = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      views.disconnect()
      latest.current()
    })
    views.observe(box.current!)
    return () => {
      sizes.disconnect()
      views.disconnect()
    }
  }, [])
  return (
    <div className="email-picture" ref={box}>
      {html ? (
        <div className="email-scaled" style={{ transform: `scale(${width / EMAIL_WIDTH})` }}>
          <EmailFrame html={html} title={title} width={EMAIL_WIDTH} />
        </div>
      ) : (
        <Icon name="template" />
      )}
    </div>
  )
}
