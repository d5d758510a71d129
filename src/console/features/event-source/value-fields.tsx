/** Values that events keep, by name, and where each stands. */
import { Button } from '../../parts/button.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { LineField } from '../../parts/small-fields.tsx'
import { useEventTexts } from '../../shared/event-sources/words.ts'
import { MOST_VALUES, type TypedValue, withValue } from './typed-mapping.ts'

export function ValueFields(props: {
  values: readonly TypedValue[]
  paths: readonly string[]
  onChange(values: readonly TypedValue[]): void
}) {
  const texts = useEventTexts()
  const { values, paths, onChange } = props
  const change = (key: number, some: Partial<TypedValue>) =>
    onChange(values.map(value => (value.key === key ? { ...value, ...some } : value)))
  return (
    <fieldset className="stack plain">
      <legend>{texts.values}</legend>
      {values.length === 0 && <p className="soft small">{texts.valuesAll}</p>}
      {values.map(({ key, name, path }) => (
        <div className="event-value" key={key}>
          <LineField
            label={texts.valueName}
            value={name}
            most={50}
            onChange={next => change(key, { name: next })}
          />
          <LineField
            label={texts.valuePath}
            value={path}
            most={200}
            offered={paths}
            onChange={next => change(key, { path: next })}
          />
          <IconButton
            icon="close"
            name={texts.removeValue(name || path || texts.valueName)}
            onClick={() => onChange(values.filter(value => value.key !== key))}
          />
        </div>
      ))}
      <div className="row">
        <Button
          icon={<Icon name="plus" />}
          busy={values.length >= MOST_VALUES}
          onClick={() => onChange(withValue(values))}
        >
          {texts.addValue}
        </Button>
      </div>
    </fieldset>
  )
}
