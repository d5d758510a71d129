/** The number and widths of columns, and their blocks. */
import type { EmailBlock } from '../../api/email-blocks.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { NumberField, YesNo } from '../../parts/small-fields.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/language.tsx'
import { withColumnCount } from '../drafts/block-edits.ts'
import type { BlockFieldsProps } from './block-fields.ts'

export function ColumnsFields({
  block,
  onChange,
  onAddInto,
}: BlockFieldsProps<Extract<EmailBlock, { type: 'columns' }>> & {
  onAddInto(column: number): void
}) {
  const texts = useTexts('composer')
  const { columns } = block
  const equal = Math.round(100 / columns.length)
  return (
    <>
      <div className="field">
        <span className="label">{texts.columnCount}</span>
        <Tabs
          label={texts.columnCount}
          value={String(columns.length)}
          choices={['1', '2', '3', '4'].map(value => ({ value, label: value }))}
          onChange={count => onChange(withColumnCount(block, Number(count)))}
        />
      </div>
      <div className="two">
        {columns.map((column, index) => (
          <NumberField
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name but their place
            key={index}
            label={texts.widthOf(index + 1)}
            value={column.width}
            least={10}
            most={90}
            placeholder={`${equal} %`}
            onChange={width =>
              onChange(
                {
                  ...block,
                  columns: columns.map((one, at) => (at === index ? { ...one, width } : one)),
                },
                `${block.id} width ${index}`,
              )
            }
          />
        ))}
      </div>
      <div className="field">
        <span className="label">{texts.addTextInto}</span>
        <span className="row wrap-row">
          {columns.map((_, index) => (
            <Button
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name but their place
              key={index}
              icon={<Icon name="plus" />}
              onClick={() => onAddInto(index)}
            >
              {texts.columnNumber(index + 1)}
            </Button>
          ))}
        </span>
        <small className="faint">{texts.intoHint}</small>
      </div>
      <YesNo
        label={texts.stacked}
        value={block.stacked ?? true}
        onChange={stacked => onChange({ ...block, stacked: stacked ? undefined : false })}
      />
      <YesNo
        label={texts.middle}
        value={block.middle ?? false}
        onChange={middle => onChange({ ...block, middle: middle || undefined })}
      />
    </>
  )
}
