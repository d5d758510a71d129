/** The logo: a postage stamp. */
const EDGE = [2, 6, 10, 14, 18, 22]
const HOLES = EDGE.flatMap(at => [
  [at, 0],
  [at, 24],
  [0, at],
  [24, at],
])

export function Stamp({ id }: { id: string }) {
  return (
    <svg className="stamp" viewBox="0 0 24 24" aria-hidden="true">
      <mask id={id}>
        <rect width="24" height="24" fill="#fff" />
        {HOLES.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="1.15" fill="#000" />
        ))}
      </mask>
      <rect width="24" height="24" rx=".6" fill="var(--brand)" mask={`url(#${id})`} />
      <g fill="none" stroke="#fff" strokeWidth="1.4" strokeLinejoin="round">
        <path d="M5.5 8.2h13v8.6h-13z" />
        <path d="m5.8 8.6 6.2 4.7 6.2-4.7" />
      </g>
    </svg>
  )
}

const BIG_EDGE = Array.from({ length: 12 }, (_, index) => 134 + index * 32)

/** The picture beside the sign-in. */
export function BigStamp() {
  return (
    <svg className="big-stamp" viewBox="0 0 620 620" aria-hidden="true">
      <mask id="big-stamp">
        <rect width="620" height="620" fill="#fff" />
        {BIG_EDGE.flatMap(at => [
          [at, 126],
          [at, 522],
          [134, at + 4],
          [486, at + 4],
        ]).map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="9" fill="#000" />
        ))}
      </mask>
      <g transform="rotate(-5 310 320)">
        <rect
          x="134"
          y="126"
          width="352"
          height="396"
          fill="var(--surface)"
          mask="url(#big-stamp)"
        />
        <rect x="160" y="152" width="300" height="344" fill="var(--brand)" />
        <g
          fill="none"
          stroke="#fff"
          strokeWidth="7"
          strokeLinejoin="round"
          transform="translate(0 -14)"
        >
          <path d="M206 252h208v144H206z" />
          <path d="m210 258 100 78 100-78" />
        </g>
        <text x="310" y="462" className="stamp-price">
          ONE PENNY
        </text>
        <text x="310" y="202" className="stamp-name">
          PENNYPOST
        </text>
      </g>
      <g fill="none" stroke="var(--ink)" strokeWidth="3" opacity=".62">
        <circle cx="452" cy="196" r="86" />
        <circle cx="452" cy="196" r="64" />
        {[158, 177, 196, 215, 234].map(y => (
          <path key={y} d={`M548 ${y}q22-13 44 0t44 0 44 0`} />
        ))}
      </g>
    </svg>
  )
}
