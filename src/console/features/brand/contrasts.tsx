/** The contrast of the colours of a brand. */
import type { BrandAnswer } from '../../../actions/brand/brand.ts'
import { contrastOf, verdictOf } from './contrast.ts'
import { useBrandTexts } from './words.ts'

/** Each pair as it will look, with its ratio. */
export function Contrasts({ brand: { colours } }: { brand: BrandAnswer['brand'] }) {
  const texts = useBrandTexts()
  const pairs = [
    ['text', colours.text, colours.paper],
    ['muted', colours.muted, colours.paper],
    ['links', colours.accent, colours.paper],
    ['buttons', colours.onAccent, colours.accent],
  ] as const
  return (
    <section className="card stack">
      <h2>{texts.contrast}</h2>
      <ul className="plain contrasts">
        {pairs.map(([pair, colour, on]) => {
          const ratio = contrastOf(colour, on)
          const verdict = verdictOf(ratio)
          return (
            <li key={pair}>
              <span
                className="contrast-sample"
                aria-hidden="true"
                style={{ color: colour, background: on }}
              >
                Aa
              </span>
              <span>
                {texts.pairs[pair]}
                <span className={verdict === 'wrong' ? 'sub problem' : 'sub'}>
                  {ratio.toFixed(1)} : 1, {texts.verdicts[verdict]}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
