/**
 * A step dragged by the pointer onto a line of the drawing. The drawing stands still meanwhile:
 * only a chip follows the pointer, so that a drag costs the same with any number of steps.
 */
import { type ReactFlowInstance, ViewportPortal } from '@xyflow/react'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Icon } from '../../parts/icons.tsx'
import { useStableCallback } from '../../parts/stable-callback.ts'
import type { DrawnWay } from '../trigger-text/step-ways.ts'

/** The middle of a line, in coordinates of the drawing. */
export interface DropPlace {
  way: DrawnWay
  x: number
  y: number
}

interface Dragged {
  key: string
  places: readonly DropPlace[]
  drop: DropPlace | undefined
}

/** A press without movement chooses. */
const LEAST_PIXELS = 6
/** From the middle of a line, in coordinates of the drawing. */
const NEAR = 120
/** Near an edge of the canvas it scrolls, by so many pixels a frame. */
const EDGE = 48
const SCROLL = 14

interface Options {
  canvas: RefObject<ReactFlowInstance | null>
  /** Where a step can go; undefined if it is not dragged at all. */
  placesOf(key: string): readonly DropPlace[] | undefined
  onDrop(key: string, way: DrawnWay): void
}

export function useStepDragging({ canvas, placesOf, onDrop }: Options) {
  const [dragged, setDragged] = useState<Dragged>()
  const chip = useRef<HTMLDivElement>(null)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const drop = useStableCallback(onDrop)
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const node = (event.target as Element).closest('.react-flow__node')
    const key = node?.getAttribute('data-id')
    if (key == null || event.button !== 0 || !event.isPrimary) return
    const pane = event.currentTarget
    const begin = { x: event.clientX, y: event.clientY }
    let pointer = begin
    let now: Dragged | undefined
    let frame = 0
    const place = () => {
      if (chip.current)
        chip.current.style.transform = `translate(${pointer.x + 12}px, ${pointer.y + 12}px)`
      const found = nearest(now!.places, canvas.current!.screenToFlowPosition(pointer))
      if (found === now!.drop) return
      now = { ...now!, drop: found }
      setDragged(now)
    }
    const onFrame = () => {
      const [x, y] = scrollOf(pane.getBoundingClientRect(), pointer)
      const view = canvas.current!.getViewport()
      if (x !== 0 || y !== 0)
        void canvas.current!.setViewport({ ...view, x: view.x + x, y: view.y + y })
      place()
      frame = requestAnimationFrame(onFrame)
    }
    const onMove = (moved: globalThis.PointerEvent) => {
      pointer = { x: moved.clientX, y: moved.clientY }
      if (now || Math.hypot(pointer.x - begin.x, pointer.y - begin.y) < LEAST_PIXELS) return
      const places = placesOf(key)
      if (!places) return end()
      now = { key, places, drop: undefined }
      setDragged(now)
      frame = requestAnimationFrame(onFrame)
    }
    const onKey = (pressed: KeyboardEvent) => {
      if (!now || pressed.key !== 'Escape') return
      pressed.preventDefault()
      pressed.stopPropagation()
      now = { ...now, drop: undefined }
      end()
    }
    const onUp = () => {
      // Letting go is no press on the box below.
      if (now) {
        const swallow = (click: Event) => click.stopPropagation()
        addEventListener('click', swallow, { capture: true, once: true })
        setTimeout(() => removeEventListener('click', swallow, { capture: true }))
      }
      if (now?.drop) drop(key, now.drop.way)
      end()
    }
    const end = () => {
      cancelAnimationFrame(frame)
      removeEventListener('pointermove', onMove)
      removeEventListener('pointerup', onUp)
      removeEventListener('pointercancel', end)
      removeEventListener('keydown', onKey, { capture: true })
      stop.current = undefined
      setDragged(undefined)
    }
    stop.current?.()
    stop.current = end
    addEventListener('pointermove', onMove)
    addEventListener('pointerup', onUp)
    addEventListener('pointercancel', end)
    addEventListener('keydown', onKey, { capture: true })
  }
  return { dragged, chip, onPointerDown }
}

function nearest(
  places: readonly DropPlace[],
  { x, y }: { x: number; y: number },
): DropPlace | undefined {
  let found: DropPlace | undefined
  let least = NEAR
  for (const place of places) {
    const distance = Math.hypot(place.x - x, place.y - y)
    if (distance < least) [found, least] = [place, distance]
  }
  return found
}

function scrollOf(pane: DOMRect, { x, y }: { x: number; y: number }): [x: number, y: number] {
  const by = (at: number, from: number, to: number) =>
    at < from + EDGE ? SCROLL : at > to - EDGE ? -SCROLL : 0
  return [by(x, pane.left, pane.right), by(y, pane.top, pane.bottom)]
}

/** Where the step would go, within the drawing. */
export function DropMark({ drop }: { drop: DropPlace | undefined }) {
  if (!drop) return null
  return (
    <ViewportPortal>
      <div
        className="drop-mark"
        style={{ transform: `translate(-50%, -50%) translate(${drop.x}px, ${drop.y}px)` }}
      />
    </ViewportPortal>
  )
}

export function DragChip({ chip, name }: { chip: RefObject<HTMLDivElement | null>; name: string }) {
  return (
    <div className="step-chip" ref={chip} aria-hidden="true">
      <Icon name="trigger" /> <bdi>{name}</bdi>
    </div>
  )
}
