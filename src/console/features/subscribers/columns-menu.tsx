/** Which columns the table has. */
import { useAllFields } from '../../api/fields.ts'
import { Icon } from '../../parts/icons.tsx'
import { CheckMenu } from '../../parts/menus.tsx'
import { useTextsOf } from '../../texts/language.tsx'
import { peopleTexts } from '../../texts/people/texts.ts'
import { choicesOf, type TableColumn } from './columns.ts'

export function ColumnsMenu(props: {
  columns: readonly TableColumn[]
  onChange(columns: TableColumn[]): void
}) {
  const { columns, onChange } = props
  const texts = useTextsOf(peopleTexts)
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
  const texts = useTextsOf(peopleTexts)
  const { data: fields = [] } = useAllFields()
  return column => {
    if (!column.startsWith('DD')) return texts[column as Exclude<TableColumn, `DD${number}`>]
    return fields.find(({ field }) => field === column)?.name ?? column
  }
}
