/**
 * Progress of work on a file: a bar that is redrawn on a terminal, otherwise a line at intervals.
 * Written to standard error, so that pipes don't receive it.
 */
import { count, rowCount } from './long-work.ts'

interface ProgressStep {
  /** Fraction done, from 0 to 1; undefined if unknown. */
  part: number | undefined
  rows: number
  /** Further facts: "12 rejected". */
  also: string[]
}

export interface ProgressBar {
  show(step: ProgressStep): void
  /** Leaves the last state on the screen and ends the line. */
  end(): void
}

const BAR = 24
const DRAW_EVERY_MILLIS = 200
const SAY_EVERY_MILLIS = 2_000
/** The rate is measured over this window, since the first rows predict the rest badly. */
const WINDOW_MILLIS = 10_000

export function progressBar(out: NodeJS.WriteStream = process.stderr): ProgressBar {
  const samples: { at: number; rows: number; part: number }[] = []
  let drawn = 0
  let last: ProgressStep | undefined
  const every = out.isTTY ? DRAW_EVERY_MILLIS : SAY_EVERY_MILLIS
  const draw = (step: ProgressStep, now: number) => {
    drawn = now
    const text = lineOf(step, rateOf(samples))
    if (out.isTTY) out.write(`\r${text.slice(0, (out.columns || 80) - 1)}\x1b[K`)
    else out.write(`${text}\n`)
  }
  return {
    show(step) {
      const now = performance.now()
      last = step
      if (samples.length === 0 || now - samples.at(-1)!.at > 100)
        samples.push({ at: now, rows: step.rows, part: step.part ?? 0 })
      while (samples.length > 2 && now - samples[0]!.at > WINDOW_MILLIS) samples.shift()
      // Short work shows no bar.
      if (drawn === 0) drawn = now
      if (now - drawn >= every) draw(step, now)
    },
    end() {
      if (!out.isTTY || !last) return
      draw(last, performance.now())
      out.write('\n')
    },
  }
}

interface Rate {
  rows: number
  part: number
}

/** Per second. */
function rateOf(samples: { at: number; rows: number; part: number }[]): Rate | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  const seconds = first && last ? (last.at - first.at) / 1000 : 0
  if (!first || !last || seconds < 0.5) return undefined
  return { rows: (last.rows - first.rows) / seconds, part: (last.part - first.part) / seconds }
}

export function lineOf({ part, rows, also }: ProgressStep, rate: Rate | undefined): string {
  const facts = [rowCount(rows)]
  if (rate && rate.rows > 0) facts.push(`${count(rate.rows)} rows/s`)
  facts.push(...also)
  if (part === undefined) return facts.join(', ')
  if (rate && rate.part > 0 && part < 1) facts.push(`${timeLeft((1 - part) / rate.part)} left`)
  const full = Math.round(Math.min(1, part) * BAR)
  return (
    `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ` +
    `${String(Math.floor(part * 100)).padStart(3)} %  ${facts.join(', ')}`
  )
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
