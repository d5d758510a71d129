/**
 * The HTML of an email in a frame in which nothing runs: its page comes from the service with a
 * policy of its own, and the frame has no right to scripts. Clicks are ours: a pane over the frame
 * finds the block below the pointer, so no link of an email is followed by accident.
 */
import './email-frame.css'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { BlockBox, Box } from './block-box.ts'
import { type FilledPage, fillPage } from './fill-page.ts'
import { allIn, attributeOf, bodyOf, closestTo, elementAt, placeOf, rootOf } from './frame-page.ts'
import { type HiddenText, hideText, placeBelow, type WrittenPlace } from './written-place.ts'

export interface EmailFrameProps {
  html: string
  /** The name of the frame for screen readers. */
  title: string
  width: number
  dark?: boolean
  /** Alternative texts instead of pictures. */
  withoutPictures?: boolean
  /** Pictures of other hosts, too. */
  foreignPictures?: boolean
  /** The block with a border around it. */
  chosen?: string | undefined
  /** The block that is at the point of the window. */
  onChoose?(block: string, at: { x: number; y: number }): void
  /** The block whose text is being written: `writer` lies in its place. */
  written?: string | undefined
  writer?(place: WrittenPlace, onHeight: (height: number) => void): ReactNode
  /** Gets a function that reads where each block lies, in pixels of the frame. */
  boxes?: { current: (() => BlockBox[]) | null }
  /** True: the email has rules of its own for dark programs. */
  onDarkRules?(own: boolean): void
  /** Millisecond at which the HTML stood in the frame. */
  onShown?(): void
}

export function EmailFrame(props: EmailFrameProps) {
  const { html, title, width, dark = false, withoutPictures = false, chosen, onChoose } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState(0)
  const [height, setHeight] = useState(FIRST_HEIGHT)
  const [box, setBox] = useState<BlockBox>()
  const [place, setPlace] = useState<WrittenPlace>()
  const [inverted, setInverted] = useState(false)
  const hidden = useRef<HiddenText>(undefined)
  const placed = useRef<Placed>(undefined)
  const filled = useRef<FilledPage>(undefined)
  const written = useRef<{ block: string | undefined; height: number }>({
    block: undefined,
    height: 0,
  })
  const chosenBox = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props

  const measure = useCallback(() => {
    const page = frame.current?.contentDocument
    if (!page || !bodyOf(page)) return
    const { chosen: block, written: text } = latest.current
    hidden.current?.show()
    hidden.current = undefined
    if (written.current.block !== text) written.current = { block: text, height: 0 }
    if (text !== undefined) hidden.current = hideText(page, text, written.current.height)
    const found = hidden.current?.place
    const was = placed.current
    const next = text === undefined ? undefined : (found ?? (was && nextPlace(was, text)))
    placed.current = text !== undefined && next ? { block: text, place: next } : undefined
    setPlace(last => (JSON.stringify(last) === JSON.stringify(next) ? last : next))
    setHeight(heightOf(frame.current!, page))
    const around = block === undefined ? undefined : boxOf(page, block)
    const nextBox = around && { ...around, block: block! }
    setBox(last => (JSON.stringify(last) === JSON.stringify(nextBox) ? last : nextBox))
  }, [])

  useLayoutEffect(() => {
    const page = frame.current?.contentDocument
    if (!page || loaded === 0) return
    filled.current = fillPage(page, html, { dark, withoutPictures }, filled.current)
    const { hasDarkRules } = filled.current
    latest.current.onDarkRules?.(hasDarkRules)
    setInverted(dark && !hasDarkRules)
    measure()
    latest.current.onShown?.()
  }, [html, dark, withoutPictures, loaded, measure])
  useLayoutEffect(() => {
    const page = frame.current?.contentDocument
    if (!page || loaded === 0) return
    const root = rootOf(page)
    const sizes = new ResizeObserver(measure)
    sizes.observe(root)
    // Pictures come later, and make it longer; the root not, where it has a height of its own.
    root.addEventListener('load', measure, true)
    return () => {
      sizes.disconnect()
      root.removeEventListener('load', measure, true)
    }
  }, [loaded, measure])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another block, another box
  useLayoutEffect(() => measure(), [chosen, props.written, width, measure])
  const scrolled = useRef<string>(undefined)
  useLayoutEffect(() => {
    // Only once: it stays where the reader scrolls it to.
    if (chosen === scrolled.current || box?.block !== chosen) return
    scrolled.current = chosen
    if (written.current.block === undefined) chosenBox.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen, box])
  const { boxes } = props
  useLayoutEffect(() => {
    if (!boxes) return
    boxes.current = () => boxesOf(frame.current?.contentDocument)
    return () => {
      boxes.current = null
    }
  }, [boxes])
  const onHeight = useCallback(
    (now: number) => {
      if (written.current.height === now) return
      written.current.height = now
      measure()
    },
    [measure],
  )

  const pictures = props.foreignPictures ? '?pictures=all' : ''
  return (
    <div className="email-frame" style={{ width, height }}>
      <iframe
        ref={frame}
        key={pictures}
        title={title}
        src={`/console/email-frame${pictures}`}
        // Never allow-scripts beside it.
        sandbox="allow-same-origin"
        tabIndex={-1}
        style={{ width, height }}
        onLoad={() => setLoaded(count => count + 1)}
      />
      {/* biome-ignore lint/a11y: the outline does the same by keys */}
      <div
        className="email-pane"
        onClick={event => {
          const page = frame.current?.contentDocument
          const pane = event.currentTarget.getBoundingClientRect()
          if (!page || !onChoose) return
          const at = elementAt(page, event.clientX - pane.left, event.clientY - pane.top)
          const block = blockAround(at)
          if (block !== undefined) onChoose(block, { x: event.clientX, y: event.clientY })
        }}
      />
      {box && <div className="email-box" ref={chosenBox} style={box} />}
      {place && props.writer && (
        <div
          className={inverted ? 'email-written inverted' : 'email-written'}
          style={{ top: place.top, left: place.left, width: place.width }}
        >
          {props.writer(place, onHeight)}
        </div>
      )}
    </div>
  )
}

