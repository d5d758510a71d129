/**
 * Shortcuts of the whole console. Ctrl or Cmd and K opens the palette anywhere. Single keys act
 * only outside of text fields, and can be turned off (WCAG 2.1.4).
 */
import { useEffect, useRef } from 'react'
import { chooseRow, stepRows } from './row-keys.ts'

const KEPT = 'pennypost-keys'
/** The second key of `g s` must follow within this time. */
const TWO_KEYS_MILLIS = 1_500

export const keysWork = (): boolean => localStorage.getItem(KEPT) !== 'off'

export const setKeysWork = (work: boolean): void =>
  work ? localStorage.removeItem(KEPT) : localStorage.setItem(KEPT, 'off')

/** Pages by the key that follows `g`. */
export const PAGE_KEYS: Readonly<Record<string, string>> = {
  h: '/console',
  n: '/console/newsletters',
  s: '/console/subscribers',
  l: '/console/lists',
  f: '/console/filters',
  i: '/console/imports',
  o: '/console/opt-outs',
  b: '/console/suppression',
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], ' +
      '[role=dialog], [role=menu]',
  ) !== null

/**
 * Presses the visible control with this shortcut: the last one, because floating ones come last.
 */
function press(key: string): boolean {
  const named = document.querySelectorAll<HTMLElement>(`#page [data-key="${CSS.escape(key)}"]`)
  const seen = [...named].filter(one => one.getClientRects().length > 0).at(-1)
  seen?.click()
  return seen !== undefined
}

interface KeyActs {
  openPalette(): void
  showKeys(): void
  follow(href: string): void
}

export function useKeys(act: KeyActs): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    // Never: the page may be younger than that time.
    let began = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      const { openPalette, showKeys, follow } = latest.current
      const { key, ctrlKey, metaKey, altKey } = event
      // In the text editor it is the key of a link.
      if (event.defaultPrevented) return
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') {
        event.preventDefault()
        return openPalette()
      }
      if (ctrlKey || metaKey || altKey || !keysWork() || isTyping(event.target)) return
      const page = PAGE_KEYS[key]
      const second = event.timeStamp - began < TWO_KEYS_MILLIS
      began = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (second && page !== undefined) follow(page)
      else if (key === '?') showKeys()
      else if (key === '/') {
        event.preventDefault()
        document.querySelector<HTMLElement>('#page input[type=search]')?.focus()
      } else if (key === 'x') chooseRow()
      else if ((key === 'j' || key === 'k') && stepRows(key === 'j' ? 1 : -1)) return
      else if (/^[a-z]$/.test(key) || key === 'Escape') press(key)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
