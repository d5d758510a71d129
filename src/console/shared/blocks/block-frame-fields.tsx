/** The settings of all blocks: conditions, spacing, background. */
import type { EmailBlock } from '../../api/email-blocks.ts'
import { useFilters } from '../../api/filters.ts'
import { Icon } from '../../parts/icons.tsx'
import { CheckMenu } from '../../parts/menus.tsx'
import { ColourField, YesNo } from '../../parts/small-fields.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { BlockFieldsProps } from './block-fields.ts'

const MOST_PIXELS = 200

export function BlockFrameFields({ block, colours, onChange }: BlockFieldsProps<EmailBlock>) {
  const texts = useTexts('composer')
  const filters = useFilters().data ?? []
  const chosen = block.filter ?? []
  const names = filters.filter(({ id }) => chosen.includes(id)).map(({ name }) => name)
  return (
    <>
      <fieldset className="field">
        <legend>{texts.spaceAround}</legend>
        <span className="four">
          {texts.sides.map((side, index) => (
            <input
              key={side}
              className="plain-input"
              type="number"
              min={0}
              max={MOST_PIXELS}
              aria-label={`${texts.spaceAround}: ${side}`}
              title={side}
              placeholder="–"
              value={block.padding?.[index] ?? ''}
              onChange={event => {
                const read = event.currentTarget.valueAsNumber
                const padding: [number, number, number, number] = [
                  ...(block.padding ?? ([8, 24, 8, 24] as const)),
                ]
                padding[index] = Math.min(Math.max(Math.round(read) || 0, 0), MOST_PIXELS)
                onChange({ ...block, padding }, `${block.id} padding`)
              }}
            />
          ))}
        </span>
        <small className="faint">{texts.sidesHint}</small>
      </fieldset>
      <ColourField
        label={texts.background}
        value={block.background}
        inherited={colours.paper}
        clear={texts.asBrand}
        onChange={background => onChange({ ...block, background }, `${block.id} background`)}
      />
      <div className="field">
        <span className="label">{texts.showTo}</span>
        <CheckMenu
          label={names.length === 0 ? texts.everybody : names.join(', ')}
          icon={<Icon name={names.length === 0 ? 'subscribers' : 'filter'} />}
          choices={[
            { value: '', label: texts.everybody },
            ...filters.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          chosen={chosen.length === 0 ? [''] : chosen.map(String)}
          onChange={values => {
            // "Everybody" takes the filters away; a filter takes "everybody" away.
            const everybody = values.includes('') && chosen.length > 0
            const filter = everybody ? [] : values.filter(value => value !== '').map(Number)
            onChange({ ...block, filter: filter.length === 0 ? undefined : filter })
          }}
        />
      </div>
      <YesNo
        label={texts.hiddenOnPhone}
        value={block.hiddenOnPhone ?? false}
        onChange={hidden => onChange({ ...block, hiddenOnPhone: hidden || undefined })}
      />
    </>
  )
}
