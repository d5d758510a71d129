/** Which columns the table has. */
import { useAllFields } from '../../api/fields.ts'
import { Icon } from '../../parts/icons.tsx'
import { CheckMenu } from '../../parts/menus.tsx'
import { useTexts } from '../../texts/language.tsx'
import { choicesOf, type TableColumn } from './columns.ts'

export function ColumnsMenu(props: {
  columns: readonly TableColumn[]
  onChange(columns: TableColumn[]): void
}) {
  const { columns, onChange } = props
  const texts = useTexts('people')
  const nameOf = useColumnNames()
  const { data: fields = [] } = useAllFields()
  return (
    <CheckMenu
      label={texts.columns}
      icon={<Icon name="columns" />}
      choices={choicesOf(fields).map(value => ({ value, label: nameOf(value) }))}
      chosen={columns}
      onChange={onChange}
    />
  )
}

/** The heading of a column. */
export function useColumnNames(): (column: TableColumn) => string {
  const texts = useTexts('people')
  const { data: fields = [] } = useAllFields()
  return column => {
    if (!column.startsWith('DD')) return texts[column as Exclude<TableColumn, `DD${number}`>]
    return fields.find(({ field }) => field === column)?.name ?? column
  }
}
