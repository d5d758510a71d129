/**
 * The colours of pages without scripts (sandbox, help, sign-in by programs): those of the console,
 * src/console/theme/tokens.css, in light and in dark.
 */

/** Name here, name in the console, light, dark. */
export const PAGE_TOKENS = [
  ['paper', 'paper', '#f6f5f1', '#141716'],
  ['card', 'surface', '#ffffff', '#1a1e1d'],
  ['ink', 'ink', '#1b1f1d', '#e9eae6'],
  ['soft', 'ink-2', '#474d4a', '#b9bfbb'],
  ['line', 'line-2', '#d2cec4', '#3c4442'],
  ['code', 'sunken', '#eeece6', '#0f1211'],
  ['accent', 'accent', '#0f5e59', '#7ccfc1'],
  ['on-accent', 'on-accent', '#ffffff', '#08231f'],
  ['brand', 'brand', '#a8472a', '#d98762'],
  ['value', 'delivered-ink', '#24578f', '#93bdef'],
  ['warm', 'deferred-soft', '#fbf1d9', '#332a14'],
  ['warm-ink', 'deferred-ink', '#744f00', '#efc768'],
] as const

const valuesIn = (scheme: 2 | 3): string =>
  PAGE_TOKENS.map(token => `--${token[0]}: ${token[scheme]};`).join(' ')

/** Custom properties of both schemes, and the fonts. */
export const pageTokens = `
:root {
  color-scheme: light dark;
  ${valuesIn(2)}
  --sans: Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", \
Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root { ${valuesIn(3)} }
}`

const EDGE = [2, 6, 10, 14, 18, 22]
const HOLES = EDGE.flatMap(at => [
  [at, 0],
  [at, 24],
  [0, at],
  [24, at],
])
  .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.15" fill="#000"/>`)
  .join('')

/** The logo of the console: a postage stamp, as SVG. */
export const STAMP =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><mask id="stamp">' +
  `<rect width="24" height="24" fill="#fff"/>${HOLES}</mask>` +
  '<rect width="24" height="24" rx=".6" fill="var(--brand)" mask="url(#stamp)"/>' +
  '<g fill="none" stroke="#fff" stroke-width="1.4" stroke-linejoin="round">' +
  '<path d="M5.5 8.2h13v8.6h-13z"/><path d="m5.8 8.6 6.2 4.7 6.2-4.7"/></g></svg>'
