/** Keyboard navigation of tables: J and K move the focus to the link of a row, X selects it. */

const ROWS = '#page tbody tr:not(.space)'
const REACHED = 'a[href], button, input'

const rows = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(ROWS)].filter(
    row => row.querySelector(REACHED) !== null && row.offsetParent !== null,
  )

const focused = (): HTMLElement | null | undefined =>
  document.activeElement?.closest<HTMLElement>(ROWS)

/** The first row in view or below. */
const firstSeen = (all: readonly HTMLElement[]) =>
  all.find(row => row.getBoundingClientRect().top >= 0)

/** False: there is no such row. */
export function stepRows(step: 1 | -1): boolean {
  const all = rows()
  const here = focused()
  const next = here ? all[all.indexOf(here) + step] : firstSeen(all)
  if (!next) return false
  const target = next.querySelector<HTMLElement>('a[href]') ?? next.querySelector(REACHED)
  ;(target as HTMLElement).focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
  return true
}

export const chooseRow = (): void =>
  focused()?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
