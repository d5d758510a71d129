/**
 * Keys of the whole console. Ctrl or Cmd and K opens the palette anywhere. Single keys act only
 * where nobody types, and can be turned off (WCAG 2.1.4).
 */
import { useEffect, useRef } from 'react'

const KEPT = 'pennypost-keys'
/** The second key of `g s` must follow within this time. */
const TWO_KEYS_MILLIS = 1_500

export const keysWork = (): boolean => localStorage.getItem(KEPT) !== 'off'

export const setKeysWork = (work: boolean): void =>
  work ? localStorage.removeItem(KEPT) : localStorage.setItem(KEPT, 'off')

/** Pages by the key that follows `g`. */
export const PAGE_KEYS: Readonly<Record<string, string>> = {
  s: '/console/subscribers',
  l: '/console/lists',
  f: '/console/filters',
  i: '/console/imports',
  o: '/console/opt-outs',
  b: '/console/suppression',
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !== null

export function useKeys(act: { openPalette(): void; follow(href: string): void }): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    let began = 0
    const onKey = (event: KeyboardEvent) => {
      const { openPalette, follow } = latest.current
      const { key, ctrlKey, metaKey, altKey } = event
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') {
        event.preventDefault()
        return openPalette()
      }
      if (ctrlKey || metaKey || altKey || !keysWork() || isTyping(event.target)) return
      const page = PAGE_KEYS[key]
      if (event.timeStamp - began < TWO_KEYS_MILLIS && page !== undefined) follow(page)
      else if (key === '?') openPalette()
      else if (key === '/') {
        event.preventDefault()
        document.querySelector<HTMLElement>('#page input[type=search]')?.focus()
      }
      began = key === 'g' ? event.timeStamp : 0
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