const FIRST_HEIGHT = 400

interface Placed {
  block: string
  place: WrittenPlace
}

const nextPlace = (was: Placed, block: string): WrittenPlace =>
  was.block === block ? was.place : placeBelow(was.place)

/**
 * In a frame of one height: an email as high as its window would grow with each measurement. As
 * high as it is now is as good an answer, and saves the browser two layouts.
 */
function heightOf(frame: HTMLIFrameElement, page: Document): number {
  const measured = () => Math.ceil(placeOf(rootOf(page)).height)
  const { height } = frame.style
  if (`${measured()}px` === height) return measured()
  frame.style.height = `${FIRST_HEIGHT}px`
  const found = measured() || FIRST_HEIGHT
  frame.style.height = height
  return found
}

function blockAround(at: Element | null): string | undefined {
  const found = at && closestTo(at, '[data-block]')
  return (found && attributeOf(found, 'data-block')) ?? undefined
}

function boxOf(page: Document, block: string): Box | undefined {
  const rects = allIn(page, `[data-block="${CSS.escape(block)}"]`)
    .map(placeOf)
    .filter(rect => rect.width > 0 && rect.height > 0)
  if (rects.length === 0) return undefined
  const top = Math.min(...rects.map(rect => rect.top))
  const left = Math.min(...rects.map(rect => rect.left))
  return {
    top,
    left,
    width: Math.max(...rects.map(rect => rect.right)) - left,
    height: Math.max(...rects.map(rect => rect.bottom)) - top,
  }
}

function boxesOf(page: Document | null | undefined): BlockBox[] {
  if (!page) return []
  const names = allIn(page, '[data-block]').map(element => attributeOf(element, 'data-block')!)
  return [...new Set(names)].flatMap(block => {
    const box = boxOf(page, block)
    return box ? [{ ...box, block }] : []
  })
}
