/**
 * The email as it was sent, in a sandboxed frame, with clicks drawn over it. The frame is of our
 * origin and may run no scripts, so that its links can be measured.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { LinkOutcome } from '../../../actions/sendings/sending-report.ts'
import { Button } from '../../parts/button.tsx'
import {
  allIn,
  attributeOf,
  bodyOf,
  has,
  newRange,
  parsed,
  placeOf,
  replaceContents,
  rootOf,
} from '../../parts/frame-page.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import type { Counting } from './numbers.ts'

interface MeasuredLink {
  link: number
  key: string
  top: number
  left: number
  width: number
  height: number
  picture: boolean
}

/** As emails are made for; narrow frames show it smaller. */
const WIDTHS = { computer: 640, phone: 390 }
const MOST_MARKED = 8
/** The width of a badge beside its link, whose text it must not hide. */
const BADGE = 90

export function ClickMap(props: {
  html: string
  links: readonly LinkOutcome[]
  counting: Counting
  lit: number | undefined
  onLit(link: number | undefined): void
}) {
  const texts = useTexts('report')
  const { share, number } = useFigures()
  const { html, links, counting, lit, onLit } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(600)
  const [scale, setScale] = useState(0.6)
  const [places, setPlaces] = useState<readonly MeasuredLink[]>([])
  const [loaded, setLoaded] = useState(0)
  const [pictures, setPictures] = useState(false)
  const [device, setDevice] = useState<keyof typeof WIDTHS>('computer')
  const width = WIDTHS[device]
  const measure = useCallback(() => {
    const page = frame.current?.contentDocument
    if (box.current) setScale(Math.min(1, box.current.clientWidth / width))
    if (!page || !bodyOf(page)) return
    setHeight(Math.ceil(placeOf(rootOf(page)).height) || 400)
    setPlaces(linksIn(page))
  }, [width])
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!page || loaded === 0) return
    replaceContents(page, parsed(page, html))
    measure()
    // Pictures come later, and make it longer.
    const sizes = new ResizeObserver(measure)
    sizes.observe(bodyOf(page))
    if (box.current) sizes.observe(box.current)
    return () => sizes.disconnect()
  }, [html, loaded, measure])
  const clicks = (link: LinkOutcome) => (counting === 'all' ? link.byAll : link.byPeople)
  const whole = links.reduce((sum, link) => sum + clicks(link), 0)
  const most = Math.max(1, ...links.map(clicks))
  const marked = links
    .toSorted((a, b) => clicks(b) - clicks(a))
    .slice(0, MOST_MARKED)
    .filter(link => clicks(link) > 0)
  return (
    <section className="sec" aria-labelledby="click-map">
      <div className="sech">
        <h2 id="click-map">{texts.clickMap}</h2>
        <span className="push row">
          {!pictures && /<img/i.test(html) && (
            <Button onClick={() => setPictures(true)}>{texts.showPictures}</Button>
          )}
          <Tabs
            label={texts.clickMap}
            value={device}
            choices={(['computer', 'phone'] as const).map(value => ({
              value,
              label: texts.deviceNames[value],
            }))}
            onChange={next => setDevice(next)}
          />
        </span>
      </div>
      <div className="hmap" ref={box}>
        <div className="hin" style={{ height: height * scale }}>
          <div className="hscaled" style={{ width, height, transform: `scale(${scale})` }}>
            <iframe
              ref={frame}
              title={texts.emailFrame}
              // Pictures of other hosts are loaded on request.
              key={String(pictures)}
              src={`/console/email-frame${pictures ? '?pictures=all' : ''}`}
              sandbox="allow-same-origin"
              tabIndex={-1}
              style={{ width, height }}
              onLoad={() => setLoaded(count => count + 1)}
            />
            <div className="heats">
              {places.map(({ link, key, picture, ...place }) => {
                const found = links.find(one => one.number === link)
                if (!found) return null
                const heat = clicks(found) / most
                const shown = marked.includes(found) || lit === link
                return (
                  // biome-ignore lint/a11y/noStaticElementInteractions: the table does it by keys
                  <div
                    key={key}
                    className={lit === link ? 'heat lit' : 'heat'}
                    style={place}
                    onMouseEnter={() => onLit(link)}
                    onMouseLeave={() => onLit(undefined)}
                  >
                    <i style={{ opacity: 0.1 + heat * 0.5 }} />
                    {shown && (
                      <b className={picture ? '' : whereBeside(place, width)}>
                        {share(whole > 0 ? clicks(found) / whole : null)}
                      </b>
                    )}
                  </div>
                )
              })}
            </div>
          </div>
        </div>
      </div>
      <p className="soft small">
        {(counting === 'all' ? texts.shareOfAll : texts.shareOfPeople)(number(whole))}
      </p>
    </section>
  )
}

/** Over a picture a share hides little; elsewhere it stands right of the link, or above it. */
const whereBeside = ({ left, width }: { left: number; width: number }, page: number): string =>
  left + width + BADGE <= page ? 'beside' : 'above'

function linksIn(page: Document): MeasuredLink[] {
  return allIn(page, '[data-link]').flatMap((element, index) => {
    const link = Number(attributeOf(element, 'data-link'))
    const range = newRange(page)
    range.selectNodeContents(element)
    const inner = range.getBoundingClientRect()
    const outer = placeOf(element)
    // A link around a picture is as large as the picture, not as its line.
    const top = Math.min(inner.top || outer.top, outer.top)
    const bottom = Math.max(inner.bottom, outer.bottom)
    const left = Math.min(inner.left || outer.left, outer.left)
    const right = Math.max(inner.right, outer.right)
    if (!Number.isSafeInteger(link) || right - left < 1 || bottom - top < 1) return []
    const picture = has(element, 'img')
    const [width, height] = [right - left, bottom - top]
    return [{ link, key: String(index), top, left, width, height, picture }]
  })
}
